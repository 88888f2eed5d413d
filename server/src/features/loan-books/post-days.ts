import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { LoanPosting } from '@kerb/domain/loan-books/loan-postings.ts';
import { entriesOf } from '@kerb/domain/payments/ledger-moves.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** What a posting adds to the interest that is owed. */
const accruedBy = ({ moves }: LoanPosting): string =>
  decimalFromCents(entriesOf(moves).find(({ account }) => account === 'accrued')?.amount ?? 0);

/**
 * Posts the interest of several days of one loan, one transaction for each day, in one statement: a loan that is opened
 * late has a hundred of them.
 */
export async function postDays(work: Work, agreementId: number, postings: readonly LoanPosting[]): Promise<void> {
  if (postings.length === 0) return;
  const { version } = await booksOf(work.tx, agreementId);
  const rows = postings.map((posting) => {
    const first = `${posting.event}:${agreementId}:${posting.day}`;
    const key = posting.event === 'interest' ? first : `${first}:${version}`;
    return sql`(${posting.day}::date, ${posting.event}::text, ${key}::text, ${accruedBy(posting)}::numeric)`;
  });
  await sql`
    with wanted (day, event, key, amount) as (values ${sql.join(rows)}),
    made as (
      insert into ledger_transactions (agreement_id, event, key, date, user_id, day)
      select ${agreementId}, event, key, ${work.now}, ${work.actor?.userId ?? null}::bigint, day from wanted order by day
      returning id, day)
    insert into ledger_entries (transaction_id, account, amount)
    select m.id, x.account, x.amount from made m join wanted w on w.day = m.day
    cross join lateral (values ('accrued', w.amount), ('interest', -w.amount)) x (account, amount)
    order by m.id`.execute(work.tx);
}
