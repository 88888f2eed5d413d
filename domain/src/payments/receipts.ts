type Paid = { serviceFeePaymentRef?: string | null | undefined; campaignUpfrontPaymentRef?: string | null | undefined };

/**
 * The number by which a receipt is requested: of the service fee's payment if there is one, else of the upfront
 * payment.
 */
export const receiptNumberOf = (campaign: Paid): string | null =>
  campaign.serviceFeePaymentRef ?? campaign.campaignUpfrontPaymentRef ?? null;

export const confirmationFileName = (agreementId: number): string => `Payment-Confirmation_${agreementId}.pdf`;
export const invoiceFileName = (invoiceId: number): string => `Tax-Invoice_${invoiceId}.pdf`;
