import { turnovers } from '@kerb/domain/payments/campaign-money.ts';
import { accountNames, accounts } from '@kerb/domain/payments/ledger.ts';
import { logKeptYears } from '@kerb/domain/privacy/kept-records.ts';
import { type Invariant, inBank, ofCampaigns } from '@kerb/server/features/payments/payers-money-invariants.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Db = Database | Tx;

const columns = [...accountNames, ...turnovers];
const each = (of: (name: string) => string, names: readonly string[] = columns) => sql.raw(names.map(of).join(', '));
const sumOf = (name: string) => `coalesce(sum(amount) filter (where account = '${name}'), 0) as ${name}`;

const repaying = sql.raw("'repayment', 'repayment-void', 'repayment-change', 'write-off'");

/** What went back of a payment `p` in part, without the fees that were kept. */
const partsOf = (status: 'made' | 'requested') => sql`
  (select coalesce(sum(amount - fee), 0) from part_refunds where payment_id = p.id and status = ${sql.lit(status)})`;

/** The totals of each campaign, computed from its entries and its payments. */
const sources = (organisationIds: readonly number[] | null) => sql`
  campaigns as (
    select id, status, finance_option_code, log_kept_from from agreements
    ${organisationIds === null ? sql`` : sql`where tenant_id = any(${organisationIds}::bigint[])`}),
  entries as not materialized (
    select t.agreement_id, t.event, t.batch_id, t.payment_id, e.transaction_id, e.account, e.amount, e.invoice_id
    from campaigns c join ledger_transactions t on t.agreement_id = c.id
    join ledger_entries e on e.transaction_id = t.id),
  sums as materialized (
    select agreement_id as id, ${each(sumOf, accountNames)},
      coalesce(-sum(amount) filter (where invoice_id is not null
        and account in ('organisation', 'fees', 'tax', 'discounts')), 0) as settled,
      coalesce(-sum(amount) filter (where event in ('transfer', 'bounce') and account in ('bank', 'trust')), 0) as transferred,
      coalesce(-sum(amount) filter (where event = 'return' and account in ('bank', 'trust')), 0) as returned,
      coalesce(-sum(amount) filter (where event in (${repaying}) and account in ('loans', 'agreed')), 0) as repaid,
      coalesce(-sum(amount) filter (where event in (${repaying})
        and account in ('loans', 'agreed', 'charges', 'accrued')), 0) as collected,
      coalesce(-sum(amount) filter (where invoice_id is not null and account = 'organisation'), 0) as divided
    from entries group by agreement_id),
  paid as materialized (
    select c.id, coalesce(sum(n.amount) filter (where p.method = 'card'), 0) as gateway,
      coalesce(sum(n.amount) filter (where p.method = 'direct-deposit'), 0) as bank,
      coalesce(sum(n.amount) filter (where p.method = 'manual'), 0) as elsewhere
    from campaigns c join payments p on p.agreement_id = c.id and p.status = 'approved'
    cross join lateral (select p.amount + p.surcharge - ${partsOf('made')} as amount) n group by c.id)`;

const keptYears = sql`make_interval(years => ${sql.lit(logKeptYears)})`;

const signs = { any: 'false', positive: '< 0', negative: '> 0' } as const;
const wrongSign = sql.raw(
  accountNames
    .map((name) => ({ name, sign: signs[accounts[name].sign] }))
    .map(({ name, sign }) => (sign === 'false' ? sign : `s.${name} ${sign}`))
    .join(' or '),
);

