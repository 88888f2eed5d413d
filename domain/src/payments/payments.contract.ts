import { invoiceLineTypes, invoiceStatuses } from '@kerb/domain/payments/invoice-status.ts';
import { cardFundings, cardSchemes, cardWallets } from '@kerb/domain/vocabulary/card-schemes.ts';
import { financeOptionCodes, paymentMethodIntents } from '@kerb/domain/vocabulary/value-lists.ts';
import {
  day,
  digits,
  emailAddress,
  id,
  link,
  moment,
  money,
  paragraph,
  requiredParagraph,
  sum,
  text,
} from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { signedMoney } from '@kerb/domain/wire/signed-money.ts';
import * as z from 'zod/mini';

export const paymentKinds = ['upfront', 'service-fee', 'repayment'] as const;
export type PaymentKind = (typeof paymentKinds)[number];
/** The kinds of payments that an invoice asks for. A loan is repaid without one. */
export type BilledKind = Exclude<PaymentKind, 'repayment'>;
export const paymentStatuses = ['pending', 'approved', 'voided'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const paymentMethods = ['card', 'direct-deposit', 'manual'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  card: 'Credit Card',
  'direct-deposit': 'Bank Transfer',
  manual: 'Manual',
};
export const invoiceTypes = ['upfront', 'service-fee', 'surcharge'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/** The sentence for a payer if the campaign does not offer Pay Upfront. */
export const payUpfrontUnavailable = 'Pay Upfront is not available for this campaign';

/** More than any text that a payment carries, and short enough for a bank's own records. */
const longestDescription = 500;

/**
 * A request to pay. `amount` is the amount due without the surcharge, as the payer saw it; the card is charged both. A
 * missing service fee means the campaign's own.
 */
export const newPayment = z.strictObject({
  financeOptionCode: z.enum(financeOptionCodes),
  method: z.enum(paymentMethods),
  amount: money,
  cardToken: z.optional(z.nullable(text(300))),
  receiptEmail: z.optional(z.nullable(emailAddress)),
  serviceFee: z.optional(z.nullable(money)),
  surcharge: z.optional(z.nullable(money)),
  date: z.optional(z.nullable(day)),
  description: z.optional(z.nullable(paragraph(longestDescription))),
});
export type NewPayment = z.output<typeof newPayment>;

const paidCard = z.object({
  scheme: z.enum(cardSchemes),
  funding: z.enum(cardFundings),
  last4: z.string(),
  wallet: z.nullable(z.enum(cardWallets)),
});

export const payment = z.object({
  id,
  href: z.string(),
  agreement: link('/v1/agreements'),
  kind: z.enum(paymentKinds),
  /** The number by which a receipt is requested; the campaign stores it as its payment reference. */
  paymentNumber: z.string(),
  status: z.enum(paymentStatuses),
  paymentDate: day,
  approvalDate: z.nullable(moment),
  voidDate: z.nullable(moment),
  voidReason: z.nullable(z.string()),
  /** A refund was requested and is not confirmed yet. */
  isBeingVoided: z.boolean(),
  amount: sum,
  serviceFee: sum,
  surcharge: sum,
  /** What was refunded of it in part, with the fees that were kept. It includes what is requested. */
  refundedAmount: sum,
  /** The fees of that. The payer gets the rest. */
  refundFee: sum,
  paymentMethod: z.enum(paymentMethods),
  description: z.nullable(z.string()),
  paymentGatewayRef: z.nullable(z.string()),
  /** Always null: a token works for one charge and is not stored. */
  cardToken: z.null(),
  card: z.nullable(paidCard),
  receiptEmail: z.nullable(z.string()),
  paidByName: z.nullable(z.string()),
});
export type Payment = z.output<typeof payment>;

/** `failed`: confirmed first, and sent back by the payer's bank later. */
export const refundStatuses = ['requested', 'made', 'refused', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** A part of a payment that went back. */
const partRefund = z.object({
  id,
  date: moment,
  status: z.enum(refundStatuses),
  amount: sum,
  /** Kept of the amount. The payer gets the rest. */
  fee: sum,
  reason: z.string(),
  requestedByName: z.nullable(z.string()),
});
export type PartRefund = z.output<typeof partRefund>;

/** A payment in a campaign's list, with what can be done with it now. The endpoints check again. */
export const listedPayment = z.extend(payment, {
  mayVoid: z.boolean(),
  /** The most that can be refunded in part now. */
  refundableAmount: sum,
  refunds: z.array(partRefund),
});
export type ListedPayment = z.output<typeof listedPayment>;

export const depositInstructions = z.object({
  accountName: z.string(),
  /** Null if the country has no BSB. */
  bsbNumber: z.nullable(z.string()),
  accountNumber: z.string(),
  /** Another way to name the account; null if the country or the platform has none. */
  payId: z.nullable(z.string()),
  reference: z.string(),
});

export const invoice = z.object({
  id,
  href: z.string(),
  agreement: link('/v1/agreements'),
  type: z.string(),
  status: z.enum(invoiceStatuses),
  issueDate: z.nullable(day),
  dueDate: z.nullable(day),
  voidDate: z.nullable(day),
  amount: sum,
  paidAmount: sum,
  unpaidAmount: sum,
  hasUnapprovedPayments: z.boolean(),
  lines: z.array(
    z.object({
      displayOrder: z.int(),
      type: z.enum(invoiceLineTypes),
      amount: signedMoney,
      description: z.string(),
    }),
  ),
  directDepositInstructions: z.nullable(depositInstructions),
});
export type Invoice = z.output<typeof invoice>;

/** An invoice in a campaign's list, with whether it can be voided now. The endpoint checks again. */
export const listedInvoice = z.extend(invoice, { mayVoid: z.boolean() });

const surchargeLine = z.object({
  label: z.string(),
  schemes: z.array(z.enum(cardSchemes)),
  fundings: z.array(z.enum(cardFundings)),
  /** Basis points. */
  basisPoints: z.int(),
  /** On the amount due now. */
  surcharge: sum,
});

/** What can be paid now, and how. Each endpoint checks again. */
export const paymentDetails = z.object({
  /** Today in the organisation's time zone: the usual date of a payment that staff record. */
  today: day,
  financeOptionCode: z.nullable(z.enum(financeOptionCodes)),
  /** Null if nothing can be paid by this option. */
  kind: z.nullable(z.enum(paymentKinds)),
  /** Why nothing can be paid now; null if it can. */
  refusal: z.nullable(z.string()),
  isPaid: z.boolean(),
  /** A payment whose outcome is unknown: another one cannot begin. */
  isUnderWay: z.boolean(),
  /** Whether this person may pay by card, and whether they may record other payments. */
  mayPayByCard: z.boolean(),
  mayRecord: z.boolean(),
  mayMarkAsPaid: z.boolean(),
  campaignBudget: sum,
  serviceFee: sum,
  discount: sum,
  /** Service fee, and for Pay Upfront the budget less its discount. */
  amount: sum,
  paidAmount: sum,
  /** The rest to pay: what a card is charged, without its surcharge. */
  dueAmount: sum,
  /**
   * The amount that the options panel shows as due now: in New Zealand including the surcharge, which is the same for
   * every card.
   */
  dueNowDisplay: sum,
  intent: z.nullable(z.enum(paymentMethodIntents)),
  surcharges: z.array(surchargeLine),
  receiptEmail: z.nullable(z.string()),
  bankTransfer: z.nullable(depositInstructions),
  /** The provider's frame in which the card is entered; null if cards are not accepted. */
  cardFrame: z.nullable(
    z.object({
      provider: z.enum(['sandbox', 'stripe']),
      url: z.string(),
      origin: z.string(),
      publishableKey: z.nullable(z.string()),
    }),
  ),
  /** For Request Payment; only for an admin. */
  biller: z.nullable(
    z.object({ url: z.string(), billerCode: z.string(), merchantId: z.string(), reference: z.string() }),
  ),
});
export type PaymentDetails = z.output<typeof paymentDetails>;

/** A refund of a part of a payment. `keepsFee`: the refund administration fee is kept of it. */
export const refunding = z.strictObject({
  amount: money,
  keepsFee: z.boolean(),
  reason: requiredParagraph(longestDescription),
});
export type Refunding = z.output<typeof refunding>;

const voiding = z.strictObject({ reason: requiredParagraph(longestDescription) });
const oneAgreement = z.object({ id: digits });
const onePayment = z.object({ id: digits });
const oneInvoice = z.object({ id: digits });
const chosenMethod = z.strictObject({ intent: z.enum(paymentMethodIntents) });

// biome-ignore format: a table
export const paymentEndpoints = defineEndpoints({
  pay:          { method: 'POST', path: '/v1/agreements/{id}/pay', permission: 'payment.make', summary: 'Pay by card, or record a payment without a card', params: oneAgreement, body: newPayment, response: payment, idempotent: true, also: [402] },
  details:      { method: 'GET',  path: '/v1/agreements/{id}/payment-details', permission: 'payment.read', summary: 'Read the amount to pay now and the ways to pay it', params: oneAgreement, response: paymentDetails },
  chooseMethod: { method: 'POST', path: '/v1/agreements/{id}/payment-method', permission: 'payment.make', summary: 'Choose card or bank transfer for Pay Upfront', params: oneAgreement, body: chosenMethod, response: paymentDetails },
  list:         { method: 'GET',  path: '/v1/agreements/{id}/payments', permission: 'payment.read', summary: 'List the payments of a campaign, the newest first', params: oneAgreement, response: z.object({ items: z.array(listedPayment) }) },
  invoices:     { method: 'GET',  path: '/v1/agreements/{id}/invoices', permission: 'payment.read', summary: 'List the invoices of a campaign, the newest first', params: oneAgreement, response: z.object({ items: z.array(listedInvoice) }) },
  voidPayment:  { method: 'POST', path: '/v1/payments/{id}/void', permission: 'payment.void', summary: 'Void a payment: refund the card and reverse the ledger entries', params: onePayment, body: voiding, response: payment, withoutKey: 'provider' },
  refund:       { method: 'POST', path: '/v1/payments/{id}/refund', permission: 'payment.void', summary: 'Refund a part of a payment, less the refund administration fee if it is kept', params: onePayment, body: refunding, response: payment, idempotent: true },
  voidInvoice:  { method: 'POST', path: '/v1/invoices/{id}/void', permission: 'payment.void', summary: 'Void an unpaid invoice', params: oneInvoice, body: voiding, response: invoice },
  gatewayEvent: { method: 'POST', path: '/v1/card-gateway/events', permission: 'anyone', summary: 'Receive a signed event of the card gateway about a charge', also: [413] },
});
