import { campaignMoneyEndpoints } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { type HeldMoney, heldMoneyEndpoints, type Returning } from '@kerb/domain/payments/held-money.contract.ts';
import {
  type NewPayment,
  type PaymentDetails,
  paymentEndpoints,
  type Refunding,
} from '@kerb/domain/payments/payments.contract.ts';
import { type NewReceipt, receiptEndpoints } from '@kerb/domain/payments/receipts.contract.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

type Intent = NonNullable<PaymentDetails['intent']>;

/** The polling interval while an outcome is not known. */
export const pollMs = 4_000;

export const paymentQueries = {
  /** Polls while the outcome of a payment is not known. */
  details: (id: number) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'payments'), 'details'],
      queryFn: ({ signal }) => call(paymentEndpoints.details, { params: { id }, signal }),
      refetchInterval: ({ state }) => (state.data?.isUnderWay ? pollMs : false),
    }),
  list: (id: number) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'payments'), 'list'],
      queryFn: async ({ signal }) => (await call(paymentEndpoints.list, { params: { id }, signal })).items,
    }),
  money: (id: number) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'payments'), 'money'],
      queryFn: ({ signal }) => call(campaignMoneyEndpoints.money, { params: { id }, signal }),
    }),
  held: (id: number) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'payments'), 'held'],
      queryFn: ({ signal }) => call(heldMoneyEndpoints.held, { params: { id }, signal }),
    }),
  invoices: (id: number) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'payments'), 'invoices'],
      queryFn: async ({ signal }) => (await call(paymentEndpoints.invoices, { params: { id }, signal })).items,
    }),
};

/** The payment actions of one campaign. Each one updates the screen with the server's new state. */
export function usePaymentChanges(id: number) {
  const client = useQueryClient();
  // A payment also changes a campaign's status, badges and log.
  const refresh = () => refreshCampaign(client, id);
  const afterwards = thenRefresh(refresh);
  return {
    refresh,
    chooseMethod: (intent: Intent) =>
      afterwards(call(paymentEndpoints.chooseMethod, { params: { id }, body: { intent } })),
    /** Requests with the same key make only one payment. */
    pay: (body: NewPayment, idempotencyKey: string) =>
      call(paymentEndpoints.pay, { params: { id }, body, idempotencyKey }),
    returnHeld: (body: Returning, idempotencyKey: string): Promise<HeldMoney> =>
      call(heldMoneyEndpoints.returnHeld, { params: { id }, body, idempotencyKey }),
    sendReceipt: (body: NewReceipt) => call(receiptEndpoints.send, { params: { id }, body }),
    voidPayment: (paymentId: number, reason: string) =>
      afterwards(call(paymentEndpoints.voidPayment, { params: { id: paymentId }, body: { reason } })),
    /** Requests with the same key refund once. */
    refund: (paymentId: number, body: Refunding, idempotencyKey: string) =>
      call(paymentEndpoints.refund, { params: { id: paymentId }, body, idempotencyKey }),
    voidInvoice: (invoiceId: number, reason: string) =>
      afterwards(call(paymentEndpoints.voidInvoice, { params: { id: invoiceId }, body: { reason } })),
  };
}
