import { turnovers } from '@kerb/domain/payments/campaign-money.ts';
import { type Account, accountNames, landsIn } from '@kerb/domain/payments/ledger.ts';
import type { MovedEvent } from '@kerb/domain/payments/ledger-events.ts';
import { type MoveName, moves, namesInvoice } from '@kerb/domain/payments/ledger-moves.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type pg from 'pg';
import { chunk, firstCampaign, paysByTransfer } from './generate-campaigns.ts';
import { adminUser } from './generate-people.ts';

const approver = adminUser + 1;
/** A bank transfer comes in this many payments. */
const parts = 4;
/** The campaigns of one transferred batch are from so many numbers. */
const batchSize = 500;

const rank = (status: Parameters<typeof statusRank>[0]): string => String(statusRank(status));

const offset = firstCampaign - 1;

/** The facts that decide the money of each campaign. */
const money = (from: number, to: number): string => `
  create temp table money on commit drop as
  select *, sale + fee + surcharge as total, round((fee + surcharge) / 11, 2) as tax,
    case when paid_by = 'transfer' then (sale + fee) / ${parts} end as part,
    case when paid_parts = ${parts} or paid_by = 'card' then sale else 0 end + lent as kept
  from (
    select *, case when paid_by = 'card' then round((sale + fee) * 0.015, 2) else 0 end as surcharge
    from (
      select n, id, tenant_id, created_date as created, status, finance_option_code as finance,
        status < ${rank('draft')} as is_ended,
        case when finance_option_code = 'pn' and ${paysByTransfer} then
            case when status >= ${rank('waiting-info')} or (status < ${rank('draft')} and n % 4 <> 0)
              then 'transfer' end
          when finance_option_code in ('pn', 'pos') and status >= ${rank('approved')} then 'card' end as paid_by,
        case when status >= ${rank('approved')} or status < ${rank('draft')} then ${parts}
          else n % 2 end as paid_parts,
        case when finance_option_code = 'pn' then campaign_budget else 0 end as sale,
        case when finance_option_code = 'pos' then service_fee else 0 end as fee,
        case when finance_option_code in ('pl', 'pos') and status >= ${rank('signed')}
          then campaign_budget else 0 end as lent,
        status >= ${rank('executed')} as is_transferred,
        status >= ${rank('executed')} or (status >= ${rank('approved')} and n % 3 = 0) as is_ordered,
        n as invoice_id,
        -- Batch 0 of each thousand is approved and not transferred yet.
        ${Math.ceil(from / chunk) * 1000} + case when status >= ${rank('executed')}
          then 1 + (n - ${from}) / ${batchSize} else 0 end as batch_id
      from (select *, id - ${offset} as n from agreements where id between ${offset + from} and ${offset + to}) a
    ) facts
  ) amounts
  where paid_by is not null or lent > 0`;

type SqlMove = { move: MoveName; amounts: Record<string, string>; method?: PaymentMethod };
type Step = { event: MovedEvent; when: string; day: number; moves: SqlMove[]; part?: number; hasBatch?: true };

const oneAmount = (move: MoveName, amount: string, method?: PaymentMethod): SqlMove => ({
  move,
  amounts: { amount },
  ...(method && { method }),
});
const shared = { amount: 'total', sale: 'sale', discount: '0', fees: 'fee + surcharge - tax', tax: 'tax' };
const isByTransfer = `paid_by = 'transfer'`;
const isPaid = `${isByTransfer} and paid_parts = ${parts}`;

const partPayment = (part: number): Step => ({
  event: 'payment',
  when: `${isByTransfer} and paid_parts >= ${part}`,
  day: 2 + part,
  part,
  moves: [
    oneAmount('receive', 'part', 'direct-deposit'),
    oneAmount('apply', 'part'),
    ...(part === parts ? [{ move: 'divide', amounts: shared } as const] : []),
  ],
});

/** Every step of a campaign's money, in order. The campaigns of a step are written by one statement. */
// biome-ignore format: a table
const steps: Step[] = [
  { event: 'invoice',  when: isByTransfer,                              day: 2,  moves: [oneAmount('bill', 'total')] },
  ...Array.from({ length: parts }, (_, index) => partPayment(index + 1)),
  { event: 'payment',  when: `paid_by = 'card'`,                        day: 6,  moves: [oneAmount('bill', 'total'), oneAmount('receive', 'total', 'card'), oneAmount('apply', 'total'), { move: 'divide', amounts: shared }], part: 1 },
  { event: 'end',      when: `${isPaid} and is_ended`,                  day: 8,  moves: [{ move: 'undivide', amounts: shared }, oneAmount('unapply', 'total'), oneAmount('unbill', 'total')] },
  { event: 'return',   when: `${isPaid} and is_ended and n % 2 = 0`,    day: 9,  moves: [oneAmount('giveBack', 'total')] },
  { event: 'lend',     when: 'lent > 0',                                day: 8,  moves: [oneAmount('lend', 'lent')] },
  { event: 'order',    when: 'kept > 0 and not is_ended and is_ordered',     day: 11, moves: [oneAmount('order', 'kept')], hasBatch: true },
  { event: 'transfer', when: 'kept > 0 and not is_ended and is_transferred', day: 13, moves: [{ move: 'transfer', amounts: { amount: 'kept', lent: 'lent' } }], hasBatch: true },
];

