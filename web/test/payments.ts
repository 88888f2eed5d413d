import type { listedInvoice, listedPayment, paymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type * as z from 'zod/mini';

export type WireDetails = z.input<typeof paymentDetails>;
export type WirePayment = z.input<typeof listedPayment>;
export type WireInvoice = z.input<typeof listedInvoice>;

export const frameOrigin = 'http://cards.test';

/** $4,200, nothing paid, in Australia. */
export const details = (changed: Partial<WireDetails> = {}): WireDetails => ({
  financeOptionCode: 'pn',
  today: '2026-11-14',
  kind: 'upfront',
  refusal: null,
  isPaid: false,
  isUnderWay: false,
  mayPayByCard: true,
  mayRecord: true,
  mayMarkAsPaid: true,
  campaignBudget: 4200,
  serviceFee: 0,
  discount: 0,
  amount: 4200,
  paidAmount: 0,
  dueAmount: 4200,
  dueNowDisplay: 4200,
  intent: 'credit-card',
  surcharges: [
    {
      label: 'Visa and Mastercard debit',
      schemes: ['visa', 'mastercard'],
      fundings: ['debit'],
      basisPoints: 80,
      surcharge: 33.6,
    },
    {
      label: 'Visa and Mastercard credit',
      schemes: ['visa', 'mastercard'],
      fundings: ['credit'],
      basisPoints: 150,
      surcharge: 63,
    },
  ],
  receiptEmail: 'vera@example.com',
  bankTransfer: {
    accountName: 'Kerb Demo Trust',
    bsbNumber: '062-000',
    payId: 'payments@example.com',
    accountNumber: '12345678',
    reference: 'FLOW-AU10231',
  },
  cardFrame: { provider: 'sandbox', url: `${frameOrigin}/frame`, origin: frameOrigin, publishableKey: null },
  biller: {
    url: 'http://kerb.test/sandbox/biller',
    billerCode: '123456',
    merchantId: 'KERB',
    reference: 'FLOW-AU10231',
  },
  ...changed,
});

export const paid = (changed: Partial<WirePayment> = {}): WirePayment => ({
  id: 71,
  href: '/v1/payments/71',
  agreement: { href: '/v1/agreements/10231' },
  kind: 'upfront',
  paymentNumber: 'KP-71',
  status: 'approved',
  mayVoid: true,
  refundableAmount: 4263,
  refunds: [],
  refundedAmount: 0,
  refundFee: 0,
  paymentDate: '2026-11-14',
  approvalDate: '2026-11-14T01:00:00.000Z',
  voidDate: null,
  voidReason: null,
  isBeingVoided: false,
  amount: 4200,
  serviceFee: 0,
  surcharge: 63,
  paymentMethod: 'card',
  description: null,
  paymentGatewayRef: 'ch_1',
  cardToken: null,
  card: { scheme: 'visa', funding: 'credit', last4: '4242', wallet: null },
  receiptEmail: 'vera@example.com',
  paidByName: 'Vera Vendor',
  ...changed,
});

export const billed = (changed: Partial<WireInvoice> = {}): WireInvoice => ({
  id: 31,
  href: '/v1/invoices/31',
  agreement: { href: '/v1/agreements/10231' },
  type: 'upfront',
  status: 'issued',
  issueDate: '2026-11-14',
  dueDate: null,
  voidDate: null,
  amount: 4263,
  paidAmount: 1000,
  unpaidAmount: 3263,
  mayVoid: false,
  hasUnapprovedPayments: false,
  lines: [
    { displayOrder: 1, type: 'sale', amount: 4200, description: 'Campaign budget' },
    { displayOrder: 2, type: 'fee', amount: 57.27, description: 'Card surcharge' },
    { displayOrder: 3, type: 'tax', amount: 5.73, description: 'GST 10%' },
  ],
  directDepositInstructions: null,
  ...changed,
});

export const cardFacts = { scheme: 'visa', funding: 'credit', last4: '4242', country: 'AU' };

/** The provider's frame, played by the test: the messages that it sends, and those that it received. */
export async function playFrame() {
  const element = await screen.findByTitle<HTMLIFrameElement>('Card details');
  const post = (data: object) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin: frameOrigin, source: element.contentWindow }));
  const say = (data: object) => act(async () => void post(data));
  const posted = vi.spyOn(element.contentWindow!, 'postMessage');
  posted.mockImplementation(((message: { type: string; nonce: string }) => {
    if (message.type !== 'tokenise') return;
    tokens += 1;
    post({ type: 'token', nonce: message.nonce, token: `tok_${tokens}`, card: cardFacts });
  }) as never);
  await say({ type: 'ready' });
  return {
    say,
    post,
    posted,
    type: (change: object = {}) => say({ type: 'change', valid: true, ...cardFacts, ...change }),
  };
}
let tokens = 0;
