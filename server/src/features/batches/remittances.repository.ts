import type { RemittedMonth } from '@kerb/domain/batches/remittances.contract.ts';
import {
  payingEvents,
  type Remitted,
  type RemittedPosting,
  remittedAccounts,
  remittedBy,
  remittedEvents,
} from '@kerb/domain/batches/remittances.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { readChanges, refuseOthers, since } from '@kerb/server/features/agreements/changed-records.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** The payments of one month or of one batch. */
export type Chosen = { month: string } | { batch: number };

/** A list of months has at most these. */
export const monthsPerPage = 12;

const paying = sql.join(payingEvents.map((event) => sql.lit(event)));
const lastDayOf = (month: string) => sql`(${`${month}-01`}::date + interval '1 month' - interval '1 day')::date`;

/** The payments `t` to an organisation's campaigns `a`. */
const paidTo = (tenantId: number): RawBuilder<unknown> => sql`
  agreements a join ledger_transactions t on t.agreement_id = a.id and t.event in (${paying})
  where a.tenant_id = ${tenantId}`;

const isChosen = (chosen: Chosen): RawBuilder<unknown> =>
  'batch' in chosen
    ? sql`t.batch_id = ${chosen.batch}`
    : sql`t.book_day between ${`${chosen.month}-01`}::date and ${lastDayOf(chosen.month)}`;

type MonthRow = { month: string; batchId: number | null; date: string; paid: string; returned: string };

const figuresOf = (rows: readonly MonthRow[]): { paid: Cents; returned: Cents; amount: Cents } => {
  const sumOf = (name: 'paid' | 'returned') => rows.reduce((sum, row) => sum + centsFromDecimal(row[name]), 0);
  const [paid, returned] = [sumOf('paid'), sumOf('returned')];
  return { paid, returned, amount: paid - returned };
};

function batchesOf(month: string, rows: readonly MonthRow[]): RemittedMonth['batches'] {
  const byBatch = Map.groupBy(
    rows.filter(({ batchId }) => batchId !== null),
    ({ batchId }) => batchId as number,
  );
  return [...byBatch].flatMap(([batch, own]) => {
    const [first] = own.toSorted((a, b) => (a.date < b.date ? -1 : 1));
    return first?.month === month ? [{ batch, date: first.date, ...figuresOf(own) }] : [];
  });
}

/** What the ledger paid to an organisation, by month and by batch. */
export async function remittedMonths(db: Database, tenantId: number): Promise<RemittedMonth[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(t.book_day, 'YYYY-MM') as month, t.batch_id, min(t.book_day) as date,
      coalesce(-sum(e.amount) filter (where t.event = 'transfer'), 0)::numeric(16, 2) as paid,
      coalesce(sum(e.amount) filter (where t.event = 'bounce'), 0)::numeric(16, 2) as returned
    from (select t.id, t.event, t.book_day, t.batch_id from ${paidTo(tenantId)}) t
    join ledger_entries e on e.transaction_id = t.id and e.account in ('bank', 'trust')
    group by 1, 2 order by 1 desc, 2 desc`.execute(db);
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  return [...byMonth].map(([month, own]) => ({ month, ...figuresOf(own), batches: batchesOf(month, rows) }));
}

type MonthsQuery = { before?: string | undefined; updatedSince?: string | undefined; cursor?: string | undefined };

/** The number of a month in a cursor: 202611. */
const monthNumber = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'YYYYMM')::bigint`;

/**
 * The months in the order of their changes. A payment changes its own month, and the month in which its batch was
 * transferred: a payment that the bank sends back later is in the figures of both.
 */
export async function changedMonths(db: Database, tenantId: number, query: MonthsQuery) {
  refuseOthers(query, ['before']);
  const { ids, ...rest } = await readChanges(
    db,
    { ...query, perPage: monthsPerPage },
    {
      name: `remittance ${tenantId}`,
      select: sql`
        select c.xid, c.id from (
          with paid as materialized (
            select n.changed_xid, n.changed_date, t.batch_id, ${monthNumber(sql`t.book_day`)} as month
            from tenant_changes n join ledger_transactions t on t.id = n.record_id
            where n.tenant_id = ${tenantId} and n.kind = 'remittance'),
          transferred as (select p.batch_id, min(p.month) as month from paid p where p.batch_id is not null group by 1),
          touched as (
            select p.month, p.changed_xid, p.changed_date from paid p union all
            select b.month, p.changed_xid, p.changed_date from paid p join transferred b on b.batch_id = p.batch_id)
          select max(changed_xid) as xid, month as id, max(changed_date) as changed_date from touched group by month
        ) c where true ${since(query)}`,
      xid: sql`c.xid`,
      id: sql`c.id`,
    },
  );
  const months = new Map(
    (await remittedMonths(db, tenantId)).map((each) => [Number(each.month.replace('-', '')), each]),
  );
  return { items: ids.flatMap((id) => months.get(id) ?? []), ...rest };
}

type EntryRow = { account: string; amount: string; invoiceId: number | null };
type PostingRow = Omit<RemittedPosting, 'entries'> & {
  agreementId: number;
  description: string | null;
  entries: EntryRow[];
};

/** A payment for a campaign, with the words of its posting. */
export type RemittedCampaign = Remitted & { agreementId: number; description: string | null };

/** The postings of the campaigns with a chosen payment, until their last one. Interest comes after it. */
async function postingsOf(db: Database, tenantId: number, chosen: Chosen): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    select t.agreement_id, t.id, t.event, t.book_day as day, t.batch_id, t.description,
      json_agg(json_build_object('account', e.account, 'amount', e.amount::text, 'invoiceId', e.invoice_id)
        order by e.id) as entries
    from (select t.agreement_id, max(t.id) as last_id from ${paidTo(tenantId)} and ${isChosen(chosen)}
      group by t.agreement_id) p
    join ledger_transactions t on t.agreement_id = p.agreement_id and t.id <= p.last_id
      and t.event = any(${[...remittedEvents]}::text[])
    join ledger_entries e on e.transaction_id = t.id and e.account = any(${[...remittedAccounts]}::text[])
    group by t.id order by t.id`.execute(db);
  return rows;
}

/** The chosen payments to an organisation, with what each is for, the oldest first. */
export async function remittedTo(db: Database, tenantId: number, chosen: Chosen): Promise<RemittedCampaign[]> {
  const rows = await postingsOf(db, tenantId, chosen);
  const isMeant = ({ day, batchId }: Remitted) =>
    'batch' in chosen ? batchId === chosen.batch : day.startsWith(chosen.month);
  const words = new Map(rows.map(({ id, description }) => [id, description]));
  const campaigns = [...Map.groupBy(rows, ({ agreementId }) => agreementId)].flatMap(([agreementId, own]) => {
    const postings = own.map(({ entries, ...posting }) => ({
      ...posting,
      entries: entries.map((entry) => ({ ...entry, amount: centsFromDecimal(entry.amount) })),
    }));
    const meant = remittedBy(postings).filter(isMeant);
    return meant.map((each) => ({ ...each, agreementId, description: words.get(each.posting) ?? null }));
  });
  return campaigns.toSorted((a, b) => {
    if (a.day === b.day) return a.posting - b.posting;
    return a.day < b.day ? -1 : 1;
  });
}
