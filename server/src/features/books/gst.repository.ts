import type { GstLinesQuery } from '@kerb/domain/books/books.contract.ts';
import { type GstBasis, type GstReport, type GstSection, gstReportOf } from '@kerb/domain/books/gst.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import type { LedgerEvent } from '@kerb/domain/payments/ledger-events.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

type Reading = Pick<Deps, 'db' | 'country'>;
export type GstSpan = { from: Day; to: Day; basis: GstBasis };

const within = ({ from, to }: GstSpan) => sql`t.book_day between ${from}::date and ${to}::date`;

/**
 * Invoices that are paid in full, those that no longer are, and fees that refunds kept: the entries of fees and tax
 * themselves.
 */
const paidInvoices = (span: GstSpan) => sql`
  select 'services' as section, t.id, e.invoice_id, -coalesce(sum(e.amount) filter (where e.account = 'fees'), 0) as net,
    -coalesce(sum(e.amount) filter (where e.account = 'tax'), 0) as tax
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where ${within(span)} and t.event <> 'charge' and e.account in ('fees', 'tax') group by t.id, e.invoice_id`;

/**
 * An invoice counts with the first posting that names it: it is issued, or paid at once. A voided invoice no longer
 * counts from the last posting that names it.
 */
const issuedInvoices = (span: GstSpan) => sql`
  select 'services' as section, n.id, n.invoice_id, p.sign * l.net as net, p.sign * l.tax as tax
  from (
    select distinct t.id, e.invoice_id from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where ${within(span)} and e.invoice_id is not null) n
  join invoices i on i.id = n.invoice_id
  cross join lateral (
    select min(transaction_id) as first, max(transaction_id) as last from ledger_entries
    where invoice_id = n.invoice_id) m
  join lateral (values (1, n.id = m.first), (-1, i.status = 'voided' and n.id = m.last)) p (sign, is_so) on p.is_so
  cross join lateral (
    select coalesce(sum(amount) filter (where type = 'fee'), 0) as net,
      coalesce(sum(amount) filter (where type = 'tax'), 0) as tax
    from invoice_lines where invoice_id = n.invoice_id) l
  where l.net <> 0 or l.tax <> 0`;

/** Fees that refunds in part kept. They belong to no invoice. */
const keptFees = (span: GstSpan) => sql`
  select 'services' as section, t.id, null::bigint as invoice_id,
    -coalesce(sum(e.amount) filter (where e.account = 'fees'), 0) as net,
    -coalesce(sum(e.amount) filter (where e.account = 'tax'), 0) as tax
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where ${within(span)} and t.event <> 'charge' and e.account in ('fees', 'tax') and e.invoice_id is null group by t.id`;

/** Each fee of a loan, when it is charged. A fee has tax or has none. */
const chargedFees = (span: GstSpan) => sql`
  select case when f.tax <> 0 then 'loan-fees' else 'free-fees' end as section, f.id, null::bigint as invoice_id, f.net,
    f.tax
  from (
    select t.id, -coalesce(sum(e.amount) filter (where e.account = 'lending'), 0) as net,
      -coalesce(sum(e.amount) filter (where e.account = 'tax'), 0) as tax
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where ${within(span)} and t.event = 'charge' group by t.id) f`;

/**
 * Fees of loans as they are repaid. A repayment pays all fees of a loan together, so each has its share of what was
 * paid. The share is of all postings so far, and a posting counts by how much it changes the share: the days of a loan
 * add up to it exactly.
 */
