import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { paidOnInvoices } from '@kerb/domain/payments/ledger.ts';
import { fieldsOnceUnpaid } from '@kerb/domain/payments/payment-fields.ts';
import { decideVoidPayment } from '@kerb/domain/payments/void-payment.ts';
import { type AgreementRecord, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { voidInvoiceOf } from '@kerb/server/features/payments/bill-campaign.ts';
import { returnsOf, withMoneyKept } from '@kerb/server/features/payments/held-money.ts';
import { invoicesOf, payInvoices } from '@kerb/server/features/payments/invoices.repository.ts';
import { reverse } from '@kerb/server/features/payments/ledger.repository.ts';
import {
  findPayment,
  getPayment,
  lockPayment,
  type PaymentRecord,
  paymentNumber,
  updatePayment,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import { type CardGateway, GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** Marks the campaign as unpaid, so that it waits for money again. */
async function unpay(work: Work, agreement: AgreementRecord, { kind }: PaymentRecord): Promise<void> {
  const isSaid = kind === 'upfront' ? agreement.campaignUpfrontPaymentRef : agreement.serviceFeePaymentRef;
  if (!isSaid) return;
  await changeCampaign(work, agreement, fieldsOnceUnpaid(kind));
  const move = decideStatusChange(agreement, 'waiting-approval', 'product');
  if (kind === 'upfront' && agreement.status === 'approved' && move.ok) await moveTo(work, agreement, move.value);
}

/** Reverses the ledger entries. Voids an invoice that was issued with the payment; reopens any other. */
async function takeBack(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  const reason = payment.voidReason ?? '';
  await updatePayment(work.tx, payment.id, { status: 'voided', voidDate: work.now });
  const reversed = await reverse(work, agreement.id, { event: 'payment', id: payment.id });
  const paid = paidOnInvoices(reversed);
  await payInvoices(work, paid);
  const own = (await invoicesOf(work.tx, agreement.id)).filter((invoice) => invoice.paymentId === payment.id);
  for (const invoice of own) {
    if (invoice.status !== 'voided' && invoice.paidAmount === 0) await voidInvoiceOf(work, agreement, invoice, reason);
  }
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Payment voided',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { payment: paymentNumber(payment), status: { before: 'approved', after: 'voided' }, reason },
  });
  if (paid.size > 0) await unpay(work, agreement, payment);
}

/** If the campaign is over, its money is held for the payer: reverse it there first. */
const takeBackFrom = (work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> =>
  withMoneyKept(work, agreement, () => takeBack(work, agreement, payment));

async function lockBoth(work: Work, scope: AccessScope, id: number) {
  const found = await findPayment(work.tx, id);
  const agreement = found && (await lockAgreement(work.tx, scope, found.agreementId));
  const payment = agreement && (await lockPayment(work.tx, id));
  if (!payment) throw notFound('payment');
  return { agreement, payment };
}

/**
 * The first transaction: from now on the refund is requested. Without a card there is no gateway to ask, so the void is
 * complete.
 */
export async function requestVoid(work: Work, scope: AccessScope, { id, reason }: { id: number; reason: string }) {
  const { agreement, payment } = await lockBoth(work, scope, id);
  const hasReturned = (await returnsOf(work.tx, agreement.id)).length > 0;
  mustAllow(decideVoidPayment(payment, agreement, { hasReturned }));
  const asked = { voidReason: reason, voidRequestedDate: work.now, refundReference: randomUUID() };
  await updatePayment(work.tx, id, asked);
  if (payment.method !== 'card') await takeBackFrom(work, agreement, { ...payment, ...asked });
  return getPayment(work.tx, id);
}

/** Requests the refund and stores the outcome. Idempotent. */
export async function finishVoid(deps: Deps, cards: CardGateway, by: By, payment: PaymentRecord): Promise<void> {
  const { id, reference, refundReference, amount, surcharge } = payment;
  if (refundReference === null) return;
  const outcome = await cards.refund({
    reference: refundReference,
    chargeReference: reference,
    amountCents: amount + surcharge,
  });
  if (outcome.state === 'pending') return;
  await inTransaction(deps, by, async (work) => {
    const { agreement, payment: now } = await lockBoth(work, wholeScope, id);
    if (now.status !== 'approved' || now.refundReference !== refundReference) return;
    if (outcome.state === 'approved') return takeBackFrom(work, agreement, now);
    return updatePayment(work.tx, id, { voidReason: null, voidRequestedDate: null, refundReference: null });
  });
}

/** Voids a payment. A refund with an unknown outcome stays requested, and the job completes it. */
export async function voidPayment(
  deps: Deps,
  { scope, by, id, reason }: { scope: AccessScope; by: By; id: number; reason: string },
): Promise<PaymentRecord> {
  const asked = await inTransaction(deps, by, (work) => requestVoid(work, scope, { id, reason }));
  if (asked.method !== 'card') return asked;
  if (deps.cards) {
    await finishVoid(deps, deps.cards, by, asked).catch((error) => {
      if (!(error instanceof GatewayUnavailable)) throw error;
      deps.log.warn(
        { err: error, paymentId: id },
        'the outcome of a refund is unknown; a job will ask the gateway again',
      );
    });
  }
  const now = await getPayment(deps.db, id);
  if (now.status === 'approved' && now.refundReference === null) {
    throw new Problem(409, 'refund-refused', 'The card gateway refused the refund. The payment was not voided.');
  }
  return now;
}
