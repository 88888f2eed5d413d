import { type Kysely, sql } from 'kysely';

const either = (names: readonly string[]) => names.flatMap((name) => [`${name}+`, `${name}-`]);
const planned = either(['payer', 'billed', 'received', 'held', 'organisation', 'discounts', 'fees', 'tax']);
const taken = ['held+', 'charges-', 'accrued-', 'loans-', 'agreed-', 'writeoffs-'];
const givenBack = ['held-', 'charges+', 'accrued+', 'loans+', 'agreed+', 'writeoffs+'];

/** The accounts that each event may debit (+) and credit (-). */
const accountsOf: Record<string, readonly string[]> = {
  invoice: planned,
  payment: [...planned, 'gateway+', 'bank+', 'elsewhere+'],
  void: [...planned, 'bank-', 'elsewhere-'],
  'refund-requested': [...planned, 'refunds-'],
  'refund-refused': [...planned, 'refunds+'],
  refunded: ['refunds+', 'gateway-'],
  'refund-failed': [...planned, 'gateway+'],
  'void-invoice': ['payer-', 'billed+'],
  change: planned,
  end: planned,
  reopen: planned,
  lend: ['agreed+', 'organisation-'],
  unlend: ['organisation+', 'agreed-'],
  order: ['organisation+', 'transit-'],
  unorder: ['transit+', 'organisation+', 'organisation-', 'shortfall-'],
  transfer: ['transit+', 'organisation+', 'bank-', 'loans+', 'agreed-'],
  charge: either(['charges', 'lending', 'tax']),
  interest: ['accrued+', 'interest-'],
  'interest-change': either(['accrued', 'interest']),
  repayment: ['gateway+', 'bank+', 'elsewhere+', 'held-', ...taken],
  'repayment-void': ['bank-', 'elsewhere-', 'held+', ...givenBack],
  'repayment-change': [...taken, ...givenBack],
  'write-off': either(['writeoffs', 'charges', 'accrued', 'loans', 'agreed']),
  carry: either(['loans', 'carried']),
  return: ['held+', 'bank-'],
  payout: ['bank+', 'gateway-'],
  reversal: ['bank-', 'gateway+'],
};
const eventRows = sql.raw(
  Object.entries(accountsOf)
    .map(([event, names]) => `when '${event}' then '{${names.join(',')}}'::text[]`)
    .join('\n        '),
);

/** Money that comes after a loan was written off makes what is written off smaller. Everything else is as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ledger_accounts_of(event text) returns text[] language sql immutable as $$
      select case event
        ${eventRows}
        else '{}'::text[] end
    $$`.execute(db);
}