const repaidFees = (span: GstSpan) => sql`
  select c.section, c.id, null::bigint as invoice_id, c.gross - c.tax as net, c.tax
  from (
    select s.id, s.book_day, x.section, x.gross - lag(x.gross, 1, 0.00) over same as gross,
      x.tax - lag(x.tax, 1, 0.00) over same as tax
    from (
      select p.*, round(p.repaid * p.taxed / nullif(p.charged, 0), 2) as taxed_part,
        round(p.repaid * p.with_tax / nullif(p.charged, 0), 2) as tax_part
      from (
        select f.agreement_id, f.id, f.book_day, sum(f.charged) over so_far as charged,
          sum(f.taxed) over so_far as taxed, sum(f.tax) over so_far as with_tax, sum(f.repaid) over so_far as repaid
        from (
          select t.agreement_id, t.id, t.book_day,
            coalesce(sum(e.amount) filter (where t.event = 'charge' and e.account = 'charges'), 0) as charged,
            case when bool_or(e.account = 'tax')
              then coalesce(sum(e.amount) filter (where t.event = 'charge' and e.account = 'charges'), 0) else 0 end as taxed,
            -coalesce(sum(e.amount) filter (where e.account = 'tax'), 0) as tax,
            -coalesce(sum(e.amount) filter (where t.event like 'repayment%' and e.account = 'charges'), 0) as repaid
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where t.book_day <= ${span.to}::date
            and t.event in ('charge', 'repayment', 'repayment-void', 'repayment-change')
          group by t.id) f
        window so_far as (partition by f.agreement_id order by f.book_day, f.id)) p) s
    cross join lateral (values
      ('loan-fees', coalesce(s.taxed_part, 0), coalesce(s.tax_part, 0)),
      ('free-fees', s.repaid - coalesce(s.taxed_part, 0), 0.00)) x (section, gross, tax)
    window same as (partition by s.agreement_id, x.section order by s.book_day, s.id)) c
  where c.book_day >= ${span.from}::date and (c.gross <> 0 or c.tax <> 0)`;

/** Interest as it is earned. */
const earnedInterest = (span: GstSpan) => sql`
  select 'interest' as section, t.id, null::bigint as invoice_id, -sum(e.amount) as net, 0.00 as tax
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where ${within(span)} and e.account = 'interest' group by t.id`;

/** Interest as it is repaid. */
const repaidInterest = (span: GstSpan) => sql`
  select 'interest' as section, t.id, null::bigint as invoice_id, -sum(e.amount) as net, 0.00 as tax
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where ${within(span)} and t.event like 'repayment%' and e.account = 'accrued' group by t.id`;

/** Every sale of the days, with the posting that it comes from: section, id of the posting, invoice, net and tax. */
export const gstLines = (span: GstSpan): RawBuilder<unknown> => {
  const parts =
    span.basis === 'cash'
      ? [paidInvoices(span), repaidFees(span), repaidInterest(span)]
      : [issuedInvoices(span), keptFees(span), chargedFees(span), earnedInterest(span)];
  return sql`(select * from (${sql.join(parts, sql` union all `)}) u where u.net <> 0 or u.tax <> 0)`;
};

export async function readGst({ db, country }: Reading, span: GstSpan): Promise<GstReport> {
  const { rows } = await sql<{ section: GstSection; net: string; tax: string; lines: number }>`
    select g.section, sum(g.net)::numeric(16, 2)::text as net, sum(g.tax)::numeric(16, 2)::text as tax,
      count(*)::integer as lines
    from ${gstLines(span)} g group by g.section`.execute(db);
  const figures = rows.map((row) => ({ ...row, net: centsFromDecimal(row.net), tax: centsFromDecimal(row.tax) }));
  return gstReportOf(figures, country.gstBasisPoints);
}

type LineRow = {
  posting: number;
  day: Day;
  event: LedgerEvent;
  agreement: number | null;
  flowNumber: string | null;
  tenant: number | null;
  tenantName: string | null;
  net: string;
  tax: string;
};

/** The postings behind a figure, the newest posting first. */
export async function readGstLines({ db, country }: Reading, span: GstSpan, query: GstLinesQuery) {
  const { section, before, perPage } = query;
  const { rows } = await sql<LineRow>`
    select t.id as posting, t.book_day as day, t.event, a.id as agreement,
      ${campaignCells(country).flowNumber} as flow_number, o.id as tenant, o.name as tenant_name,
      g.net::numeric(16, 2)::text as net, g.tax::numeric(16, 2)::text as tax
    from (
      select id, sum(net) as net, sum(tax) as tax from ${gstLines(span)} l where l.section = ${section}
      group by id) g
    join ledger_transactions t on t.id = g.id
    left join agreements a on a.id = t.agreement_id left join tenants o on o.id = a.tenant_id
    where ${before === undefined ? sql`true` : sql`t.id < ${before}`}
    order by t.id desc limit ${perPage + 1}`.execute(db);
  const items = rows
    .slice(0, perPage)
    .map((row) => ({ ...row, net: centsFromDecimal(row.net), tax: centsFromDecimal(row.tax) }));
  return { items, isMore: rows.length > perPage };
}
