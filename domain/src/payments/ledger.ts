import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { InvoiceLineType } from '@kerb/domain/payments/invoice-status.ts';
import type { InvoiceLine } from '@kerb/domain/payments/invoices.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';

/** Every account of the books. Each campaign has its own page of each; a debit is above zero, a credit below. */
// biome-ignore format: a table
export const accounts = {
  gateway:      'Money that cards have paid, with the card gateway',
  bank:         'Money in our bank account',
  elsewhere:    'Money that an admin recorded by hand, held where they took it',
  payer:        'What the payer owes on invoices',
  organisation: 'What is kept for the organisation',
  fees:         'Service fees and surcharges earned, without their tax',
  tax:          'Tax collected, owed to the tax office',
  discounts:    'Discounts given, borne by us',
  interest:     'Interest earned',
  loans:        'Money lent',
  held:         'Money that belongs to a payer: too much, or for a campaign that is over',
} as const;
export type Account = keyof typeof accounts;
export const accountNames = Object.keys(accounts) as [Account, ...Account[]];

/** What can be written in the books. */
export const ledgerEvents = ['invoice', 'payment', 'reversal', 'transfer', 'return', 'release', 'payout'] as const;
export type LedgerEvent = (typeof ledgerEvents)[number];

export type Entry = { account: Account; amount: Cents; invoiceId: number | null };

/** Where the money of each method lands. */
// biome-ignore format: a table
const landsIn: Record<PaymentMethod, Account> = {
  card:             'gateway',
  'direct-deposit': 'bank',
  manual:           'elsewhere',
};

/** What each line of an invoice is owed for. */
// biome-ignore format: a table
const owedFor: Record<InvoiceLineType, Account> = {
  sale:    'organisation',
  tax:     'tax',
  fee:     'fees',
  repaymt: 'loans',
  int:     'interest',
  disc:    'discounts',
};

const entry = (account: Account, amount: Cents, invoiceId: number | null = null): Entry => ({
  account,
  amount,
  invoiceId,
});
const written = (entries: Entry[]): Entry[] => entries.filter(({ amount }) => amount !== 0);
const sumOf = (amounts: readonly { amount: Cents }[]): Cents => amounts.reduce((sum, { amount }) => sum + amount, 0);

/** An invoice: the payer owes its amount, for what its lines say. */
export const postInvoice = (invoiceId: number, lines: readonly Pick<InvoiceLine, 'type' | 'amount'>[]): Entry[] =>
  written([
    entry('payer', sumOf(lines), invoiceId),
    ...lines.map(({ type, amount }) => entry(owedFor[type], amount === 0 ? 0 : -amount, invoiceId)),
  ]);

export type OpenInvoice = { id: number; unpaid: Cents };

/** Money that came in pays what is open, the oldest first. What is left over is held for the payer. */
export function postPayment(method: PaymentMethod, totalCents: Cents, open: readonly OpenInvoice[]): Entry[] {
  let left = totalCents;
  const paid = open.map(({ id, unpaid }) => {
    const part = Math.min(left, unpaid);
    left -= part;
    return entry('payer', part === 0 ? 0 : -part, id);
  });
  return written([entry(landsIn[method], totalCents), ...paid, entry('held', left === 0 ? 0 : -left)]);
}

/** What was written is never changed: it is written again with the signs turned. */
export const postReversal = (entries: readonly Entry[]): Entry[] =>
  entries.map(({ account, amount, invoiceId }) => entry(account, -amount, invoiceId));

/** The campaign's funds go to its organisation: what was kept for it, or else what is lent for it. */
export const postTransfer = (amountCents: Cents, isLent = false): Entry[] =>
  written([entry(isLent ? 'loans' : 'organisation', amountCents), entry('bank', -amountCents)]);

/** Money that was held goes back to the payer from our bank account. */
export const postReturn = (amountCents: Cents): Entry[] =>
  written([entry('held', amountCents), entry('bank', -amountCents)]);

type Kept = { kept: Cents; discounts: Cents; paid: Cents };

/**
 * A campaign is over: what was paid and kept for its organisation is the payer's again, and a discount was given for
 * nothing. Fees that were paid in full stay earned; the void of a payment gives back those too.
 */
export function postRelease({ kept, discounts, paid }: Kept): Entry[] {
  const owed = Math.max(0, kept - discounts);
  const released = Math.min(owed, paid);
  const discount = released === owed && released > 0 ? discounts : 0;
  if (released === 0) return [];
  return written([
    entry('organisation', released + discount),
    entry('discounts', discount === 0 ? 0 : -discount),
    entry('held', -released),
  ]);
}

/** The card gateway pays out what cards have paid. */
export const postPayout = (amountCents: Cents): Entry[] =>
  written([entry('bank', amountCents), entry('gateway', -amountCents)]);

/** What entries paid on each invoice: above zero where money came, below where it was taken back. */
export function paidOnInvoices(entries: readonly Entry[]): Map<number, Cents> {
  const paid = new Map<number, Cents>();
  for (const { account, amount, invoiceId } of entries) {
    if (account === 'payer' && invoiceId !== null) paid.set(invoiceId, (paid.get(invoiceId) ?? 0) - amount);
  }
  return paid;
}
