import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import {
  lockPayment,
  type PaymentRecord,
  secondsSinceStart,
  unsettledPayments,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { settleCharge, voidPending } from '@kerb/server/features/payments/settle-charge.ts';
import { finishVoid } from '@kerb/server/features/payments/void-payment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import {
  type CardGateway,
  GatewayUnavailable,
  longestChargeSeconds,
} from '@kerb/server/platform/ports/card-gateway.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

/** A charge is not checked while its own request may still run. */
const leftAloneSeconds = 30;
/** If the gateway does not know a charge one minute after the last possible attempt, the charge never reached it. */
const forgottenSeconds = longestChargeSeconds + 60;

async function giveUp(deps: Deps, { id, agreementId }: PaymentRecord): Promise<void> {
  await inTransaction(deps, byTheProduct, async (work) => {
    await lockAgreement(work.tx, wholeScope, agreementId);
    const payment = await lockPayment(work.tx, id);
    const isForgotten = (await secondsSinceStart(work.tx, id)) >= forgottenSeconds;
    if (payment?.status !== 'pending' || !isForgotten) return;
    await voidPending(work, payment, 'The payment did not reach the card gateway. Nothing was charged.');
  });
}

async function reconcile(deps: Deps, cards: CardGateway, payment: PaymentRecord): Promise<void> {
  if (payment.status === 'approved') return finishVoid(deps, cards, byTheProduct, payment);
  const outcome = await cards.find(payment.reference);
  if (outcome === null) return giveUp(deps, payment);
  await inTransaction(deps, byTheProduct, (work) => settleCharge(work, payment, outcome));
}

/** Asks the gateway about every charge and refund without a known outcome. */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const { cards, db, log } = deps;
  if (!cards) return;
  for (const payment of await unsettledPayments(db, leftAloneSeconds)) {
    try {
      await reconcile(deps, cards, payment);
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      log.warn({ err: error, paymentId: payment.id }, 'the card gateway does not respond; the next run will ask again');
      return;
    }
  }
}
