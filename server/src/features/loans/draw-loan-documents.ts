import type { Sight } from '@kerb/domain/access/sight.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { agreementFileName } from '@kerb/domain/loans/agreement-files.ts';
import { defaultBudgetOwnerFeeName } from '@kerb/domain/loans/fees.ts';
import { loanStartDate } from '@kerb/domain/loans/loan-dates.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { loanInvoiceFileName, payoutFileName } from '@kerb/domain/loans/loan-files.ts';
import { decideLoanInvoice } from '@kerb/domain/loans/loan-invoices.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import {
  type AgreementFacts,
  loanAgreement,
  successAgreement,
} from '@kerb/server/features/loans/agreement-document.ts';
import { termsOf } from '@kerb/server/features/loans/finance-terms.ts';
import { todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { type InvoicedLoan, loanInvoice, payoutLetter } from '@kerb/server/features/loans/loan-letters.ts';
import { addressOf, findLoanInvoice, lastInvoiceOf } from '@kerb/server/features/loans/loans.repository.ts';
import { invoiceToday, loanInvoiceKind } from '@kerb/server/features/loans/make-invoice.ts';
import { findLetter } from '@kerb/server/features/loans/payout-letters.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { letterheadOf } from '@kerb/server/features/payments/letterhead.ts';
import { depositInstructions } from '@kerb/server/features/payments/payment-view.ts';
import { wholeSight } from '@kerb/server/features/payments/payments.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import type { Attachment, AttachmentMakers } from '@kerb/server/platform/outbox/attachments.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';

const pdf = (fileName: string, content: Buffer): Attachment => ({ fileName, contentType: 'application/pdf', content });

async function inSight(deps: Deps, sight: Sight, id: number): Promise<AgreementRecord> {
  const agreement = await findAgreement(deps.db, sight, id);
  if (!agreement) throw notFound('campaign');
  return agreement;
}

async function drawInvoice(deps: Deps, agreement: AgreementRecord, invoice: InvoicedLoan['invoice']) {
  const document = loanInvoice(deps, {
    agreement,
    invoice,
    property: await addressOf(deps.db, agreement, deps.country),
    payerNames: (await payersOf(deps.db, agreement.id)).map(displayName),
    payTo: depositInstructions(deps, agreement.id),
  });
  return pdf(loanInvoiceFileName(deps.country.code, agreement.id), await drawPdf(document));
}

/** The last invoice that was made of a loan, or what one would say today. */
export async function invoiceInSight(deps: Deps, sight: Sight, id: number): Promise<Attachment> {
  const agreement = await inSight(deps, sight, id);
  const last = await lastInvoiceOf(deps.db, id);
  if (last) return drawInvoice(deps, agreement, last);
  const now = deps.clock.now();
  const standing = standingTowards(sight.actor, agreement);
  const type = mustAllow(decideLoanInvoice(agreement, 'standard', { standing, today: todayOf(agreement, now) }));
  const invoice = invoiceToday({ deps, now }, agreement)!;
  return drawInvoice(deps, agreement, { ...invoice, type, id: null, total: invoice.balance.total });
}

export async function payoutLetterInSight(deps: Deps, sight: Sight, ids: { id: number; letterId: number }) {
  await inSight(deps, sight, ids.id);
  const letter = await findLetter(deps.db, ids.id, ids.letterId);
  if (!letter) throw notFound('payout letter');
  return pdf(payoutFileName(deps.country.code, ids.id, letter.payoutDate), await drawPdf(payoutLetter(deps, letter)));
}

const unable = () => new Problem(409, 'no-loan-agreement', 'Unable to generate Loan Agreement');

async function agreementFacts(deps: Deps, agreement: AgreementRecord, option: 'pl' | 'pos'): Promise<AgreementFacts> {
  const payers = (await payersOf(deps.db, agreement.id)).map(displayName);
  if (payers.length === 0 || !agreement.campaignBudget || agreement.serviceFee === null) throw unable();
  return {
    country: deps.country,
    letterhead: letterheadOf(deps),
    date: deps.clock.now(),
    flowNumber: flowNumber(agreement, deps.country.code),
    property: await addressOf(deps.db, agreement, deps.country),
    organisation: agreement.tenantName,
    payers,
    budgetOwnerFeeName: agreement.budgetOwnerFeeName || defaultBudgetOwnerFeeName,
    fundingRequestDate: agreement.campaignPlannedStartDate,
    comparisonRateBasisPoints: deps.country.payLater.needsComparisonRate ? agreement.comparisonRate : null,
    terms: termsOf(deps, agreement, option),
  };
}

/** The agreement of a loan, as it would be signed today or as it was signed. */
export async function drawAgreement(deps: Deps, agreement: AgreementRecord): Promise<Attachment> {
  const { financeOptionCode: option, campaignFinanceSignatureDate: signedDate } = agreement;
  if (option !== 'pl' && option !== 'pos') throw unable();
  const facts = await agreementFacts(deps, agreement, option);
  const expected = loanStartDate({ ...agreement, signatureDate: signedDate ?? todayOf(agreement, facts.date) });
  const loan = loanOf(agreement, agreement.campaignFinanceLoanStartDate ?? expected)!;
  const document = option === 'pl' ? loanAgreement(facts, loan) : successAgreement(facts, loan);
  const fileName = agreementFileName({
    country: deps.country.code,
    agreementId: agreement.id,
    option,
    isManual: agreement.manualAgreement,
    signedDate,
  });
  return pdf(fileName, await drawPdf(document));
}

export const agreementInSight = async (deps: Deps, sight: Sight, id: number): Promise<Attachment> =>
  drawAgreement(deps, await inSight(deps, sight, id));

/** What messages of this room carry. */
export const loanMakers: AttachmentMakers = {
  [loanInvoiceKind]: async (deps, invoiceId) => {
    const invoice = await findLoanInvoice(deps.db, invoiceId);
    const agreement = invoice && (await findAgreement(deps.db, wholeSight, invoice.agreementId));
    return agreement && drawInvoice(deps, agreement, invoice);
  },
};