const ofLedger: Invariant[] = [
  {
    says: 'Each ledger transaction adds up to zero',
    rows: sql`select concat('transaction ', transaction_id) as wrong from entries
      group by transaction_id having sum(amount) <> 0`,
  },
  {
    says: 'The stored balances of a campaign are the sums of its entries',
    rows: sql`select concat('campaign ', coalesce(s.id, b.agreement_id)) as wrong
      from sums s full join (select * from campaign_books where agreement_id in (select id from campaigns)) b
        on b.agreement_id = s.id
      where (${each((name) => `coalesce(s.${name}, 0)`)})
        is distinct from (${each((name) => `coalesce(b.${name}, 0)`)})`,
  },
  {
    says: 'No balance has the wrong sign',
    rows: sql`select concat('campaign ', s.id) as wrong from sums s
      where ${wrongSign} or s.payer + s.billed <> 0 or s.agreed > -(s.organisation + s.transit)`,
  },
  {
    says: 'Money came from approved payments, and left as refunds, transfers and returns',
    rows: sql`select concat('campaign ', coalesce(s.id, p.id), ': gateway ', coalesce(s.gateway, 0), ', bank ',
        coalesce(s.bank + s.trust, 0), ', elsewhere ', coalesce(s.elsewhere, 0)) as wrong
      from sums s full join paid p on p.id = s.id
      where coalesce(s.gateway, 0) <> coalesce(p.gateway, 0) or coalesce(s.elsewhere, 0) <> coalesce(p.elsewhere, 0)
        or coalesce(s.bank + s.trust, 0) <> coalesce(p.bank, 0) - coalesce(s.transferred, 0) - coalesce(s.returned, 0)`,
  },
  {
    says: 'Every cent received is kept, on its way, transferred, earned, held, under refund or returned',
    rows: sql`select concat('campaign ', s.id) as wrong from sums s left join paid p on p.id = s.id
      where coalesce(p.gateway + p.bank + p.elsewhere, 0) <> s.returned - s.held - s.refunds - s.received
        - s.fees - s.tax - s.interest - s.discounts - s.charges - s.accrued - s.lending - s.carried
        - s.writeoffs
        + s.transferred - s.organisation - s.transit - s.agreed - s.loans - s.shortfall`,
  },
  {
    says: 'No organisation gets more than was received or lent for it',
    rows: sql`select concat('campaign ', s.id) as wrong from sums s
      where s.transferred - s.organisation - s.transit <> s.divided + s.agreed + s.loans + s.carried
        + s.repaid + s.shortfall`,
  },
  ofCampaigns,
  {
    says: 'Nothing under refund and nothing held is in a batch',
    rows: sql`select distinct concat('batch ', batch_id, ', campaign ', agreement_id) as wrong from entries
      where batch_id is not null and account in ('refunds', 'held', 'received')`,
  },
  {
    says: 'Each ledger transaction of a campaign but daily interest has an entry in the audit log, while the log is kept',
    rows: sql`select concat('transaction ', t.id) as wrong
      from campaigns c join ledger_transactions t on t.agreement_id = c.id
      where t.event <> 'interest' and not exists (select from log_entries l where l.target_agreement_id = t.agreement_id and l.date = t.date)
        and (c.log_kept_from is null or t.date > c.log_kept_from - ${keptYears})`,
  },
];

