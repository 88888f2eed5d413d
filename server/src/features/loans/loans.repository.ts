import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { AmountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import type { Balance } from '@kerb/domain/loans/loan-figures.ts';
import type { LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import type { PlannedReminder, ReminderSwitch, SentReminder } from '@kerb/domain/loans/reminders.ts';
import type { InvoiceContact } from '@kerb/domain/organisations/invoice-contacts.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Db = Database | Tx;

/** The organisation's settings for a loan's reminders and invoices. */
export type LoanOrganisation = Record<ReminderSwitch, boolean> & {
  ccAgentContact: boolean;
  primary: InvoiceContact | null;
  secondary: InvoiceContact[];
  billingEmails: string[];
};

export async function organisationOf(db: Db, tenantId: number): Promise<LoanOrganisation> {
  const { rows } = await sql<LoanOrganisation>`
    select t.loan_live_reminders, t.pre_settlement_reminders, t.post_settlement_reminders, t.cc_agent_contact,
      t.settlement_invoice_contact_primary as "primary", t.settlement_invoice_contacts_secondary as secondary,
      coalesce((
        select jsonb_agg(u.email_address order by u.id) from tenant_users m join users u on u.id = m.user_id
        where m.tenant_id = t.id and m.receives_billing_email_notices and u.disabled_date is null), '[]') as billing_emails
    from tenants t where t.id = ${tenantId}`.execute(db);
  return must(rows[0], `organisation ${tenantId}`);
}

/** The address of the campaign's property in one line; null without a property. */
export async function addressOf(db: Db, { propertyId }: AgreementRecord, country: Parameters<typeof formatAddress>[1]) {
  if (propertyId === null) return null;
  const property = await db.selectFrom('properties').selectAll().where('id', '=', propertyId).executeTakeFirstOrThrow();
  return formatAddress(property, country);
}

export const remindersSent = (db: Db, agreementId: number): Promise<SentReminder[]> =>
  db
    .selectFrom('loanReminders')
    .select(['occasion', 'name', 'day', 'sentDate', 'recipients'])
    .where('agreementId', '=', agreementId)
    .orderBy('sentDate')
    .execute();

/** Whether this call sends the reminder: its row can be inserted only once. */
export async function claimReminder(work: Work, agreementId: number, reminder: PlannedReminder): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await work.tx
    .insertInto('loanReminders')
    .values({
      agreementId,
      occasion: reminder.occasion,
      name: reminder.name,
      day: reminder.day,
      sentDate: work.now,
      recipients: JSON.stringify([]),
    })
    .onConflict((conflict) => conflict.columns(['agreementId', 'occasion']).doNothing())
    .executeTakeFirstOrThrow();
  return rows === 1n;
}

export const noteRecipients = (work: Work, agreementId: number, occasion: string, recipients: readonly string[]) =>
  work.tx
    .updateTable('loanReminders')
    .set({ recipients: JSON.stringify(recipients) })
    .where('agreementId', '=', agreementId)
    .where('occasion', '=', occasion)
    .execute();

export type LoanInvoiceRecord = {
  id: number;
  agreementId: number;
  type: LoanInvoiceType;
  issueDate: Day;
  dueDate: Day | null;
  balance: Balance;
  /** The amounts for the days ahead; null for an invoice from before they were stated. */
  settlement: AmountsAhead | null;
  total: Cents;
  createdDate: Moment;
  sentDate: Moment | null;
  sentTo: string[];
};

export const loanInvoiceNumber = ({ id }: { id: number }): string => `LI${id}`;

const selectInvoices = (db: Db) => db.selectFrom('loanInvoices').selectAll().orderBy('id', 'desc').limit(1);
type InvoiceRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectInvoices>['executeTakeFirst']>>>;

const invoiceOf = ({ createdByUserId: _, ...row }: InvoiceRow): LoanInvoiceRecord => ({
  ...row,
  total: centsFromDecimal(row.total),
});

export async function lastInvoiceOf(db: Db, agreementId: number): Promise<LoanInvoiceRecord | null> {
  const row = await selectInvoices(db).where('agreementId', '=', agreementId).executeTakeFirst();
  return row ? invoiceOf(row) : null;
}

export async function findLoanInvoice(db: Db, id: number): Promise<LoanInvoiceRecord | null> {
  const row = await selectInvoices(db).where('id', '=', id).executeTakeFirst();
  return row ? invoiceOf(row) : null;
}

type NewInvoice = Pick<LoanInvoiceRecord, 'agreementId' | 'type' | 'issueDate' | 'dueDate' | 'balance' | 'settlement'>;

export async function insertLoanInvoice(work: Work, invoice: NewInvoice): Promise<LoanInvoiceRecord> {
  const row = await work.tx
    .insertInto('loanInvoices')
    .values({
      ...invoice,
      balance: JSON.stringify(invoice.balance),
      settlement: JSON.stringify(invoice.settlement),
      total: decimalFromCents(invoice.balance.total),
      createdDate: work.now,
      createdByUserId: work.actor?.userId ?? null,
      sentDate: null,
      sentTo: JSON.stringify([]),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return invoiceOf(row);
}

export const markInvoiceSent = (work: Work, id: number, sentTo: readonly string[]) =>
  work.tx
    .updateTable('loanInvoices')
    .set({ sentDate: work.now, sentTo: JSON.stringify(sentTo) })
    .where('id', '=', id)
    .execute();
