import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { isPaidInFull } from '@kerb/domain/agreements/invoiced-books.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { type AmountDue, dueNowDisplay, paidBy } from '@kerb/domain/payments/amount-due.ts';
import { decideMayPay, mayMarkAsPaid, mayUse, nothingToPay } from '@kerb/domain/payments/may-pay.ts';
import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { paymentReference } from '@kerb/domain/payments/request-payment.ts';
import { surchargeOf, surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { agreedTo } from '@kerb/server/features/payments/agreed-terms.ts';
import { leftToPay, moneyFactsOf } from '@kerb/server/features/payments/money-facts.ts';
import { dueBy, offeredTerms } from '@kerb/server/features/payments/offered-terms.ts';
import { depositInstructions } from '@kerb/server/features/payments/payment-view.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

const nothingDue: AmountDue = { campaignBudget: 0, serviceFee: 0, discount: 0, amount: 0 };

type Looked = Pick<Deps, 'config' | 'country' | 'cards' | 'clock'>;

/** The default e-mail address for the receipt: the payer's own, or the only payer's. */
async function receiptEmailFor(db: Database | Tx, scope: AccessScope, agreementId: number): Promise<string | null> {
  const payers = await payersOf(db, agreementId);
  const own = payers.find((payer) => isOwnRecord(scope.actor, payer));
  return (own ?? (payers.length === 1 && !scope.asPayer ? payers[0] : undefined))?.emailAddress ?? null;
}

type Asked = Parameters<typeof offeredTerms>[3];

type Offered = { scope: AccessScope; agreement: AgreementRecord; option: FinanceOptionCode };

async function offer(db: Database | Tx, { scope, agreement, option }: Offered, asked: Asked) {
  const terms = await offeredTerms(db, agreement, option, asked);
  if (!terms.ok) return { due: nothingDue, refusal: terms.because };
  const mayPay = decideMayPay(agreement, option);
  const isReady = mayPay.ok ? await agreedTo({ db, country: asked.country }, scope, agreement, mayPay.value) : mayPay;
  const due = paidBy[option] ? dueBy(agreement, option, terms.value) : nothingDue;
  return { due, refusal: isReady.ok ? null : isReady.because };
}

/** The amount to pay now for the chosen option, or for Pay Upfront if none is chosen. */
export const paymentDetails = async (
  deps: Looked,
  db: Database | Tx,
  scope: AccessScope,
  id: number,
): Promise<PaymentDetails> => detailsOfCampaign(deps, db, scope, await campaignInScope(db, scope, id));

export async function detailsOfCampaign(
  deps: Looked,
  db: Database | Tx,
  scope: AccessScope,
  agreement: AgreementRecord,
): Promise<PaymentDetails> {
  const { id } = agreement;
  const { config, country, cards, clock } = deps;
  const standing = standingTowards(scope.actor, agreement);
  const option = agreement.financeOptionCode ?? 'pn';
  const kind = paidBy[option]?.kind ?? null;
  const { due, refusal } = await offer(db, { scope, agreement, option }, { country, now: clock.now() });
  const campaign = { ...agreement, financeOptionCode: option };
  const facts = await moneyFactsOf(db, campaign);
  const left = due === nothingDue ? 0 : leftToPay(facts, campaign, country);
  const today = dayIn(agreement.tenantTimeZone, clock.now());
  const isUnderWay = facts.payments.some(({ status }) => status === 'pending');
  const isOpen = refusal === null && left > 0;
  const mayRecord = mayUse('direct-deposit', standing);
  return {
    today,
    financeOptionCode: agreement.financeOptionCode,
    kind,
    refusal: refusal ?? (left === 0 ? nothingToPay : null),
    isPaid: isPaidInFull(facts.books) && !isCancelledOrDeclined(agreement.status),
    isUnderWay,
    mayPayByCard: isOpen && !isUnderWay && cards !== null,
    mayRecord: isOpen && mayRecord,
    mayMarkAsPaid: isOpen && !isUnderWay && mayMarkAsPaid(agreement, option, standing),
    ...due,
    paidAmount: due.amount - left,
    dueAmount: left,
    dueNowDisplay: dueNowDisplay(country, today, left),
    intent: agreement.campaignBudgetUpfrontPaymentMethodIntent,
    surcharges: surchargesOn(country, today).map((row) => ({
      ...row,
      schemes: [...row.schemes],
      fundings: [...row.fundings],
      surcharge: surchargeOf(left, row.basisPoints),
    })),
    receiptEmail: await receiptEmailFor(db, scope, id),
    bankTransfer: depositInstructions(deps, id),
    cardFrame: cards?.frame() ?? null,
    biller: mayRecord && config.biller ? { ...config.biller, reference: paymentReference(country.code, id) } : null,
  };
}
