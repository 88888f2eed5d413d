import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { confirmationFileName, invoiceFileName } from '@kerb/domain/payments/receipts.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import {
  type AgreementRecord,
  campaignInScope,
  findAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { findInvoice } from '@kerb/server/features/payments/invoices.repository.ts';
import { isBeingRefunded } from '@kerb/server/features/payments/money-facts.ts';
import { paymentConfirmation } from '@kerb/server/features/payments/payment-confirmation.ts';
import { paymentsOf, wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { refundsOf } from '@kerb/server/features/payments/refunds.repository.ts';
import { taxInvoice } from '@kerb/server/features/payments/tax-invoice.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { AttachmentMakers } from '@kerb/server/platform/outbox/attachments.ts';
import { type Draw, drawFor, drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import type { Attachment } from '@kerb/server/platform/ports/mail-gateway.ts';
import { notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { theProduct } from '@kerb/server/platform/queues/fair-queue.ts';

const pdf = (fileName: string, content: Buffer): Attachment => ({ fileName, contentType: 'application/pdf', content });

/** Null if nothing was paid, or every payment was voided. */
async function drawConfirmation(deps: Deps, draw: Draw, agreement: AgreementRecord): Promise<Attachment | null> {
  const payments = (await paymentsOf(deps.db, agreement.id)).filter(({ status }) => status === 'approved');
  if (payments.length === 0) return null;
  const refunds = (await refundsOf(deps.db, agreement.id)).filter(({ status }) => status === 'made');
  const payerNames = (await payersOf(deps.db, agreement.id)).map(displayName);
  const content = await draw(paymentConfirmation(deps, { agreement, payments, payerNames, refunds }));
  return pdf(confirmationFileName(agreement.id), content);
}

export const confirmationInScope = (deps: Deps, scope: AccessScope, agreementId: number): Promise<Attachment> =>
  drawFor(deps, scope.actor, async (draw) => {
    const agreement = await campaignInScope(deps.db, scope, agreementId);
    const drawn = await drawConfirmation(deps, draw, agreement);
    if (!drawn) throw new Problem(409, 'nothing-paid', 'Nothing has been paid for this campaign yet.');
    return drawn;
  });

/** Access to an invoice follows its campaign. */
async function drawInvoice(deps: Deps, draw: Draw, scope: AccessScope, invoiceId: number): Promise<Attachment> {
  const invoice = await findInvoice(deps.db, invoiceId);
  const agreement = invoice && (await findAgreement(deps.db, scope, invoice.agreementId));
  if (!invoice || !agreement) throw notFound('invoice');
  const payers = await payersOf(deps.db, agreement.id);
  // A payer sees the names of the other payers, as on the screen, but not their contact details.
  const own = payers.filter((payer) => !scope.asPayer || isOwnRecord(scope.actor, payer));
  const recipients = payers.flatMap((payer) => [
    displayName(payer),
    ...(own.includes(payer) ? [payer.emailAddress] : []),
  ]);
  const refunds = (await paymentsOf(deps.db, agreement.id)).filter(isBeingRefunded);
  return pdf(invoiceFileName(invoice.id), await draw(taxInvoice(deps, { agreement, invoice, recipients, refunds })));
}

export const invoiceInScope = (deps: Deps, scope: AccessScope, invoiceId: number): Promise<Attachment> =>
  drawFor(deps, scope.actor, (draw) => drawInvoice(deps, draw, scope, invoiceId));

export const receiptKind = 'payment-confirmation';

/** The attachments of this room's messages. */
export const receiptMakers: AttachmentMakers = {
  [receiptKind]: async (deps, agreementId) => {
    const agreement = await findAgreement(deps.db, wholeScope, agreementId);
    return agreement && drawConfirmation(deps, (document) => drawPdf(document, theProduct), agreement);
  },
};
