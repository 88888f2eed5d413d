import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { decideMayPay } from '@kerb/domain/payments/may-pay.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import { surchargeOf, surchargeRate } from '@kerb/domain/payments/surcharges.ts';
import { type TestCard, testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { inTurn } from '@kerb/server/demo/seeded-choice.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { dueBy, offeredTerms } from '@kerb/server/features/payments/offered-terms.ts';
import {
  insertPayment,
  type PaidCard,
  type PaymentRecord,
} from '@kerb/server/features/payments/payments.repository.ts';
import { recordPayment } from '@kerb/server/features/payments/record-payment.ts';
import { settleCharge } from '@kerb/server/features/payments/settle-charge.ts';
import type { ChargeOutcome } from '@kerb/server/platform/ports/card-gateway.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const usualCards = testCards.filter(({ behaviour, scheme }) => behaviour === 'approve' && scheme !== 'other');

type Charged = Pick<PaymentRecord, 'reference' | 'amount' | 'surcharge'>;

/** Writes the charge to the sandbox's gateway with that time, because a real call would date it today. */
async function bookCharge(
  work: Work,
  { reference, amount, surcharge }: Charged,
  card: TestCard,
): Promise<ChargeOutcome> {
  const { scheme, funding, country } = card;
  const facts = { scheme, funding, country, last4: card.number.slice(-4), wallet: null };
  const id = `ch_${randomUUID()}`;
  await work.tx
    .insertInto('sandboxCardCharges')
    .values({
      id,
      reference,
      refundOf: null,
      amountCents: amount + surcharge,
      currency: work.deps.country.currency,
      description: 'Demo',
      state: 'approved',
      reason: null,
      knownFrom: work.now,
      ...facts,
      createdDate: work.now,
    })
    .execute();
  return { state: 'approved', gatewayRef: id, reason: null, card: facts };
}

type Taking = { id: number; method: PaymentMethod; receiptEmail: string | null; isHalf?: true };

/** A payment of the demo, through the same code as all others. */
export async function takePayment(work: Work, scope: AccessScope, taking: Taking): Promise<void> {
  const { id, method, receiptEmail } = taking;
  const agreement = await lockCampaign(work.tx, scope, id);
  const option = agreement.financeOptionCode;
  if (!option) throw new Error(`campaign ${id} cannot be paid yet`);
  const kind = mustAllow(decideMayPay(agreement, option));
  const due = dueBy(
    agreement,
    option,
    mustAllow(await offeredTerms(work.tx, agreement, option, { country: work.deps.country, now: work.now })),
  );
  const date = dayIn(agreement.tenantTimeZone, work.now);
  const amount = taking.isHalf ? Math.round(due.amount / 2) : due.amount;
  const asked = { kind, financeOptionCode: option, amount, receiptEmail, description: null };
  if (method !== 'card') {
    await recordPayment(work, agreement, { ...asked, method, due, surcharge: 0, date });
    return;
  }
  const testCard = inTurn(usualCards, id);
  const { scheme, funding } = testCard;
  const card: PaidCard = { scheme, funding, last4: testCard.number.slice(-4), wallet: null };
  const charged = {
    reference: randomUUID(),
    surcharge: surchargeOf(due.amount, surchargeRate(work.deps.country, date, card)),
  };
  const { campaignBudget, discount, serviceFee } = due;
  const paymentId = await insertPayment(work.tx, {
    ...asked,
    ...charged,
    ...{ campaignBudget, discount, serviceFee, card, method },
    agreementId: id,
    status: 'pending',
    gatewayRef: null,
    paymentDate: date,
    createdDate: work.now,
    createdByUserId: work.actor?.userId ?? null,
    approvalDate: null,
  });
  const outcome = await bookCharge(work, { ...charged, amount: due.amount }, testCard);
  await settleCharge(work, { id: paymentId, agreementId: id }, outcome);
}
