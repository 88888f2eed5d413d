import { isPaid, type Paying } from '@kerb/domain/agreements/badges.ts';

type Paid = { serviceFeePaymentRef?: string | null | undefined; campaignUpfrontPaymentRef?: string | null | undefined };

/**
 * The number by which a receipt is requested: of the service fee's payment if there is one, else of the upfront
 * payment.
 */
export const receiptNumberOf = (campaign: Paid): string | null =>
  campaign.serviceFeePaymentRef ?? campaign.campaignUpfrontPaymentRef ?? null;

/** The stamp on a payment confirmation; null if the money is held and pays for nothing. */
export function confirmationStamp(
  campaign: Pick<Paying, 'status' | 'paymentState'>,
): { text: string; tone: 'success' | 'attention' } | null {
  if (campaign.paymentState === 'refunding') return { text: 'Refund pending', tone: 'attention' };
  if (isPaid(campaign)) return { text: 'Paid', tone: 'success' };
  return campaign.paymentState === 'part' ? { text: 'Part paid', tone: 'attention' } : null;
}

export const confirmationFileName = (agreementId: number): string => `Payment-Confirmation_${agreementId}.pdf`;
export const invoiceFileName = (invoiceId: number): string => `Tax-Invoice_${invoiceId}.pdf`;
