import { fundsUnderWay } from '@kerb/domain/agreements/transitions.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { moneyReturned } from '@kerb/domain/payments/held-money.ts';
import type { PaymentKind, PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';

type VoidedPayment = { status: PaymentStatus; kind: PaymentKind; voidRequestedDate: Moment | null };

/** Money that the organisation has received cannot be returned to the payer from here. */
export function decideVoidPayment(
  { status, kind, voidRequestedDate }: VoidedPayment,
  funds: { campaignAgencySettlementCreated: Day | null; campaignAgencySettlementDate: Day | null },
  { hasReturned }: { hasReturned: boolean },
): Decision<null> {
  if (status === 'voided') return refuse('already-voided', 'This payment has already been voided.');
  if (status === 'pending') return refuse('payment-pending', 'This payment is still being processed.');
  if (voidRequestedDate !== null) return refuse('being-voided', 'This payment is being refunded.');
  if (hasReturned) return refuse('money-returned', moneyReturned);
  if (kind !== 'upfront') return allow(null);
  if (funds.campaignAgencySettlementDate !== null) {
    return refuse('funds-transferred', 'The funds have been transferred to the organisation.');
  }
  if (funds.campaignAgencySettlementCreated !== null) return refuse('funds-under-way', fundsUnderWay);
  return allow(null);
}
