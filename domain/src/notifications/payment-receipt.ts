import { type PayerFacts, payerMail } from '@kerb/domain/notifications/payer-messages.ts';

/** The mail with a receipt that was requested again. It goes to any address, so it names nobody. */
export const paymentReceiptMail = (facts: Omit<PayerFacts, 'firstName'>, receiptNumber: string) =>
  payerMail('payment-receipt', { ...facts, firstName: null }, { receiptNumber });
