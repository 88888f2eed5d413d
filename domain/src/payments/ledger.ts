import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';

export type Side = 'payers' | 'ours' | 'none';

/**
 * Every account of the ledger, kept per campaign. A debit is positive, a credit negative. `sign` is the sign that a
 * campaign's balance may have; the database refuses any other. `side` says whose money it is about: in each posting the
 * accounts of payers' money add up to zero, and ours too. `none` is no money.
 */
// biome-ignore format: a table
export const accounts = {
  gateway:      { side: 'payers', sign: 'any',      means: 'Card payments that the card gateway has not paid out yet' },
  trust:        { side: 'payers', sign: 'any',      means: 'Payers’ money in the bank: the trust account' },
  bank:         { side: 'ours',   sign: 'any',      means: 'Our own money in the bank account that payers pay into. If there is an operating account, it is to be moved there' },
  operating:    { side: 'ours',   sign: 'any',      means: 'Our own money that came into the operating account, or was moved there, if our money has a bank account of its own' },
  elsewhere:    { side: 'payers', sign: 'positive', means: 'Money that an admin recorded by hand and that is not in our bank account' },
  payer:        { side: 'none',   sign: 'positive', means: 'What the payer still has to pay on valid invoices' },
  billed:       { side: 'none',   sign: 'negative', means: 'The other side of what the payer still has to pay: no money yet' },
  received:     { side: 'payers', sign: 'negative', means: 'Money paid on invoices that are not paid in full yet. It is still the payer’s' },
  held:         { side: 'payers', sign: 'negative', means: 'Money that belongs to the payer: overpaid, released, or for a campaign that ended' },
  refunds:      { side: 'payers', sign: 'negative', means: 'Card money under refund: requested, and not confirmed by the card gateway yet' },
  organisation: { side: 'payers', sign: 'negative', means: 'What is kept for the organisation: paid in full, or lent by a signed agreement' },
  transit:      { side: 'payers', sign: 'negative', means: 'What is on its way to the organisation in an approved batch' },
  fees:         { side: 'ours',   sign: 'negative', means: 'Service fees, surcharges and refund fees earned, without their tax' },
  tax:          { side: 'ours',   sign: 'negative', means: 'Tax collected, owed to the tax office' },
  discounts:    { side: 'ours',   sign: 'positive', means: 'Discounts that the platform pays for' },
  agreed:       { side: 'payers', sign: 'positive', means: 'Loans that are signed and not transferred yet' },
  loans:        { side: 'ours',   sign: 'positive', means: 'Money lent and transferred' },
  charges:      { side: 'ours',   sign: 'positive', means: 'Fees of a drawn loan that its payer owes' },
  accrued:      { side: 'ours',   sign: 'positive', means: 'Interest of a drawn loan that its payer owes, for days that have ended' },
  lending:      { side: 'ours',   sign: 'negative', means: 'Fees earned on loans, without their tax' },
  interest:     { side: 'ours',   sign: 'negative', means: 'Interest earned on loans' },
  costs:        { side: 'ours',   sign: 'positive', means: 'Fees that the card gateway took' },
  writeoffs:    { side: 'ours',   sign: 'positive', means: 'Loans, with their fees and interest, that were written off' },
  carried:      { side: 'ours',   sign: 'any',      means: 'The other side of loans that were paid out or repaid before the ledger recorded it' },
  shortfall:    { side: 'ours',   sign: 'positive', means: 'Paid to an organisation beyond what was kept for it, before the ledger prevented it' },
} as const satisfies Record<string, { side: Side; sign: 'any' | 'positive' | 'negative'; means: string }>;
export type Account = keyof typeof accounts;
export const accountNames = Object.keys(accounts) as [Account, ...Account[]];
/** Where payers' money is, and for whom. The database has the same list. */
export const payersAccounts = accountNames.filter((name) => accounts[name].side === 'payers');
/** What is in the bank account that payers pay into, and that batches are paid from. */
export const bankAccounts = ['trust', 'bank'] as const satisfies readonly Account[];

export type Entry = { account: Account; amount: Cents; invoiceId: number | null };

/** The account that receives the money of each payment method. */
// biome-ignore format: a table
export const landsIn: Record<PaymentMethod, Account> = {
  card:             'gateway',
  'direct-deposit': 'trust',
  manual:           'elsewhere',
};

/** Entries are never changed: a reversal writes them again with opposite signs. */
export const postReversal = (entries: readonly Entry[]): Entry[] =>
  entries.map(({ account, amount, invoiceId }) => ({ account, amount: -amount, invoiceId }));
