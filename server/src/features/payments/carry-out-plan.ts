import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import { dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import { type BillWords, invoiceAmount, invoiceLines } from '@kerb/domain/payments/invoices.ts';
import type { MovedEvent } from '@kerb/domain/payments/ledger-events.ts';
import type { NewInvoice, Plan } from '@kerb/domain/payments/money-plan.ts';
import type { InvoiceType } from '@kerb/domain/payments/payments.contract.ts';
import { cardSchemeLabels } from '@kerb/domain/vocabulary/card-schemes.ts';
import { insertInvoice, markVoid, setPaid } from '@kerb/server/features/payments/invoices.repository.ts';
import type { PaidCard, PaymentRecord } from '@kerb/server/features/payments/payments.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The days that a payer has for a bank transfer. */
export const transferDays = 7;

type Issuing = { event: MovedEvent; key: string; payment?: PaymentRecord; reason?: string };

export function wordsOf(
  { campaignBudgetFundsPurpose: purpose, name }: MovedCampaign,
  card: PaidCard | null,
): BillWords {
  const scheme = card ? ` (${cardSchemeLabels[card.scheme]} ${card.funding === 'credit' ? 'credit' : 'card'})` : '';
  return {
    budget: `${purpose === 'deposit' ? 'Deposit' : chargeLabels.budget}, ${name}`,
    serviceFee: chargeLabels.serviceFee,
    surcharge: `${chargeLabels.surcharge}${scheme}`,
  };
}

function typeOf(
  { campaignBudget, serviceFee }: NewInvoice['parts'],
  option: MovedCampaign['financeOptionCode'],
): InvoiceType {
  if (campaignBudget + serviceFee === 0) return 'surcharge';
  return option === 'pos' ? 'service-fee' : 'upfront';
}

async function issue(
  work: Work,
  campaign: MovedCampaign,
  { parts, paid, wasAskedFor }: NewInvoice,
  payment: PaymentRecord | undefined,
): Promise<number> {
  const lines = invoiceLines(parts, wordsOf(campaign, payment?.card ?? null), work.deps.country);
  const today = dayIn(campaign.tenantTimeZone, work.now);
  const isPaid = paid === invoiceAmount(lines);
  const id = await insertInvoice(work, {
    agreementId: campaign.id,
    type: typeOf(parts, campaign.financeOptionCode),
    issueDate: today,
    dueDate: isPaid || !wasAskedFor ? today : addDays(today, transferDays),
    lines,
    surcharge: parts.surcharge,
    paidAmount: paid,
    paymentId: wasAskedFor ? null : (payment?.id ?? null),
  });
  await record(work, {
    activityCode: 'invoice_create',
    agreementId: campaign.id,
    tenantId: campaign.tenantId,
    data: { invoice: id, lines },
    subject: `/v1/invoices/${id}`,
    details: { amount: dollarsFromCents(invoiceAmount(lines)) },
  });
  return id;
}

export async function voidInvoices(work: Work, campaign: MovedCampaign, ids: readonly number[], reason: string) {
  for (const id of ids) {
    await markVoid(work, id, dayIn(campaign.tenantTimeZone, work.now), reason);
    await record(work, {
      activityCode: 'invoice_void',
      agreementId: campaign.id,
      tenantId: campaign.tenantId,
      data: { invoice: id, status: { after: 'voided' }, reason },
      subject: `/v1/invoices/${id}`,
    });
  }
}

/**
 * Carries out a plan for a locked campaign: its invoices, and one transaction of the ledger. The only place where
 * invoices are issued or voided. Returns whether anything changed.
 */
export async function carryOut(
  work: Work,
  campaign: MovedCampaign,
  plan: Plan,
  { event, key, payment, reason = 'Replaced by another invoice' }: Issuing,
): Promise<boolean> {
  const newId = plan.issued ? await issue(work, campaign, plan.issued, payment) : null;
  await voidInvoices(work, campaign, plan.voided, reason);
  for (const [id, paid] of plan.paid) await setPaid(work, id, paid);
  const posted = await postMoves(work, {
    agreementId: campaign.id,
    event,
    key,
    moves: plan.moves(newId),
    ...(payment && { paymentId: payment.id }),
    ...(newId !== null && { invoiceId: newId }),
  });
  // What is not paid of the fee by invoice is repaid with the loan.
  if (campaign.financeOptionCode === 'pos') await work.deps.agreementEffects.bringLoanInLine(work, campaign.id);
  return posted !== null || newId !== null || plan.voided.length > 0;
}