const paymentId = (part: number): string => `100000 + n * ${parts} + ${part}`;
const transactionId = (step: number): string => `n * ${steps.length} + ${step}`;
const dateOf = (day: number): string => `(created + interval '${day} days')`;

/** The entries of a step as SQL values, added up by account, from the product's own table of moves. */
function entriesOf(made: readonly SqlMove[]): string {
  const sums = new Map<Account, { amount: string; isOfInvoice: boolean }>();
  for (const { move, amounts, method } of made) {
    const { lines, ...row } = moves[move];
    for (const [name, sign, amount] of lines) {
      const account = name === 'cash' ? landsIn[method ?? 'manual'] : name;
      const isOfInvoice = 'isOfInvoice' in row && namesInvoice.has(account);
      sums.set(account, { amount: `${sums.get(account)?.amount ?? ''} ${sign} (${amounts[amount]})`, isOfInvoice });
    }
  }
  const rows = [...sums].map(([account, sum]) => `('${account}', 0 ${sum.amount}, ${sum.isOfInvoice})`);
  return `(values ${rows.join(', ')}) as entry (account, amount, is_of_invoice)`;
}

/** A ledger transaction for each campaign of the step, and its entry in the audit log. */
const transactionsOf = ({ event, when, day, part, hasBatch }: Step, step: number): string => `
  with written as (
    insert into ledger_transactions (id, agreement_id, event, payment_id, batch_id, date, user_id, key,
      book_day)
    overriding system value
    select ${transactionId(step)}, id, '${event}', ${part ? paymentId(part) : 'null'},
      ${hasBatch ? 'batch_id' : 'null'}, ${dateOf(day)}, ${adminUser}, '${event}:' || id || ':${step}',
      (${dateOf(day)} at time zone (select default_time_zone from tenants where tenants.id = tenant_id))::date
    from money where ${when} order by n
    returning agreement_id, date, user_id
  )
  insert into log_entries (date, written_date, user_id, user_name, activity_code, description, log_data,
    target_agreement_id)
  select date, date, user_id, 'Operations', 'campaign_update', 'Ledger: ${event}', '{}', agreement_id
  from written order by agreement_id`;

const ledgerEntriesOf = ({ when, moves: made }: Step, step: number): string => `
  insert into ledger_entries (transaction_id, account, amount, invoice_id)
  select ${transactionId(step)}, entry.account, entry.amount, case when entry.is_of_invoice then invoice_id end
  from money cross join lateral ${entriesOf(made)}
  where ${when} and entry.amount <> 0 order by n, entry.account`;

const invoices = `
  insert into invoices (id, agreement_id, type, status, issue_date, due_date, void_date, amount, paid_amount, surcharge,
    created_date, last_update_date)
  select invoice_id, id, case finance when 'pn' then 'upfront' else 'service-fee' end,
    case when is_ended then 'voided' when paid_by = 'card' or paid_parts = ${parts} then 'paid' else 'issued' end,
    ${dateOf(2)}::date, ${dateOf(9)}::date, case when is_ended then ${dateOf(8)}::date end, total,
    case when is_ended then 0 when paid_by = 'card' then total else part * paid_parts end, surcharge,
    ${dateOf(2)}, ${dateOf(6)}
  from money where paid_by is not null order by n`;

const invoiceLines = `
  insert into invoice_lines (invoice_id, display_order, type, amount, description)
  select invoice_id, line.display_order, line.type, line.amount, line.description
  from money cross join lateral (values
    (1, 'sale', sale, 'Campaign budget'), (2, 'fee', fee + surcharge - tax, 'Fees'), (3, 'tax', tax, 'GST 10%')
  ) as line (display_order, type, amount, description)
  where paid_by is not null and line.amount <> 0 order by invoice_id, line.display_order`;

const payments = `
  insert into payments (id, agreement_id, kind, finance_option_code, status, method, reference, amount, surcharge,
    campaign_budget, service_fee, payment_date, created_date, approval_date, started_at)
  select ${paymentId(0)} + made.part, id, case finance when 'pn' then 'upfront' else 'service-fee' end, finance,
    'approved', case paid_by when 'card' then 'card' else 'direct-deposit' end, md5(n || '-' || made.part),
    case paid_by when 'card' then sale + fee else money.part end, surcharge, sale, fee, date::date, date, date, date
  from money
  cross join lateral generate_series(1, case paid_by when 'card' then 1 else paid_parts end) as made (part)
  cross join lateral (select case paid_by when 'card' then ${dateOf(6)}
    else created + interval '1 day' * (2 + made.part) end as date) as paid
  where paid_by is not null order by n, made.part`;

