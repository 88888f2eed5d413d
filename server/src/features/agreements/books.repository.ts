import type { Day } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type Books, emptyBooks, turnovers } from '@kerb/domain/payments/campaign-money.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { compiledOnce } from '@kerb/server/platform/database/compiled-once.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

const amounts = [...accountNames, ...turnovers] as const;

/** The balances in a row. Null for a campaign without any event. */
type StoredReceipt = { day: Day; amount: string };
export type WithBooks = {
  books:
    | (Record<(typeof amounts)[number], string> & {
        version: number;
        receipts: StoredReceipt[] | null;
        variedDue: Day | null;
      })
    | null;
  booksOwedSince: string | null;
};

/** What repaid the loan, by day. Read only for loans of which something was repaid. */
const receipts = sql`case when k.collected > 0 then (
  select json_agg(json_build_object('day', r.day, 'amount', r.amount::text) order by r.day, r.kind, r.id) from (
    select p.payment_date as day, p.amount, 1 as kind, p.id from payments p
    where p.agreement_id = k.agreement_id and p.kind = 'repayment' and p.status = 'approved'
    union all
    select min(t.day), sum(e.amount), 2, min(t.id) from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.account = 'writeoffs'
    where t.agreement_id = k.agreement_id and t.event = 'write-off'
    group by t.line having sum(e.amount) > 0) r) end`;

/** Only of a drawn loan. The last letter counts, unless its agreement had to be signed again. */
const variedDue = sql`case when k.agreed > 0 or k.loans > 0 or k.repaid > 0 then (
  select v.new_due_date from loan_requests v
  where v.agreement_id = k.agreement_id and v.signed_date is not null and v.ended_date is null
  order by v.id desc limit 1) end`;

const pairs = amounts.map((name) => sql`${sql.lit(name)}, ${sql.ref(`k.${name}`)}::text`);

/**
 * The balances of `campaign_books k`, for `booksIn`. One JSON value, because the driver spends more time on the
 * description of a column than on its value.
 */
export const booksColumns = sql`
  case when k.agreement_id is not null then json_build_object('version', k.version, 'receipts', ${receipts},
    'variedDue', ${variedDue},
    ${sql.join(pairs)}) end as books,
  k.owed_since as books_owed_since`;

export function booksIn({ books, booksOwedSince }: WithBooks): Books {
  if (!books) return emptyBooks;
  const cents = Object.fromEntries(amounts.map((name) => [name, centsFromDecimal(books[name])]));
  const receiptsInCents = (books.receipts ?? []).map(({ day, amount }) => ({ day, amount: centsFromDecimal(amount) }));
  return {
    ...emptyBooks,
    ...cents,
    owedSince: booksOwedSince,
    version: books.version,
    receipts: receiptsInCents,
    variedDue: books.variedDue,
  };
}

const booksStatement = compiledOnce<{ agreementId: number }, WithBooks>(
  ({ agreementId }) => sql`select ${booksColumns} from campaign_books k where k.agreement_id = ${agreementId}`,
);

/** The balances of a campaign now, with what this transaction has written. */
export async function booksOf(db: Database | Tx, agreementId: number): Promise<Books> {
  const [row] = await booksStatement(db, { agreementId });
  return row ? booksIn(row) : emptyBooks;
}
