import type { BooksFileQuery } from '@kerb/domain/books/books.contract.ts';
import { type BooksColumn, type BooksReport, booksReports } from '@kerb/domain/books/books-reports.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import { owedByOrganisation, withHeldMoney } from '@kerb/server/features/books/balances.repository.ts';
import { type GstSpan, gstLines } from '@kerb/server/features/books/gst.repository.ts';
import { postingsOf } from '@kerb/server/features/books/journal.repository.ts';
import { csvLine } from '@kerb/server/platform/csv/cells.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

export type FileQuery = BooksFileQuery & { day: Day };
/** The records of a file: the expression of each column, their source and their order. */
export type BooksSource = {
  values: Partial<Record<BooksColumn, RawBuilder<unknown>>>;
  from: RawBuilder<unknown>;
};

const side = (sign: '>' | '<', amount: RawBuilder<unknown>) =>
  sql`(case when ${amount} ${sql.raw(sign)} 0 then abs(${amount}) end)`;
const order = sql.lit(`{${accountNames.join(',')}}`);

const trialBalance = (day: Day): BooksSource => ({
  values: {
    account: sql`s.account`,
    class: sql`s.account`,
    debit: side('>', sql`s.balance`),
    credit: side('<', sql`s.balance`),
  },
  from: sql`(
    select account, sum(debit) - sum(credit) as balance from ledger_totals where book_day <= ${day}::date
    group by account having sum(debit) <> sum(credit)) s
    order by array_position(${order}::text[], s.account)`,
});

const entryValues = (country: Deps['country']) => ({
  day: sql`t.book_day`,
  posting: sql`t.id`,
  kind: sql`t.event`,
  flowNumber: campaignCells(country).flowNumber,
  campaign: sql`a.name`,
  organisation: sql`o.name`,
  debit: side('>', sql`e.amount`),
  credit: side('<', sql`e.amount`),
  invoice: sql`e.invoice_id`,
  description: sql`t.description`,
});
const withCampaign = sql`left join agreements a on a.id = t.agreement_id left join tenants o on o.id = a.tenant_id`;

/** Every entry of the postings that the filter finds, the oldest day first. */
const journal = (query: FileQuery, country: Deps['country']): BooksSource => ({
  values: { ...entryValues(country), account: sql`e.account` },
  from: sql`${postingsOf(query)} join ledger_entries e on e.transaction_id = t.id ${withCampaign}
    order by t.book_day, t.id, e.id`,
});

/** The entries of one account, each with the balance after it. */
function account(query: FileQuery, country: Deps['country']): BooksSource {
  const name = query.account ?? 'bank';
  const before = sql`coalesce((select sum(debit) - sum(credit) from ledger_totals
    where account = ${name} and book_day < ${query.from ?? null}::date), 0)`;
  return {
    values: {
      ...entryValues(country),
      balance: sql`(${before} + sum(e.amount) over (order by t.book_day, t.id, e.id))`,
    },
    from: sql`${postingsOf({ from: query.from, to: query.to, account: name })}
      join ledger_entries e on e.transaction_id = t.id and e.account = ${name} ${withCampaign}
      order by t.book_day, t.id, e.id`,
  };
}

const held = (country: Deps['country']): BooksSource => ({
  values: {
    flowNumber: campaignCells(country).flowNumber,
    campaign: sql`a.name`,
    organisation: sql`o.name`,
    held: sql`(-b.held)`,
    refunds: sql`(-b.refunds)`,
  },
  from: sql`${withHeldMoney} b join agreements a on a.id = b.agreement_id join tenants o on o.id = a.tenant_id
    order by a.id`,
});

const owed: BooksSource = {
  values: {
    organisation: sql`o.name`,
    campaigns: sql`s.campaigns`,
    kept: sql`s.kept`,
    transit: sql`s.transit`,
    owed: sql`s.owed`,
    since: sql`s.since`,
  },
  from: sql`${owedByOrganisation} s join tenants o on o.id = s.tenant_id order by s.owed desc, o.id`,
};

/** The days of a return: the chosen ones, or else all until today. */
export const gstSpanOf = ({ from, to, basis, day }: FileQuery): GstSpan => ({
  from: from ?? '1900-01-01',
  to: to ?? day,
  basis: basis ?? 'accrual',
});

const gst = (query: FileQuery, country: Deps['country']): BooksSource => {
  const { flowNumber, campaign, organisation, day, posting, kind } = entryValues(country);
  return {
    values: {
      ...{ section: sql`g.section`, day, posting, kind, flowNumber, campaign, organisation },
      ...{ invoice: sql`g.invoice_id`, net: sql`g.net::numeric(16, 2)`, tax: sql`g.tax::numeric(16, 2)` },
    },
    from: sql`${gstLines(gstSpanOf(query))} g join ledger_transactions t on t.id = g.id ${withCampaign}
      order by g.section, t.book_day, t.id, g.invoice_id`,
  };
};

export function sourceOf(report: BooksReport, query: FileQuery, country: Deps['country']): BooksSource {
  switch (report) {
    case 'trial-balance':
      return trialBalance(query.day);
    case 'journal':
      return journal(query, country);
    case 'account':
      return account(query, country);
    case 'held':
      return held(country);
    case 'owed':
      return owed;
    case 'gst':
      return gst(query, country);
  }
}

/** The records as lines of a spreadsheet. */
export function linesOf(report: BooksReport, query: FileQuery, country: Deps['country']): RawBuilder<{ line: string }> {
  const { values, from } = sourceOf(report, query, country);
  const line = csvLine(booksReports[report].columns, values as never, sql.lit(country.defaultTimeZone));
  return sql<{ line: string }>`select ${line} as line from ${from}`;
}
