import { digits, emailAddress, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const oneAgreement = z.object({ id: digits });

/** The payment reference, and the recipient. */
export const newReceipt = z.strictObject({ receiptNumber: requiredText(60), receiptEmail: emailAddress });
export type NewReceipt = z.output<typeof newReceipt>;

// biome-ignore format: a table
export const receiptEndpoints = defineEndpoints({
  send:         { method: 'POST', path: '/v2/agreements/{id}/send-payment-receipt', permission: 'payment.make', summary: 'Send the receipt of a payment by email', params: oneAgreement, body: newReceipt, response: z.object({ success: z.boolean() }) },
  confirmation: { method: 'GET',  path: '/v2/agreements/{id}/payment-confirmation', permission: 'payment.read', summary: 'Download the payment confirmation of a campaign as a PDF', params: oneAgreement, file: 'application/pdf' },
  invoice:      { method: 'GET',  path: '/v1/invoices/{id}/pdf', permission: 'payment.read', summary: 'Download an invoice as a PDF', params: oneAgreement, file: 'application/pdf' },
});
