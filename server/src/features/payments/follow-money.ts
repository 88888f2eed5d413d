import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { isPaidInFull } from '@kerb/domain/agreements/invoiced-books.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { paidBy } from '@kerb/domain/payments/amount-due.ts';
import { fieldsOncePaid, fieldsOnceUnpaid } from '@kerb/domain/payments/payment-fields.ts';
import type { BilledKind } from '@kerb/domain/payments/payments.contract.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { invoicesOf } from '@kerb/server/features/payments/invoices.repository.ts';
import { byApproval, countedPayments } from '@kerb/server/features/payments/money-facts.ts';
import {
  type PaymentRecord,
  paymentNumber,
  paymentsOf,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const refOf = (campaign: MovedCampaign, kind: BilledKind) =>
  kind === 'upfront' ? campaign.campaignUpfrontPaymentRef : campaign.serviceFeePaymentRef;

const kinds: readonly BilledKind[] = ['upfront', 'service-fee'];

/**
 * The payment that the campaign names, while its money counts, and otherwise the one that was approved last. The
 * payments are the newest first.
 */
function completing(payments: readonly PaymentRecord[], named: string | null): PaymentRecord | null {
  const counted = countedPayments(payments).toReversed().toSorted(byApproval);
  return counted.find((payment) => paymentNumber(payment) === named) ?? counted.at(-1) ?? null;
}

const fieldsThatDiffer = (campaign: MovedCampaign, fields: Partial<AgreementValues>): Partial<AgreementValues> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => campaign[name as keyof AgreementValues] !== value),
  );

/**
 * Writes on a locked campaign whether it is paid, and by which payment, as the ledger says. A campaign that ended keeps
 * what it says, unless a payment was taken back (`isTaken`). Returns whether the campaign is paid now, or null if that
 * did not change.
 */
export async function writePaid(work: Work, campaign: MovedCampaign, isTaken = false): Promise<boolean | null> {
  if (isCancelledOrDeclined(campaign.status) && !isTaken) return null;
  const books = await booksOf(work.tx, campaign.id);
  const ownKind = campaign.financeOptionCode && paidBy[campaign.financeOptionCode]?.kind;
  const isPaid = !isCancelledOrDeclined(campaign.status) && isPaidInFull(books);
  const payment =
    isPaid && ownKind ? completing(await paymentsOf(work.tx, campaign.id), refOf(campaign, ownKind)) : null;
  const untrue = kinds.filter((kind) => refOf(campaign, kind) && !(isPaid && kind === ownKind));
  for (const kind of untrue) await changeCampaign(work, campaign, fieldsOnceUnpaid(kind));
  if (ownKind && payment) {
    const { method, paymentDate: date } = payment;
    const invoices = (await invoicesOf(work.tx, campaign.id)).filter(({ status }) => status === 'paid');
    const paidCents = invoices.reduce((sum, { amount, surcharge }) => sum + amount - surcharge, 0);
    const completed = { kind: ownKind, method, date, paidCents, paymentNumber: paymentNumber(payment) };
    await changeCampaign(work, campaign, fieldsThatDiffer(campaign, fieldsOncePaid(completed)));
    return refOf(campaign, ownKind) ? null : true;
  }
  return untrue.length > 0 ? false : null;
}

/**
 * Approves a campaign that was paid upfront while an information request was open, once the request ends. Reads the
 * campaign again, because the caller's record has the status before.
 */
export async function approveIfPaidMeanwhile(
  work: Work,
  { id, status, financeOptionCode }: MovedCampaign,
): Promise<void> {
  if (status !== 'waiting-info' || financeOptionCode !== 'pn' || !isPaidInFull(await booksOf(work.tx, id))) return;
  const campaign = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  await moveTo(work, campaign, mustAllow(decideStatusChange(campaign, 'approved', 'product')));
}

/** As `writePaid`, and moves a campaign that is paid upfront to approved, or back to wait for its payment. */
export async function followMoney(work: Work, campaign: AgreementRecord, isTaken = false): Promise<void> {
  const isPaid = await writePaid(work, campaign, isTaken);
  if (isPaid === null || campaign.financeOptionCode !== 'pn') return;
  if (!isPaid && campaign.status !== 'approved') return;
  const move = decideStatusChange(campaign, isPaid ? 'approved' : 'waiting-approval', 'product');
  if (move.ok) await moveTo(work, campaign, move.value);
}
