import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { declineWords } from '@kerb/domain/payments/card-declines.ts';
import type { NewPayment, Payment } from '@kerb/domain/payments/payments.contract.ts';
import { surchargeOf, surchargeRate } from '@kerb/domain/payments/surcharges.ts';
import type { CardFacts } from '@kerb/domain/vocabulary/card-schemes.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import {
  type AgreementRecord,
  campaignInScope,
  findAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeFee } from '@kerb/server/features/options/offered-fee.ts';
import { decidePayment, refuseOtherAmount } from '@kerb/server/features/payments/decide-payment.ts';
import { paymentView } from '@kerb/server/features/payments/payment-view.ts';
import {
  getPayment,
  insertPayment,
  type PaymentRecord,
  restartCharge,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { recordPayment } from '@kerb/server/features/payments/record-payment.ts';
import { settleCharge } from '@kerb/server/features/payments/settle-charge.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { type CardGateway, type ChargeOutcome, GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';
import { invalid, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

export type PayRequest = { id: number; body: NewPayment; scope: AccessScope; by: By; once: Once<Payment> };

/** The fee that was entered becomes the campaign's. A changed agreement ends the signatures on the earlier one. */
async function withFee(work: Work, agreement: AgreementRecord, option: FinanceOptionCode, serviceFee: Cents) {
  await changeFee(work, agreement, option, serviceFee);
  await work.deps.agreementEffects.keepSignaturesTrue(work, agreement.id);
  return must(await findAgreement(work.tx, wholeScope, agreement.id), `campaign ${agreement.id}`);
}

/** An admin records a payment without a card. The payment and the stored response are one transaction. */
function payByHand(deps: Deps, { once, by, ...asked }: PayRequest): Promise<StoredAnswer> {
  return inTransaction(deps, by, async (work) => {
    const { body } = asked;
    const { agreement, kind, due, left, otherFee, today } = await decidePayment(work, asked.scope, asked);
    // A transfer is recorded with the amount that came, too little or too much. Marking as paid needs exactly the
    // amount due.
    const surcharge = body.surcharge ?? 0;
    if (body.method === 'manual')
      refuseOtherAmount(work, { amount: body.amount, surcharge }, { amount: left, surcharge });
    const campaign = otherFee === null ? agreement : await withFee(work, agreement, body.financeOptionCode, otherFee);
    const paymentId = await recordPayment(work, campaign, {
      kind,
      financeOptionCode: body.financeOptionCode,
      method: body.method === 'manual' ? 'manual' : 'direct-deposit',
      due,
      amount: body.amount,
      surcharge,
      date: body.date ?? today,
      description: body.description || null,
      receiptEmail: body.receiptEmail ?? null,
    });
    return once.settle(work.tx, paymentView(await getPayment(work.tx, paymentId)));
  });
}

type Begun = PayRequest & { card: CardFacts };

/** The first transaction: checks every rule, and stores the pending payment before any money moves. */
async function begin(work: Work, { card, once, ...asked }: Begun): Promise<number> {
  const { body } = asked;
  const { agreement, kind, due, left, today } = await decidePayment(work, asked.scope, asked);
  const surcharge = surchargeOf(left, surchargeRate(work.deps.country, today, card));
  const sent = { amount: body.amount, surcharge: body.surcharge ?? 0 };
  refuseOtherAmount(work, sent, { amount: left, surcharge });
  const id = await insertPayment(work.tx, {
    agreementId: agreement.id,
    kind,
    financeOptionCode: body.financeOptionCode,
    status: 'pending',
    method: 'card',
    reference: randomUUID(),
    amount: left,
    surcharge,
    campaignBudget: due.campaignBudget,
    discount: due.discount,
    serviceFee: due.serviceFee,
    gatewayRef: null,
    card,
    receiptEmail: body.receiptEmail ?? null,
    description: body.description || `Campaign ${flowNumber(agreement, work.deps.country.code)}`,
    paymentDate: today,
    createdDate: work.now,
    createdByUserId: work.actor?.userId ?? null,
    approvalDate: null,
  });
  await once.remember(work.tx, id);
  return id;
}

async function beginCharge(deps: Deps, cards: CardGateway, asked: PayRequest): Promise<number> {
  const { cardToken, receiptEmail } = asked.body;
  await campaignInScope(deps.db, asked.scope, asked.id);
  if (!receiptEmail) throw invalid(fieldError('receiptEmail', 'missing', fieldWords.emailNotValid));
  if (!cardToken) throw invalid(fieldError('cardToken', 'missing', fieldWords.required));
  await countAttempt(deps.db, 'cardsPerCampaign', String(asked.id));
  const card = await cards.describe(cardToken).catch(unavailable);
  if (!card) throw invalid(fieldError('cardToken', 'notValid', declineWords['token-used']));
  return inTransaction(deps, asked.by, (work) => begin(work, { ...asked, card }));
}

/** The gateway was not called yet, so the outcome is not unknown. */
function unavailable(error: Error): never {
  if (!(error instanceof GatewayUnavailable)) throw error;
  const words = 'Cards cannot be taken at the moment. Nothing has been charged. Please try again in a moment.';
  throw new Problem(503, 'cards-unavailable', words, { retryAfterSeconds: 10, cause: error });
}

const unknown: ChargeOutcome = { state: 'pending', gatewayRef: null, reason: null, card: null };

/** Charges once for each reference, however often it is called. The outcome may stay unknown. */
async function charge({ country, log, metrics }: Deps, cards: CardGateway, payment: PaymentRecord, token: string) {
  const { reference, amount, surcharge, description, receiptEmail } = payment;
  const charging = cards.charge({
    reference,
    token,
    amountCents: amount + surcharge,
    currency: country.currency,
    description: description ?? '',
    receiptEmail,
  });
  const counted = charging.then((outcome) => {
    metrics.charges.inc({ outcome: outcome.state });
    return outcome;
  });
  return counted.catch((error) => {
    if (!(error instanceof GatewayUnavailable)) throw error;
    metrics.charges.inc({ outcome: 'unknown' });
    log.warn(
      { err: error, paymentId: payment.id },
      'the outcome of a charge is unknown; a job will ask the gateway again',
    );
    return unknown;
  });
}

/** By card: stores a pending payment, charges, then stores the outcome. After an interruption, a retry continues. */
async function payByCard(deps: Deps, asked: PayRequest): Promise<StoredAnswer> {
  const { once, by, body } = asked;
  const { cards } = deps;
  if (!cards) throw new Problem(503, 'cards-unavailable', 'Cards are not taken here.');
  const paymentId = once.progress ?? (await beginCharge(deps, cards, asked));
  const payment = await getPayment(deps.db, paymentId);
  // A payment that was marked as never charged must not be charged now.
  const isOpen = await restartCharge(deps.db, paymentId);
  const outcome = isOpen ? await charge(deps, cards, payment, body.cardToken ?? '') : unknown;
  return inTransaction(deps, by, async (work) => {
    const settled = await settleCharge(work, payment, outcome);
    if (settled.status === 'voided') {
      const words = settled.voidReason ?? declineWords.other;
      return once.settleRefusal(work.tx, new Problem(402, 'card-declined', words));
    }
    return once.settle(work.tx, paymentView(settled));
  });
}

export const payCampaign = (deps: Deps, asked: PayRequest): Promise<StoredAnswer> =>
  asked.body.method === 'card' ? payByCard(deps, asked) : payByHand(deps, asked);
