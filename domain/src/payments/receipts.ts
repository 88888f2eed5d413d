type Paid = { serviceFeePaymentRef?: string | null | undefined; campaignUpfrontPaymentRef?: string | null | undefined };

/** What a receipt is asked for by: the service fee's payment where there is one, else the upfront payment's. */
export const receiptNumberOf = (campaign: Paid): string | null =>
  campaign.serviceFeePaymentRef ?? campaign.campaignUpfrontPaymentRef ?? null;

export const confirmationFileName = (agreementId: number): string => `Payment-Confirmation_${agreementId}.pdf`;
export const invoiceFileName = (invoiceId: number): string => `Tax-Invoice_${invoiceId}.pdf`;
