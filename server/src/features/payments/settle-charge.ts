import { wordsOfDecline } from '@kerb/domain/payments/card-declines.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import {
  getPayment,
  lockPayment,
  type PaymentRecord,
  updatePayment,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { approvePayment } from '@kerb/server/features/payments/record-payment.ts';
import type { ChargeOutcome } from '@kerb/server/platform/ports/card-gateway.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Stores the outcome of a charge. The request, the gateway's report or the job may call it first. An outcome is final,
 * with one exception: an approval after a void is still recorded, so that no money is missing from the ledger.
 */
export async function settleCharge(
  work: Work,
  { id, agreementId }: Pick<PaymentRecord, 'id' | 'agreementId'>,
  { state, gatewayRef, card, reason }: ChargeOutcome,
): Promise<PaymentRecord> {
  const agreement = await lockAgreement(work.tx, wholeScope, agreementId);
  const payment = await lockPayment(work.tx, id);
  if (!agreement || !payment) throw new Error(`payment ${id} not found`);
  const wasGivenUp = payment.status === 'voided' && payment.approvalDate === null;
  if (payment.status !== 'pending' && !(wasGivenUp && state === 'approved')) return payment;
  await updatePayment(work.tx, id, { gatewayRef: gatewayRef ?? payment.gatewayRef, card });
  if (state === 'approved') await approvePayment(work, agreement, id);
  if (state === 'declined') await voidPending(work, payment, wordsOfDecline(reason));
  return getPayment(work.tx, id);
}

/** Voids a charge that took no money. */
export async function voidPending(work: Work, { id }: PaymentRecord, reason: string): Promise<void> {
  await updatePayment(work.tx, id, { status: 'voided', voidDate: work.now, voidReason: reason });
}
