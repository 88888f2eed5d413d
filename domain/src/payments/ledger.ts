import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';

/**
 * Every account of the ledger, kept per campaign. A debit is positive, a credit negative. `sign` is the sign that a
 * campaign's balance may have; the database refuses any other.
 */
// biome-ignore format: a table
export const accounts = {
  gateway:      { sign: 'any',      means: 'Card payments that the card gateway has not paid out yet' },
  bank:         { sign: 'any',      means: 'Money in our bank account' },
  elsewhere:    { sign: 'positive', means: 'Money that an admin recorded by hand and that is not in our bank account' },
  payer:        { sign: 'positive', means: 'What the payer still has to pay on valid invoices' },
  billed:       { sign: 'negative', means: 'The other side of what the payer still has to pay: no money yet' },
  received:     { sign: 'negative', means: 'Money paid on invoices that are not paid in full yet. It is still the payer’s' },
  held:         { sign: 'negative', means: 'Money that belongs to the payer: overpaid, released, or for a campaign that ended' },
  refunds:      { sign: 'negative', means: 'Card money under refund: requested, and not confirmed by the card gateway yet' },
  organisation: { sign: 'negative', means: 'What is kept for the organisation: paid in full, or lent by a signed agreement' },
  transit:      { sign: 'negative', means: 'What is on its way to the organisation in an approved batch' },
  fees:         { sign: 'negative', means: 'Service fees, surcharges and refund fees earned, without their tax' },
  tax:          { sign: 'negative', means: 'Tax collected, owed to the tax office' },
  discounts:    { sign: 'positive', means: 'Discounts that the platform pays for' },
  agreed:       { sign: 'positive', means: 'Loans that are signed and not transferred yet' },
  loans:        { sign: 'positive', means: 'Money lent and transferred' },
  charges:      { sign: 'positive', means: 'Fees of a drawn loan that its payer owes' },
  accrued:      { sign: 'positive', means: 'Interest of a drawn loan that its payer owes, for days that have ended' },
  lending:      { sign: 'negative', means: 'Fees earned on loans, without their tax' },
  interest:     { sign: 'negative', means: 'Interest earned on loans' },
  costs:        { sign: 'positive', means: 'Fees that the card gateway took' },
  writeoffs:    { sign: 'positive', means: 'Loans, with their fees and interest, that were written off' },
  carried:      { sign: 'any',      means: 'The other side of loans that were paid out or repaid before the ledger recorded it' },
  shortfall:    { sign: 'positive', means: 'Paid to an organisation beyond what was kept for it, before the ledger prevented it' },
} as const satisfies Record<string, { sign: 'any' | 'positive' | 'negative'; means: string }>;
export type Account = keyof typeof accounts;
export const accountNames = Object.keys(accounts) as [Account, ...Account[]];

export type Entry = { account: Account; amount: Cents; invoiceId: number | null };

/** The account that receives the money of each payment method. */
// biome-ignore format: a table
export const landsIn: Record<PaymentMethod, Account> = {
  card:             'gateway',
  'direct-deposit': 'bank',
  manual:           'elsewhere',
};

/** Entries are never changed: a reversal writes them again with opposite signs. */
export const postReversal = (entries: readonly Entry[]): Entry[] =>
  entries.map(({ account, amount, invoiceId }) => ({ account, amount: -amount, invoiceId }));
