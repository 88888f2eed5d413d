export type PaymentReceiptFacts = { brand: string; campaignName: string; flowNumber: string; receiptNumber: string };

/** What goes with a receipt that somebody asked for again; the receipt itself is attached. */
export const paymentReceiptMail = (facts: PaymentReceiptFacts) => ({
  subject: `Your receipt ${facts.receiptNumber} for ${facts.campaignName}`,
  body: [
    'Hello,',
    `Your payment confirmation for ${facts.campaignName} is attached.`,
    `The receipt number is ${facts.receiptNumber}, your reference ${facts.flowNumber}.`,
    facts.brand,
  ].join('\n\n'),
});
