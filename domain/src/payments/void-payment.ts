import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { onceReturned } from '@kerb/domain/payments/held-money.ts';
import type { PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';

type VoidedPayment = { status: PaymentStatus; voidRequestedDate: Moment | null };

/** Whether a payment can be voided by its own state. `planMoney` refuses money that was passed on. */
export function decideVoidPayment(
  { status, voidRequestedDate }: VoidedPayment,
  { hasReturned }: { hasReturned: boolean },
): Decision<null> {
  if (status === 'voided') return refuse('already-voided', 'This payment has already been voided.');
  if (status === 'pending') return refuse('payment-pending', 'This payment is still being processed.');
  if (voidRequestedDate !== null) return refuse('being-voided', 'This payment is being refunded.');
  if (hasReturned) return refuse('money-returned', onceReturned.void);
  return allow(null);
}