const ofDocuments: Invariant[] = [
  {
    says: 'Each payment is in the ledger once, and its refund too',
    rows: sql`
      select concat('payment ', p.id) as wrong
      from campaigns c join payments p on p.agreement_id = c.id
      left join lateral (
        select coalesce(sum(e.amount) filter (where e.account in ('gateway', 'trust', 'bank', 'elsewhere')), 0) as cash,
          coalesce(sum(e.amount) filter (where e.account = 'refunds'), 0) as refunds
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.payment_id = p.id) l on true
      where l.cash <> case when p.status = 'approved' then p.amount + p.surcharge - ${partsOf('made')} else 0 end
        or l.refunds + ${partsOf('requested')} not in (0, -(p.amount + p.surcharge))
        or (l.refunds + ${partsOf('requested')} <> 0 and (p.status <> 'approved' or p.method <> 'card'
          or p.void_requested_date is null))`,
  },
  {
    says: 'No more of a payment goes back in part than was paid, and each fee that was kept is in the ledger',
    rows: sql`
      select concat('payment ', p.id) as wrong
      from campaigns c join payments p on p.agreement_id = c.id
      join lateral (
        select sum(amount) filter (where status in ('requested', 'made')) as gone,
          coalesce(sum(fee) filter (where status in ('requested', 'made')), 0) as fees
        from part_refunds where payment_id = p.id having count(*) > 0) r on true
      cross join lateral (
        select coalesce(-sum(e.amount), 0) as fees from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        where t.payment_id = p.id and e.account in ('fees', 'tax') and e.invoice_id is null) l
      where r.gone > p.amount + p.surcharge or (r.gone > 0 and p.status <> 'approved') or r.fees <> l.fees`,
  },
  {
    says: 'Each invoice asks for what the ledger says',
    rows: sql`
      select concat('invoice ', i.id) as wrong
      from campaigns c join invoices i on i.agreement_id = c.id
      left join lateral (
        select coalesce(sum(e.amount) filter (where e.account = 'payer'), 0) as payer,
          coalesce(sum(e.amount) filter (where e.account = 'billed'), 0) as billed,
          coalesce(-sum(e.amount) filter (where e.account = 'received'), 0) as received
        from ledger_entries e where e.invoice_id = i.id) l on true
      where l.payer <> case when i.status in ('issued', 'paid') then i.amount - i.paid_amount else 0 end
        or l.payer + l.billed <> 0 or l.received <> case when i.status = 'issued' then i.paid_amount else 0 end
        or (i.status = 'paid') <> (i.status <> 'voided' and i.paid_amount = i.amount)
        or (i.status = 'voided' and i.paid_amount <> 0)
        or i.amount <> (select sum(n.amount) from invoice_lines n where n.invoice_id = i.id)`,
  },
  {
    says: 'Nothing is due for a campaign that ended, or upfront for Pay Later',
    rows: sql`select concat('campaign ', s.id) as wrong from sums s join campaigns c on c.id = s.id
      where s.payer <> 0 and (c.status in (0, 1) or c.finance_option_code = 'pl')`,
  },
  {
    says: 'Each item of a batch is on its way, transferred or sent back with its amount, as its batch says',
    rows: sql`
      select concat('batch ', i.batch_id, ', campaign ', i.agreement_id) as wrong
      from campaigns c join batch_items i on i.agreement_id = c.id join batches b on b.id = i.batch_id
      left join lateral (
        select coalesce(-sum(e.amount) filter (where e.account = 'transit'), 0) as transit,
          coalesce(-sum(e.amount) filter (where e.account in ('bank', 'trust')), 0) as bank
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.batch_id = b.id and t.agreement_id = i.agreement_id) l on true
      where l.transit <> case when b.status in ('approved', 'processing') then i.amount else 0 end
        or (l.bank <> case when b.status = 'transferred' and i.returned_date is null then i.amount else 0 end
          -- Before the upgrade of the ledger, transfers did not name their batch.
          and exists (select from ledger_transactions o where o.batch_id = b.id))`,
  },
  {
    says: 'The items of a batch add up to its total',
    rows: sql`select concat('batch ', b.id) as wrong from batches b
      where b.id in (select i.batch_id from campaigns c join batch_items i on i.agreement_id = c.id)
        and b.total <> (select sum(i.amount) from batch_items i where i.batch_id = b.id)`,
  },
];

const ofLoans: Invariant[] = [
  {
    says: 'The loan book has what the ledger has of each loan that is owed, and of no other',
    rows: sql`select concat('campaign ', l.agreement_id) as wrong
      from campaigns c join loan_accounts l on l.agreement_id = c.id left join sums s on s.id = c.id
      where case when l.is_owed
        then (l.tenant_id, l.principal, l.fees, l.interest) is distinct from
          ((select tenant_id from agreements where id = c.id), s.agreed + s.loans, s.charges, s.accrued)
        else coalesce(s.charges + s.accrued, 0) > 0 end`,
  },
  {
    says: 'The interest of a loan in the ledger is its exact interest, rounded once',
    rows: sql`select concat('campaign ', l.agreement_id, ': ', -coalesce(s.interest, 0)) as wrong
      from campaigns c join loan_accounts l on l.agreement_id = c.id left join sums s on s.id = c.id
      where -coalesce(s.interest, 0) <> div(l.interest_parts * 2 + 3650000, 7300000) / 100`,
  },
  {
    says: 'A loan has interest once for a day, and only for days that its account says are posted',
    rows: sql`select concat('campaign ', t.agreement_id, ', ', t.day) as wrong
      from campaigns c join ledger_transactions t on t.agreement_id = c.id and t.event in ('interest', 'interest-change')
      join ledger_entries e on e.transaction_id = t.id and e.account = 'accrued'
      left join loan_accounts l on l.agreement_id = c.id
      group by t.agreement_id, t.day, l.accrued_until
      having count(*) filter (where t.event = 'interest') > 1
        or (sum(e.amount) <> 0 and t.day >= coalesce(l.accrued_until, '-infinity'))`,
  },
];

