import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { amountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { decideMakingInvoice, invoiceNotSent, type LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import type { LoanInvoiceView } from '@kerb/domain/loans/loans.contract.ts';
import { type LoanReader, loanInvoiceMail } from '@kerb/domain/notifications/loan-messages.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { lockLoan } from '@kerb/server/features/loans/loan-access.ts';
import { addressesOf, contactsOf, type LoanContacts, payerAt } from '@kerb/server/features/loans/loan-contacts.ts';
import { balanceOf, messageFacts, todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import {
  insertLoanInvoice,
  type LoanInvoiceRecord,
  loanInvoiceNumber,
  markInvoiceSent,
} from '@kerb/server/features/loans/loans.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export const loanInvoiceKind = 'loan-invoice';

export const loanInvoiceView = (invoice: LoanInvoiceRecord): LoanInvoiceView => {
  const { agreementId: _, ...shown } = invoice;
  return { ...shown, number: loanInvoiceNumber(invoice) };
};

/** The content of an invoice made today, for a loan that has a start. */
export function invoiceToday(work: Pick<Work, 'deps' | 'now'>, agreement: AgreementRecord) {
  const today = todayOf(agreement, work.now);
  const { country } = work.deps;
  const { due } = loanDates(agreement, country);
  const balance = balanceOf(work.deps, agreement, { day: today, today });
  const settlement = amountsAhead(agreement, today, country);
  return balance && { agreementId: agreement.id, issueDate: today, dueDate: due, balance, settlement };
}

/** Stores an invoice of a locked campaign, as of today. */
export async function keepInvoice(
  work: Work,
  agreement: AgreementRecord,
  type: LoanInvoiceType,
): Promise<LoanInvoiceRecord> {
  const today = must(invoiceToday(work, agreement), `balance of loan ${agreement.id}`);
  const invoice = await insertLoanInvoice(work, { ...today, type });
  await record(work, {
    activityCode: 'invoice_create',
    description: 'Loan invoice made',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { invoice: loanInvoiceNumber(invoice), type, total: invoice.total },
  });
  return invoice;
}

type Mail = { subject: string; body: string };
/** The same mail for everybody, but a payer is greeted by name. */
export type MailFor = (reader: LoanReader) => Mail;
type Posting = { invoice: LoanInvoiceRecord; contacts: LoanContacts; mailFor: MailFor; isRequested?: boolean };

/** Sends an invoice to all its recipients, and notes it on the campaign. */
export async function postInvoice(
  work: Work,
  agreement: AgreementRecord,
  { invoice, contacts, mailFor, isRequested = false }: Posting,
): Promise<string[]> {
  const recipients = addressesOf(contacts);
  for (const recipient of recipients) {
    await postMessage(work, {
      kind: loanInvoiceKind,
      channel: 'email',
      audience: payerAt(contacts, recipient) ? 'vendor' : 'staff',
      recipient,
      isRequested,
      agreementId: agreement.id,
      attachment: { kind: loanInvoiceKind, id: invoice.id },
      ...mailFor({ firstName: payerAt(contacts, recipient)?.firstName ?? null }),
    });
  }
  await markInvoiceSent(work, invoice.id, recipients);
  await changeCampaign(
    work,
    agreement,
    { campaignFinanceLastLoanInvoiceDate: invoice.issueDate },
    { description: 'Loan invoice sent', data: { invoice: loanInvoiceNumber(invoice), sentTo: recipients } },
  );
  return recipients;
}

type Request = { id: number; type: LoanInvoiceType };

async function invoicedCampaign(work: Work, scope: AccessScope, { id, type }: Request): Promise<AgreementRecord> {
  const agreement = await lockLoan(work.tx, scope, id);
  const standing = standingTowards(scope.actor, agreement);
  mustAllow(decideMakingInvoice(agreement, type, { standing, today: todayOf(agreement, work.now) }));
  return agreement;
}

/** Makes and stores an invoice without sending it. */
export async function generateInvoice(work: Work, scope: AccessScope, request: Request): Promise<LoanInvoiceView> {
  const agreement = await invoicedCampaign(work, scope, request);
  return loanInvoiceView(await keepInvoice(work, agreement, request.type));
}

/** Makes an invoice and sends it to its contacts and always to the settlements team. */
export async function sendInvoice(work: Work, scope: AccessScope, request: Request) {
  const agreement = await invoicedCampaign(work, scope, request);
  const contacts = await contactsOf(work.tx, work.deps, agreement);
  if (contacts.message) throw new Problem(409, 'no-primary-contact', contacts.message);
  if (addressesOf(contacts).length === 0) {
    throw new Problem(409, 'nobody-to-send-to', contacts.primary[0]?.message ?? invoiceNotSent);
  }
  const invoice = await keepInvoice(work, agreement, request.type);
  const facts = messageFacts(work.deps, agreement, invoice.issueDate);
  const mailFor: MailFor = (reader) => loanInvoiceMail(request.type, facts, reader);
  const sentTo = await postInvoice(work, agreement, { invoice, contacts, mailFor, isRequested: true });
  return { success: true, sentTo };
}
