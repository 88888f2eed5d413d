import { isPaid, type Paying } from '@kerb/domain/agreements/badges.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { InvoiceStatus } from '@kerb/domain/payments/invoice-status.ts';

type Paid = { serviceFeePaymentRef?: string | null | undefined; campaignUpfrontPaymentRef?: string | null | undefined };

/**
 * The number by which a receipt is requested: of the service fee's payment if there is one, else of the upfront
 * payment.
 */
export const receiptNumberOf = (campaign: Paid): string | null =>
  campaign.serviceFeePaymentRef ?? campaign.campaignUpfrontPaymentRef ?? null;

export type Stamp = { text: string; tone: 'success' | 'attention' };
const refundPending: Stamp = { text: 'Refund pending', tone: 'attention' };

/** The stamp on a payment confirmation; null if the money is held and pays for nothing. */
export function confirmationStamp(campaign: Pick<Paying, 'status' | 'paymentState'>): Stamp | null {
  if (campaign.paymentState === 'refunding') return refundPending;
  if (isPaid(campaign)) return { text: 'Paid', tone: 'success' };
  return campaign.paymentState === 'part' ? { text: 'Part paid', tone: 'attention' } : null;
}

type StampedInvoice = { status: InvoiceStatus; paidAmount: Cents; paymentId: number | null };

/**
 * Whether a refund that is on its way took the money from this invoice. The invoice still asks for it, or was voided
 * with the payment that had paid it.
 */
export const isRefundOf = (
  { status, paymentId }: Pick<StampedInvoice, 'status' | 'paymentId'>,
  refundedPayments: readonly number[],
): boolean =>
  status === 'issued'
    ? refundedPayments.length > 0
    : status === 'voided' && paymentId !== null && refundedPayments.includes(paymentId);

/** The stamp on an invoice. `refundedPayments` are the payments whose refund is on its way. */
export function invoiceStamp(invoice: StampedInvoice, refundedPayments: readonly number[]): Stamp | null {
  if (isRefundOf(invoice, refundedPayments)) return refundPending;
  if (invoice.status === 'paid') return { text: 'Paid', tone: 'success' };
  if (invoice.status === 'voided') return { text: 'Voided', tone: 'attention' };
  return invoice.paidAmount > 0 ? { text: 'Part paid', tone: 'attention' } : null;
}

export const confirmationFileName = (agreementId: number): string => `Payment-Confirmation_${agreementId}.pdf`;
export const invoiceFileName = (invoiceId: number): string => `Tax-Invoice_${invoiceId}.pdf`;
