import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { finishPartRefund } from '@kerb/server/features/payments/finish-refund.ts';
import {
  lockPayment,
  type PaymentRecord,
  secondsSinceStart,
  unsettledPayments,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { unsettledRefunds } from '@kerb/server/features/payments/refunds.repository.ts';
import { settleCharge, voidPending } from '@kerb/server/features/payments/settle-charge.ts';
import { finishVoid } from '@kerb/server/features/payments/void-payment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow, notTried } from '@kerb/server/platform/jobs/for-each-row.ts';
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

/** After this many payments in a row without an answer, the gateway counts as down until the next run. */
const unansweredInARow = 5;

/** Each run begins with another payment, so that payments without an answer do not keep a run from the others. */
function inTurn<T>(payments: readonly T[], now: Moment): T[] {
  const first = payments.length === 0 ? 0 : Math.floor(Date.parse(now) / 60_000) % payments.length;
  return [...payments.slice(first), ...payments.slice(0, first)];
}

/** A charge or a refund without a known outcome, and how the gateway is asked about it. */
type Unsettled = { paymentId: number; ask: () => Promise<void> };

/** A gateway that does not respond is no fault of the payment: it is asked again in the next run. */
function patient(deps: Deps) {
  let unanswered = 0;
  return async ({ paymentId, ask }: Unsettled): Promise<unknown> => {
    if (unanswered === unansweredInARow) return notTried;
    try {
      await ask();
      unanswered = 0;
      return null;
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) {
        unanswered = 0;
        throw error;
      }
      unanswered += 1;
      const words = 'the card gateway does not respond; a later run will ask again';
      deps.log.warn({ err: error, paymentId }, words);
      return notTried;
    }
  };
}

/** Asks the gateway about every charge and refund without a known outcome. */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const { cards, db, clock } = deps;
  if (!cards) return;
  const payments = await unsettledPayments(db, leftAloneSeconds);
  const refunds = await unsettledRefunds(db, leftAloneSeconds);
  const unsettled: Unsettled[] = [
    ...payments.map((payment) => ({ paymentId: payment.id, ask: () => reconcile(deps, cards, payment) })),
    ...refunds.map((refund) => ({
      paymentId: refund.paymentId,
      ask: () => finishPartRefund(deps, cards, byTheProduct, refund),
    })),
  ];
  const inOrder = inTurn(unsettled, clock.now());
  await forEachRow(deps, inOrder, ({ paymentId }) => ({ kind: 'payment', id: paymentId }), patient(deps));
}
