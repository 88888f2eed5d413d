import type { JournalFilter, JournalQuery, PostingView } from '@kerb/domain/books/books.contract.ts';
import { onItsSide } from '@kerb/domain/books/trial-balance.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import type { Account } from '@kerb/domain/payments/ledger.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

type Reading = Pick<Deps, 'db' | 'country'>;

const all = (conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> => {
  const stated = conditions.filter((condition) => condition !== undefined);
  return stated.length === 0 ? sql`true` : sql`(${sql.join(stated, sql` and `)})`;
};

/** The postings `t` that a filter finds, by their days and their kind. */
const ofPosting = ({ from, to, event }: JournalFilter) =>
  all([
    from === undefined ? undefined : sql`t.book_day >= ${from}::date`,
    to === undefined ? undefined : sql`t.book_day <= ${to}::date`,
    event === undefined ? undefined : sql`t.event = ${event}`,
  ]);

/** The totals say on which days an account has postings, so that the days without one are not read. */
const ofAccount = ({ account }: JournalFilter) =>
  account === undefined
    ? sql`true`
    : sql`t.book_day in (select book_day from ledger_totals where account = ${account})
        and exists (select from ledger_entries x where x.transaction_id = t.id and x.account = ${account})`;

/**
 * The ledger transactions that a filter finds, as a source named `t`. Those of one campaign or organisation are found
 * by it first: read by day, they would be a few among millions.
 */
export function postingsOf(filter: JournalFilter): RawBuilder<unknown> {
  const which = sql`${ofPosting(filter)} and ${ofAccount(filter)}`;
  const { agreementId, tenantId } = filter;
  if (agreementId === undefined && tenantId === undefined) {
    return sql`(select t.* from ledger_transactions t where ${which}) t`;
  }
  const campaigns = all([
    agreementId === undefined ? undefined : sql`a.id = ${agreementId}`,
    tenantId === undefined ? undefined : sql`a.tenant_id = ${tenantId}`,
  ]);
  return sql`(
    select t.* from agreements a join ledger_transactions t on t.agreement_id = a.id
    where ${campaigns} and ${which} offset 0) t`;
}

type Row = {
  id: number;
  day: string;
  date: string;
  event: PostingView['event'];
  description: string | null;
  agreement: number | null;
  flowNumber: string | null;
  tenant: number | null;
  tenantName: string | null;
  entries: { account: Account; amount: string }[];
};

const viewOf = ({ entries, ...row }: Row): PostingView => ({
  ...row,
  entries: entries.map(({ account, amount }) => ({ account, ...onItsSide(centsFromDecimal(amount)) })),
});

/** A page of the journal, the newest day first, and within a day the newest posting. */
export async function readJournal(
  { db, country }: Reading,
  { before, perPage, ...filter }: JournalQuery,
): Promise<{ items: PostingView[]; isMore: boolean }> {
  const [day, id] = before?.split(':') ?? [];
  const after = day === undefined ? sql`true` : sql`(t.book_day, t.id) < (${day}::date, ${Number(id)}::bigint)`;
  const { rows } = await sql<Row>`
    select t.id, t.book_day as day, t.date, t.event, t.description, a.id as agreement,
      ${campaignCells(country).flowNumber} as flow_number, o.id as tenant, o.name as tenant_name, e.entries
    from (
      select t.* from ${postingsOf(filter)} where ${after} order by t.book_day desc, t.id desc limit ${perPage + 1}) t
    left join agreements a on a.id = t.agreement_id
    left join tenants o on o.id = a.tenant_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('account', x.account, 'amount', x.amount::text)
        order by x.amount < 0, x.id), '[]') as entries
      from (select account, min(id) as id, sum(amount) as amount from ledger_entries
        where transaction_id = t.id group by account) x where x.amount <> 0) e
    order by t.book_day desc, t.id desc`.execute(db);
  return { items: rows.slice(0, perPage).map(viewOf), isMore: rows.length > perPage };
}