const batches = `
  insert into batches (id, status, total, created_date, created_by_user_id, approved_date, approved_by_user_id,
    transferred_date, transferred_by_user_id, file_name, file_bytes, file_sha256)
  select batch_id, case when is_transferred then 'transferred' else 'approved' end, sum(kept),
    max(${dateOf(10)}), ${adminUser}, max(${dateOf(11)}), ${approver},
    case when is_transferred then max(${dateOf(13)}) end, case when is_transferred then ${adminUser} end,
    'batch-' || batch_id || '.aba', 'file', sha256('file')
  from money where kept > 0 and not is_ended and is_ordered group by batch_id, is_transferred order by batch_id`;

const batchItems = `
  insert into batch_items (batch_id, agreement_id, tenant_id, amount, account_name, bsb_number, account_number,
    is_first_to_account, is_transferred)
  select batch_id, m.id, tenant_id, kept, bank_account_name, bank_bsb_number, bank_account_number, false, is_transferred
  from money m join tenants t on t.id = m.tenant_id
  where kept > 0 and not is_ended and is_ordered order by batch_id, m.id`;

const sumOf = (account: Account): string => `coalesce(sum(e.amount) filter (where e.account = '${account}'), 0)`;
const turnedOver = (condition: string): string => `coalesce(-sum(e.amount) filter (where ${condition}), 0)`;
// biome-ignore format: a table
const turnoverSums: Record<(typeof turnovers)[number], string> = {
  settled:     turnedOver(`e.invoice_id is not null and e.account in ('organisation', 'fees', 'tax', 'discounts')`),
  transferred: turnedOver(`t.event = 'transfer' and e.account in ('bank', 'trust')`),
  returned:    turnedOver(`t.event = 'return' and e.account in ('bank', 'trust')`),
  // Nothing of these loans was repaid.
  repaid:      '0',
  collected:   '0',
};

/** The balances that the trigger of the ledger writes, for all campaigns at once. */
const balances = `
  insert into campaign_books (agreement_id, tenant_id, ${[...accountNames, ...turnovers].join(', ')}, owed_since, version)
  select a.id, a.tenant_id, ${[...accountNames, ...turnovers].map((name) => `s.${name}`).join(', ')},
    case when s.organisation + s.transit < 0 then s.kept_since end, s.version
  from (
    select t.agreement_id, count(distinct t.id) as version,
      min(t.date) filter (where e.account = 'organisation' and e.amount < 0) as kept_since,
      ${accountNames.map((name) => `${sumOf(name)} as ${name}`).join(', ')},
      ${turnovers.map((name) => `${turnoverSums[name]} as ${name}`).join(', ')}
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.agreement_id
  ) s join agreements a on a.id = s.agreement_id order by a.id`;

/** The totals that the trigger of the ledger writes, for all days at once. */
const totals = `
  insert into ledger_totals (book_day, account, debit, credit, entries)
  select t.book_day, e.account, coalesce(sum(e.amount) filter (where e.amount > 0), 0),
    coalesce(-sum(e.amount) filter (where e.amount < 0), 0), count(*)
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by t.book_day, e.account`;

/** The changes that the triggers of invoices and payments note, for those who keep a copy. */
const changes = [
  ['invoice', 'invoices'],
  ['payment', 'payments'],
].map(
  ([kind, table]) => `
  insert into record_changes (kind, record_id, tenant_id, agreement_id, changed_xid, changed_date)
  select '${kind}', r.id, a.tenant_id, a.id, pg_current_xact_id()::text::bigint, clock_timestamp()
  from ${table} r join agreements a on a.id = r.agreement_id`,
);

/** The payments to organisations that the ledger's trigger notes. */
const remittances = `
  insert into tenant_changes (tenant_id, kind, record_id, changed_xid, changed_date)
  select a.tenant_id, 'remittance', t.id, pg_current_xact_id()::text::bigint, clock_timestamp()
  from ledger_transactions t join agreements a on a.id = t.agreement_id where t.event in ('transfer', 'bounce')`;

const ofChunk = (from: number, to: number): string[] => [
  money(from, to),
  ...[payments, invoices, invoiceLines, batches, batchItems],
  ...steps.flatMap((step, place) => [transactionsOf(step, place), ledgerEntriesOf(step, place)]),
];

/**
 * Payments, invoices, batches and ledger of all campaigns: about ten ledger entries each. In bulk the database checks
 * no row and one statement computes the balances. `fill.test.ts` compares the result with the triggers' own.
 */
export async function insertBooks(client: pg.Client, count: number, keepsTriggers: boolean): Promise<void> {
  if (!keepsTriggers) await client.query('set session_replication_role = replica');
  for (let from = 1; from <= count; from += chunk) {
    await client.query('begin');
    for (const statement of ofChunk(from, Math.min(from + chunk - 1, count))) await client.query(statement);
    await client.query('commit');
  }
  if (!keepsTriggers) {
    await client.query(balances);
    await client.query(totals);
    for (const statement of [...changes, remittances]) await client.query(statement);
    await client.query('set session_replication_role = origin');
  }
  for (const table of ['payments', 'invoices', 'batches', 'ledger_transactions']) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
  }
}
