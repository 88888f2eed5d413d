import { isWorkingHour } from '@kerb/domain/agreements/action-suggested.ts';
import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { dueFrom, loanDates, loanStart } from '@kerb/domain/loans/loan-dates.ts';
import type { LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import { isOverdueActionDue } from '@kerb/domain/loans/overdue.ts';
import { countedDays, latestDaysLate, type PlannedReminder, remindersDue } from '@kerb/domain/loans/reminders.ts';
import { invoiceOfReminder, loanReminderMail } from '@kerb/domain/notifications/loan-messages.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type AgreementRecord, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { contactsOf, type LoanContacts } from '@kerb/server/features/loans/loan-contacts.ts';
import { messageFacts, todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { claimReminder, noteRecipients, organisationOf } from '@kerb/server/features/loans/loans.repository.ts';
import { keepInvoice, type MailFor, postInvoice } from '@kerb/server/features/loans/make-invoice.ts';
import { linkForMail } from '@kerb/server/features/payers/payment-links.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** A time zone and its current day. */
type Zone = { zone: string; today: Day };

/** The time zones where it is working time. A sandbox whose clock was moved sends at any hour. */
async function zonesAtWork({ db, clock, config }: Deps): Promise<Zone[]> {
  const isHurried = config.sandbox && clock.offsetDays() > 0;
  const zones = await db.selectFrom('tenants').select('defaultTimeZone').distinct().execute();
  return zones
    .map(({ defaultTimeZone: zone }) => ({ zone, today: dayIn(zone, clock.now()) }))
    .filter(({ zone }) => isHurried || isWorkingHour(zone, clock.now()));
}

/** A sandbox that skipped days still sends the reminders of those days. */
const mostDaysLate = ({ clock, config }: Deps): number =>
  config.sandbox ? Math.max(latestDaysLate, clock.offsetDays()) : latestDaysLate;

const ranks = (...statuses: Parameters<typeof statusRank>[0][]) => sql.raw(statuses.map(statusRank).join(', '));

/**
 * The loans of a zone that may have a reminder on these days: a superset, from which the rules choose. One index for
 * each date that reminders count from.
 */
export const remindedStatement = ({ zone, today }: Zone, late: number, country: Deps['country']) => {
  const among = (days: readonly Day[]) => sql`any(${days}::date[])`;
  const days = (from: Parameters<typeof countedDays>[0]) => among(countedDays(from, today, late));
  const due = countedDays('dueDate', today, late).map((day) => dueFrom(day, country));
  const saleEnds = among(due.map(({ saleEnd }) => saleEnd));
  const loans = sql`select a.id, a.tenant_id from agreements a where a.status in (${ranks('executed', 'waiting-settlement')})`;
  const withdrawn = sql`select a.id, a.tenant_id from agreements a where a.status = ${ranks('withdrawn')}`;
  return sql<{ id: number }>`
    select l.id from (
      ${loans} and a.campaign_finance_loan_start_date = ${days('campaignFinanceLoanStartDate')}
      union
      ${loans} and a.interest_free_days > 0
        and a.campaign_finance_loan_start_date + a.interest_free_days = ${days('interestFreeEnd')}
      union
      ${loans} and a.property_settlement_date = ${days('propertySettlementDate')}
      union
      ${loans} and a.property_settlement_date = ${saleEnds}
      union
      ${loans} and a.campaign_finance_loan_start_date = ${among(due.map(({ start }) => start))}
      union
      ${withdrawn} and a.property_withdrawn_from_sale_date = ${saleEnds}
      union
      ${withdrawn} and a.campaign_finance_loan_start_date = ${among(due.map(({ start }) => start))}
      union
      select b.agreement_id, b.tenant_id from loan_accounts b where b.is_owed and b.due_date = ${days('dueDate')}
    ) l join tenants t on t.id = l.tenant_id
    where t.default_time_zone = ${zone} order by l.id`;
};

async function remindContacts(
  work: Work,
  agreement: AgreementRecord,
  contacts: LoanContacts,
  mailFor: MailFor,
  type: LoanInvoiceType,
): Promise<string[]> {
  const invoice = await keepInvoice(work, agreement, type);
  return postInvoice(work, agreement, { invoice, contacts, mailFor });
}

async function tellBorrowers(
  work: Work,
  agreement: AgreementRecord,
  { payers, copies }: LoanContacts,
  mailFor: MailFor,
): Promise<string[]> {
  const about = { kind: 'loan-reminder', channel: 'email', agreementId: agreement.id } as const;
  for (const payer of payers) {
    const link = await linkForMail(work, agreement, payer);
    await postMessage(work, {
      ...about,
      ...mailFor({ firstName: payer.firstName, hasLink: link !== null }),
      ...(link && { secrets: [link] }),
      audience: 'vendor',
      recipient: payer.emailAddress,
      signatoryId: payer.id,
      userId: payer.userId,
    });
  }
  const copy = mailFor({ firstName: null });
  for (const recipient of copies) await postMessage(work, { ...about, ...copy, audience: 'staff', recipient });
  return [...payers.map(({ emailAddress }) => emailAddress), ...copies];
}

/**
 * If there is no settlement contact, the payers get the message. They also get it if no settlement repays the loan,
 * because then they repay it themselves.
 */
const orPayers = (contacts: LoanContacts, { isSettled }: { isSettled: boolean }): LoanContacts => {
  const reached = contacts.primary.filter(({ emails }) => emails.length > 0);
  if (reached.length > 0 && isSettled) return contacts;
  const emails = contacts.payers.map(({ emailAddress }) => emailAddress);
  const payers = { type: 'campaignVendors', label: 'Campaign vendors', emails, message: null } as const;
  return { ...contacts, primary: [payers, ...reached] };
};

/** Sends one reminder unless it was sent. The caller that inserts its row sends it. */
async function remind(work: Work, agreement: AgreementRecord, reminder: PlannedReminder): Promise<void> {
  if (!(await claimReminder(work, agreement.id, reminder))) return;
  const contacts = await contactsOf(work.tx, work.deps, agreement);
  const facts = messageFacts(work.deps, agreement, todayOf(agreement, work.now));
  const mailFor: MailFor = (reader) => loanReminderMail(reminder.name, facts, reader);
  const type = invoiceOfReminder(reminder.name, facts);
  const isSettled = type !== 'standard';
  const sentTo = type
    ? await remindContacts(work, agreement, orPayers(contacts, { isSettled }), mailFor, type)
    : await tellBorrowers(work, agreement, contacts, mailFor);
  await noteRecipients(work, agreement.id, reminder.occasion, sentTo);
  await record(work, {
    activityCode: 'campaign_update',
    description: `Reminder sent: ${reminder.label}`,
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { reminder: reminder.name, sentTo },
  });
}

/** Sends the due reminders of one loan. The lock makes sure that concurrent changes of its dates are seen. */
export async function remindLoan(work: Work, id: number, late: number): Promise<void> {
  const agreement = await lockAgreement(work.tx, wholeScope, id);
  if (!agreement || loanStart(agreement) === null) return;
  const organisation = await organisationOf(work.tx, agreement.tenantId);
  const due = remindersDue({ ...agreement, organisation }, todayOf(agreement, work.now), work.deps.country, late);
  for (const reminder of due) await remind(work, agreement, reminder);
  await suggestWhenOverdue(work, agreement);
}

/** An overdue loan is among the campaigns with a suggested action. The job sees it for some days after its due day. */
async function suggestWhenOverdue(work: Work, agreement: AgreementRecord): Promise<void> {
  const { due } = loanDates(agreement, work.deps.country);
  if (!isOverdueActionDue(agreement, due, todayOf(agreement, work.now))) return;
  const stamps = { actionSuggestedLastUpdate: work.now };
  await changeCampaign(work, agreement, { actionSuggested: true }, { description: 'Loan overdue', stamps });
}

/** Sends every due reminder of running loans, each once for its occasion, in time zones where it is daytime. */
export async function remindPayers(deps: Deps): Promise<void> {
  const late = mostDaysLate(deps);
  for (const zone of await zonesAtWork(deps)) {
    const { rows } = await remindedStatement(zone, late, deps.country).execute(deps.db);
    const nameOf = ({ id }: { id: number }) => ({ kind: 'loan', id });
    await forEachRow(deps, rows, nameOf, ({ id }) =>
      inTransaction(deps, byTheProduct, (work) => remindLoan(work, id, late)),
    );
  }
}
