import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import type { AmountDue } from '@kerb/domain/payments/amount-due.ts';
import { decideMayPay, mayUse, moreThanZero, nothingToPay } from '@kerb/domain/payments/may-pay.ts';
import type { BilledKind, NewPayment } from '@kerb/domain/payments/payments.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { refuseOtherFee } from '@kerb/server/features/agreements/money-lock.ts';
import { agreedTo } from '@kerb/server/features/payments/agreed-terms.ts';
import { leftToPay, moneyFactsOf } from '@kerb/server/features/payments/money-facts.ts';
import { dueBy, offeredTerms } from '@kerb/server/features/payments/offered-terms.ts';
import { paymentsOf } from '@kerb/server/features/payments/payments.repository.ts';
import { invalid, mustAllow, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A payment that is allowed now, on a locked campaign. */
export type AllowedPayment = {
  agreement: AgreementRecord;
  kind: BilledKind;
  due: AmountDue;
  /** The amount still to pay. */
  left: Cents;
  /** Another service fee than the campaign's own, entered by the person who records the payment. */
  otherFee: Cents | null;
  today: Day;
};

type Figures = { amount: Cents; surcharge: Cents };

/** The payer saw another amount or surcharge than is due: refuse, and charge nothing. */
export function refuseOtherAmount(work: Work, sent: Figures, due: Figures): void {
  if (sent.amount === due.amount && sent.surcharge === due.surcharge) return;
  const total = formatMoney(due.amount + due.surcharge, work.deps.country);
  const words = `The amount to pay is now ${total}. Nothing has been charged.`;
  throw new Problem(409, 'amount-changed', words);
}

function refuseDate(date: Day | null | undefined, today: Day, isCard: boolean): void {
  if (!date) return;
  if (isCard) throw invalid(fieldError('date', 'notValid', 'A card is charged today.'));
  if (date > today) throw invalid(fieldError('date', 'notValid', 'The date must not be in the future.'));
}

/** Locks the campaign and checks every payment rule, even if the screen has checked them. */
export async function decidePayment(
  work: Work,
  scope: AccessScope,
  { id, body }: { id: number; body: NewPayment },
): Promise<AllowedPayment> {
  const agreement = await lockCampaign(work.tx, scope, id);
  if (!mayUse(body.method, standingTowards(scope.actor, agreement))) throw notPermitted();
  const terms = mustAllow(
    await offeredTerms(work.tx, agreement, body.financeOptionCode, { country: work.deps.country, now: work.now }),
  );
  const kind = mustAllow(decideMayPay(agreement, body.financeOptionCode));
  mustAllow(await agreedTo({ db: work.tx, country: work.deps.country }, scope, agreement, kind));
  if (body.amount === 0) throw invalid(fieldError('amount', 'notValid', moreThanZero));
  const isUnderWay = (await paymentsOf(work.tx, id)).some(({ status }) => status === 'pending');
  if (isUnderWay && body.method !== 'direct-deposit') {
    const words = 'Another payment for this campaign is being processed. Nothing has been charged.';
    throw new Problem(409, 'payment-under-way', words);
  }
  const today = dayIn(agreement.tenantTimeZone, work.now);
  refuseDate(body.date, today, body.method === 'card');
  // Only a person who records a payment by hand may enter another fee.
  const serviceFee = body.method === 'card' ? terms.serviceFee : (body.serviceFee ?? terms.serviceFee);
  if (serviceFee !== terms.serviceFee) {
    refuseOtherFee(work, agreement, {
      code: body.financeOptionCode,
      standing: standingTowards(scope.actor, agreement),
    });
  }
  const due = dueBy(agreement, body.financeOptionCode, { ...terms, serviceFee });
  const campaign = { ...agreement, financeOptionCode: body.financeOptionCode };
  const facts = { ...(await moneyFactsOf(work.tx, campaign)), terms: { ...terms, serviceFee } };
  const left = leftToPay(facts, campaign, work.deps.country);
  if (left === 0) throw new Problem(409, 'nothing-due', nothingToPay);
  const otherFee = serviceFee === terms.serviceFee ? null : serviceFee;
  return { agreement, kind, due, left, otherFee, today };
}
