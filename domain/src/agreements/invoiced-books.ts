import type { Cents } from '@kerb/domain/kernel/money.ts';

/**
 * The balances of a campaign's ledger that say how far its invoices are paid: the amount of those that are paid in
 * full, what is still to pay, and what was received towards one that is not paid in full (a credit).
 */
export type InvoicedBooks = { settled: Cents; payer: Cents; received: Cents };

/** Whether the campaign's invoices are paid in full, also while another payment is being refunded. */
export const isPaidInFull = ({ settled, payer, received }: InvoicedBooks): boolean =>
  settled > 0 && payer === 0 && received === 0;

/** Whether some of the campaign's invoices are paid, at least in part. */
export const hasPaidInvoices = ({ settled, received }: InvoicedBooks): boolean => received < 0 || settled > 0;

/** What is still to pay of a fee that is invoiced separately. Once a part is paid, its invoice asks for the rest. */
export function feeLeftToPay(serviceFee: Cents, books: InvoicedBooks): Cents {
  if (isPaidInFull(books)) return 0;
  return hasPaidInvoices(books) ? books.payer : serviceFee;
}
