import { type Cents, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import type { RefundEvent, RefundState } from '@kerb/domain/webhooks/own-events.ts';
import { tellEvent } from '@kerb/server/platform/outbox/post-event.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Refund = {
  agreementId: number;
  /** Absent if held money is returned: it is of no single payment. */
  paymentId?: number;
  status: RefundState;
  /** With the fee that is kept. */
  amount: Cents;
  fee?: Cents;
};

// biome-ignore format: a table
const typeOf: Record<RefundState, RefundEvent> = {
  requested: 'refund_create',
  made:      'refund_pay',
  refused:   'refund_fail',
  failed:    'refund_fail',
};

/** Tells the organisation's software how far a refund got. */
export const tellRefund = (work: Work, { agreementId, paymentId, status, amount, fee = 0 }: Refund): Promise<void> =>
  tellEvent(work, {
    type: typeOf[status],
    agreementId,
    ...(paymentId !== undefined && { subject: `/v1/payments/${paymentId}` }),
    details: { status, amount: dollarsFromCents(amount), fee: dollarsFromCents(fee) },
  });

/** Tells it that a payment no longer counts. */
export const tellVoided = (work: Work, agreementId: number, { id, total }: { id: number; total: Cents }) =>
  tellEvent(work, {
    type: 'payment_void',
    agreementId,
    subject: `/v1/payments/${id}`,
    details: { amount: dollarsFromCents(total) },
  });
