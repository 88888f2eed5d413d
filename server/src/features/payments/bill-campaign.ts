import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { AmountDue } from '@kerb/domain/payments/amount-due.ts';
import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import { type Billed, type BillWords, invoiceLines, unpaidAmount } from '@kerb/domain/payments/invoices.ts';
import { type OpenInvoice, postInvoice } from '@kerb/domain/payments/ledger.ts';
import type { PaymentKind } from '@kerb/domain/payments/payments.contract.ts';
import { cardSchemeLabels } from '@kerb/domain/vocabulary/card-schemes.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import {
  type InvoiceRecord,
  insertInvoice,
  invoicesOf,
  markVoid,
} from '@kerb/server/features/payments/invoices.repository.ts';
import { post, reverse } from '@kerb/server/features/payments/ledger.repository.ts';
import type { PaidCard } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The days that a payer has for a bank transfer. */
const transferDays = 7;

/** What to invoice. A card payment includes its surcharge. A transfer is invoiced before it arrives. */
export type Bill = {
  kind: PaymentKind;
  due: AmountDue;
  paymentId: number | null;
  surcharge: Cents;
  card: PaidCard | null;
};

function wordsOf({ campaignBudgetFundsPurpose: purpose, name }: AgreementRecord, card: PaidCard | null): BillWords {
  const scheme = card ? ` (${cardSchemeLabels[card.scheme]} ${card.funding === 'credit' ? 'credit' : 'card'})` : '';
  return {
    budget: `${purpose === 'deposit' ? 'Deposit' : chargeLabels.budget}, ${name}`,
    serviceFee: chargeLabels.serviceFee,
    surcharge: `${chargeLabels.surcharge}${scheme}`,
  };
}

async function issue(work: Work, agreement: AgreementRecord, bill: Bill, billed: Billed): Promise<void> {
  const lines = invoiceLines(billed, wordsOf(agreement, bill.card), work.deps.country);
  if (lines.length === 0) return;
  const today = dayIn(agreement.tenantTimeZone, work.now);
  const isSurchargeOnly = billed.campaignBudget + billed.serviceFee === 0;
  const id = await insertInvoice(work, {
    agreementId: agreement.id,
    type: isSurchargeOnly ? 'surcharge' : bill.kind,
    issueDate: today,
    dueDate: bill.paymentId === null ? addDays(today, transferDays) : today,
    lines,
    surcharge: billed.surcharge,
    paymentId: bill.paymentId,
  });
  await post(work, { agreementId: agreement.id, event: 'invoice', invoiceId: id, entries: postInvoice(id, lines) });
  await record(work, {
    activityCode: 'invoice_create',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { invoice: id, lines },
  });
}

export async function voidInvoiceOf(work: Work, agreement: MovedCampaign, invoice: InvoiceRecord, reason: string) {
  await reverse(work, agreement.id, { event: 'invoice', id: invoice.id });
  await markVoid(work, invoice.id, dayIn(agreement.tenantTimeZone, work.now), reason);
  await record(work, {
    activityCode: 'invoice_void',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { invoice: invoice.id, status: { before: invoice.status, after: 'voided' }, reason },
  });
}

const without = ({ amount, surcharge }: InvoiceRecord): Cents => amount - surcharge;
const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, each) => sum + each, 0);

const standing = async (work: Work, agreement: AgreementRecord, kind: PaymentKind): Promise<InvoiceRecord[]> =>
  (await invoicesOf(work.tx, agreement.id)).filter(
    ({ type, status }) => (type === kind || type === 'surcharge') && status !== 'voided',
  );

/**
 * Updates the campaign's invoices to the amount due, and returns the open ones. Replaces an outdated invoice that is
 * unpaid. Keeps one that is partly paid, and invoices only the rest.
 */
export async function billCampaign(work: Work, agreement: AgreementRecord, bill: Bill): Promise<OpenInvoice[]> {
  let invoices = await standing(work, agreement, bill.kind);
  const isRight = bill.surcharge === 0 && sumOf(invoices.map(without)) === bill.due.amount;
  if (!isRight) {
    for (const unpaid of invoices.filter(({ paidAmount }) => paidAmount === 0)) {
      await voidInvoiceOf(work, agreement, unpaid, 'Replaced by another invoice');
    }
    invoices = invoices.filter(({ paidAmount }) => paidAmount > 0);
    const billed = sumOf(invoices.map(without));
    const rest = bill.due.amount - billed;
    const isFirst = billed === 0;
    const whole = { ...bill.due, surcharge: bill.surcharge };
    const remainder = { campaignBudget: Math.max(0, rest), discount: 0, serviceFee: 0, surcharge: bill.surcharge };
    const hasOpen = invoices.some((invoice) => unpaidAmount(invoice) > 0);
    // If nothing is left to pay, money that still arrives is held, including its surcharge.
    if (rest > 0 || hasOpen) await issue(work, agreement, bill, isFirst ? whole : remainder);
    invoices = await standing(work, agreement, bill.kind);
  }
  return invoices
    .map((invoice) => ({ id: invoice.id, unpaid: unpaidAmount(invoice) }))
    .filter(({ unpaid }) => unpaid > 0);
}

/** Voids the unpaid invoices of a campaign that is over. */
export async function voidUnpaidInvoices(work: Work, agreement: MovedCampaign): Promise<void> {
  for (const invoice of await invoicesOf(work.tx, agreement.id)) {
    if (invoice.status === 'issued' && invoice.paidAmount === 0) {
      await voidInvoiceOf(work, agreement, invoice, 'The campaign is over');
    }
  }
}