/** Added to the rules of loans: a repayment repays what it brought, and no more, and only money closes a loan. */
const ofRepayments: Invariant[] = [
  {
    says: 'A loan has a repaid date exactly if its money repaid all of it, and that is the day of some of its money',
    rows: sql`select concat('campaign ', a.id, ': repaid ', coalesce(a.campaign_finance_repaid_date::text, 'never'),
        ', owed ', b.agreed + b.loans + b.charges + b.accrued) as wrong
      from campaigns c join loan_accounts l on l.agreement_id = c.id join agreements a on a.id = c.id
      join campaign_books b on b.agreement_id = c.id
      where (a.campaign_finance_repaid_date is not null) <> (b.agreed + b.loans + b.charges + b.accrued = 0
          and b.collected > 0)
        or (a.campaign_finance_repaid_date is not null
          and not exists (select from payments p where p.agreement_id = a.id and p.kind = 'repayment'
            and p.status = 'approved' and p.payment_date = a.campaign_finance_repaid_date)
          and not exists (select from ledger_transactions t where t.agreement_id = a.id and t.event = 'write-off'
            and t.day = a.campaign_finance_repaid_date))`,
  },
  {
    says: 'No repayment repays more than its amount',
    rows: sql`select concat('payment ', p.id) as wrong
      from campaigns c join payments p on p.agreement_id = c.id and p.kind = 'repayment'
      join lateral (
        select coalesce(-sum(e.amount), 0) as repaid from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.payment_id = p.id and e.account in ('loans', 'agreed', 'charges', 'accrued', 'writeoffs')) l on true
      where l.repaid < 0 or l.repaid > case when p.status = 'approved' then p.amount else 0 end`,
  },
];

/** These belong to no organisation. */
const ofPlatform: Invariant[] = [
  ...inBank,
  {
    says: 'The stored totals of each account and day are the sums of its entries',
    rows: sql`select concat(coalesce(l.account, s.account), ' on ', coalesce(l.book_day, s.book_day)) as wrong
      from (select t.book_day, e.account, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debit,
          coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as credit, count(*) as entries
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.book_day, e.account) l
      full join (select book_day, account, sum(debit) as debit, sum(credit) as credit, sum(entries) as entries
        from ledger_totals group by book_day, account) s on s.book_day = l.book_day and s.account = l.account
      where (l.debit, l.credit, l.entries) is distinct from (s.debit, s.credit, s.entries)`,
  },
  {
    says: 'Nothing was posted in a closed period after it was closed',
    rows: sql`select concat('period until ', p.last_day) as wrong from book_periods p
      where p.reopened_date is null and p.entries <> (
        select count(*) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.book_day <= p.last_day and (p.first_day is null or t.book_day >= p.first_day))`,
  },
  {
    says: 'Payouts and fees of the card gateway are the statement lines that are matched with them',
    rows: sql`select concat('gateway ', l.gateway, ', bank ', l.bank, ', fees ', l.costs, ', statements ', n.amount) as wrong
      from (select coalesce(-sum(e.amount) filter (where e.account = 'gateway'), 0) as gateway,
          coalesce(sum(e.amount) filter (where e.account in ('bank', 'trust', 'operating')), 0) as bank,
          coalesce(sum(e.amount) filter (where e.account = 'costs'), 0) as costs
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.agreement_id is null) l
      cross join (select coalesce(sum(amount), 0) as amount, coalesce(sum(payout_fee), 0) as fee
        from bank_statement_lines where payout_id is not null) n
      where l.gateway <> n.amount + n.fee or l.bank <> n.amount or l.costs <> n.fee`,
  },
];

export const sentences: readonly string[] = [
  ...ofLedger,
  ...ofDocuments,
  ...ofLoans,
  ...ofRepayments,
  ...ofPlatform,
].map(({ says }) => says);

/** At most this many rows are named for each invariant. */
const named = 20;

/**
 * The sentences about money that are not true, each with the rows where; none if the books are right. Reads the ledger
 * itself, not the stored balances. With organisations, only their campaigns are read.
 */
export async function brokenInvariants(db: Db, organisationIds?: readonly number[]): Promise<string[]> {
  const invariants = [...ofLedger, ...ofDocuments, ...ofLoans, ...ofRepayments, ...(organisationIds ? [] : ofPlatform)];
  const queries = invariants.map(
    ({ says, rows }) => sql`(select ${says}::text as says, r.wrong from (${rows}) r order by r.wrong limit ${named})`,
  );
  const { rows } = await sql<{ says: string; wrong: string }>`
    with ${sources(organisationIds ?? null)} ${sql.join(queries, sql` union all `)}`.execute(db);
  const found = Map.groupBy(rows, ({ says }) => says);
  return [...found].map(([says, list]) => `Not true: ${says} (${list.map(({ wrong }) => wrong).join('; ')})`);
}
