import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { onceReturned } from '@kerb/domain/payments/held-money.ts';
import type { PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';

type VoidedPayment = {
  status: PaymentStatus;
  voidRequestedDate: Moment | null;
  /** What was refunded of it in part, also what is requested. */
  refunded: Cents;
};

/** Whether the money of a payment is there, and no refund of it is under way. */
export function decideSettled({
  status,
  isRefunding,
}: {
  status: PaymentStatus;
  isRefunding: boolean;
}): Decision<null> {
  if (status === 'voided') return refuse('already-voided', 'This payment has already been voided.');
  if (status === 'pending') return refuse('payment-pending', 'This payment is still being processed.');
  return isRefunding ? refuse('being-voided', 'This payment is being refunded.') : allow(null);
}

/** Whether a payment can be voided by its own state. `planMoney` refuses money that was passed on. */
export function decideVoidPayment(
  { status, voidRequestedDate, refunded }: VoidedPayment,
  { hasReturned }: { hasReturned: boolean },
): Decision<null> {
  const settled = decideSettled({ status, isRefunding: voidRequestedDate !== null });
  if (!settled.ok) return settled;
  if (refunded > 0) return refuse('refunded-in-part', 'A part of this payment was refunded. Refund the rest instead.');
  if (hasReturned) return refuse('money-returned', onceReturned.void);
  return allow(null);
}
