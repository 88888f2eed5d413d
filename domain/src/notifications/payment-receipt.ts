export type PaymentReceiptFacts = { brand: string; campaignName: string; flowNumber: string; receiptNumber: string };

/** The mail for a receipt that was requested again; the receipt is attached. */
export const paymentReceiptMail = (facts: PaymentReceiptFacts) => ({
  subject: `Your receipt ${facts.receiptNumber} for ${facts.campaignName}`,
  body: [
    'Hello,',
    `Your payment confirmation for ${facts.campaignName} is attached.`,
    `The receipt number is ${facts.receiptNumber}, your reference ${facts.flowNumber}.`,
    facts.brand,
  ].join('\n\n'),
});
