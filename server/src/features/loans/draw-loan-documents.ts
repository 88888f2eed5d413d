import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { agreementFileName } from '@kerb/domain/loans/agreement-files.ts';
import { loanInvoiceFileName, payoutFileName } from '@kerb/domain/loans/loan-files.ts';
import { decideLoanInvoice } from '@kerb/domain/loans/loan-invoices.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  campaignInScope,
  findAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { loanInScope } from '@kerb/server/features/loans/loan-access.ts';
import { todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { type InvoicedLoan, loanInvoice, payoutLetter } from '@kerb/server/features/loans/loan-letters.ts';
import { addressOf, findLoanInvoice, lastInvoiceOf } from '@kerb/server/features/loans/loans.repository.ts';
import { invoiceToday, loanInvoiceKind } from '@kerb/server/features/loans/make-invoice.ts';
import { findLetter } from '@kerb/server/features/loans/payout-letters.repository.ts';
import { payersOf, signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { repaymentInstructions } from '@kerb/server/features/payments/payment-view.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { agreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { signedCopy } from '@kerb/server/features/signing/send-agreement.ts';
import { signedDates } from '@kerb/server/features/signing/signature-record.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { AttachmentMakers } from '@kerb/server/platform/outbox/attachments.ts';
import { type Draw, drawFor, drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import type { Attachment } from '@kerb/server/platform/ports/mail-gateway.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { theProduct } from '@kerb/server/platform/queues/fair-queue.ts';

const pdf = (fileName: string, content: Buffer): Attachment => ({ fileName, contentType: 'application/pdf', content });

type Invoiced = Pick<InvoicedLoan, 'agreement' | 'invoice'>;

async function drawInvoice(deps: Deps, draw: Draw, { agreement, invoice }: Invoiced) {
  const document = loanInvoice(deps, {
    agreement,
    invoice,
    property: await addressOf(deps.db, agreement, deps.country),
    payerNames: (await payersOf(deps.db, agreement.id)).map(displayName),
    payTo: repaymentInstructions(deps, agreement.id),
  });
  return pdf(loanInvoiceFileName(deps.country.code, agreement.id), await draw(document));
}

/** The last invoice of a loan, or a preview of today's invoice if there is none. */
async function invoiceOf(deps: Deps, draw: Draw, scope: AccessScope, id: number): Promise<Attachment> {
  const agreement = await loanInScope(deps.db, scope, id);
  const last = await lastInvoiceOf(deps.db, id);
  if (last) return drawInvoice(deps, draw, { agreement, invoice: last });
  const now = deps.clock.now();
  const standing = standingTowards(scope.actor, agreement);
  const type = mustAllow(decideLoanInvoice(agreement, 'standard', { standing, today: todayOf(agreement, now) }));
  const invoice = must(invoiceToday({ deps, now }, agreement), `balance of loan ${id}`);
  const preview = { ...invoice, type, id: null, total: invoice.balance.total };
  return drawInvoice(deps, draw, { agreement, invoice: preview });
}

export const invoiceInScope = (deps: Deps, scope: AccessScope, id: number): Promise<Attachment> =>
  drawFor(deps, scope.actor, (draw) => invoiceOf(deps, draw, scope, id));

export const payoutLetterInScope = (deps: Deps, scope: AccessScope, ids: { id: number; letterId: number }) =>
  drawFor(deps, scope.actor, async (draw) => {
    await loanInScope(deps.db, scope, ids.id);
    const letter = await findLetter(deps.db, ids.id, ids.letterId);
    if (!letter) throw notFound('payout letter');
    return pdf(payoutFileName(deps.country.code, ids.id, letter.payoutDate), await draw(payoutLetter(deps, letter)));
  });

const unable = () => new Problem(409, 'no-loan-agreement', 'Unable to generate Loan Agreement');

/** The agreement of a loan: as signed, or as it would be presented for signing. */
async function drawAgreement(deps: Deps, draw: Draw, agreement: AgreementRecord): Promise<Attachment> {
  const { id, financeOptionCode: option, campaignFinanceSignatureDate: signedDate } = agreement;
  const signatories = await signatoriesInScope(deps, wholeScope, { agreementId: id });
  const hasTerms = agreement.serviceFee !== null && (option !== 'pl' || agreement.interestRate !== null);
  const isWhole = isFinanced(option) && agreement.campaignBudget && hasTerms;
  if (!isWhole || signatories.length === 0) throw unable();
  const paper = await agreementPaper(deps, agreement, signatories);
  const document = { ...paper.document, blocks: [...paper.document.blocks, ...signedDates(agreement, deps.country)] };
  const { code: country } = deps.country;
  const isManual = agreement.manualAgreement;
  return pdf(agreementFileName({ country, agreementId: id, option, isManual, signedDate }), await draw(document));
}

export const agreementInScope = (deps: Deps, scope: AccessScope, id: number): Promise<Attachment> =>
  drawFor(deps, scope.actor, async (draw) => {
    const agreement = await campaignInScope(deps.db, scope, id);
    return (await signedCopy(deps, id)) ?? drawAgreement(deps, draw, agreement);
  });

/** The attachments of this room's messages. */
export const loanMakers: AttachmentMakers = {
  [loanInvoiceKind]: async (deps, invoiceId) => {
    const invoice = await findLoanInvoice(deps.db, invoiceId);
    const agreement = invoice && (await findAgreement(deps.db, wholeScope, invoice.agreementId));
    const draw: Draw = (document) => drawPdf(document, theProduct);
    return agreement && drawInvoice(deps, draw, { agreement, invoice });
  },
};
