import { contactMessage, noPrimaryContact } from '@kerb/domain/loans/invoice-recipients.ts';
import type { InvoiceContactsView } from '@kerb/domain/loans/loans.contract.ts';
import {
  type InvoiceContact,
  invoiceContactLabels,
  secondaryContacts,
} from '@kerb/domain/organisations/invoice-contacts.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type LoanOrganisation, organisationOf } from '@kerb/server/features/loans/loans.repository.ts';
import { type PayerRecord, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

type Settings = Pick<Deps, 'config' | 'country'>;
type Known = { agreement: AgreementRecord; organisation: LoanOrganisation; payers: readonly PayerRecord[] };

const emailsOf: Record<InvoiceContact, (known: Known, settings: Settings) => (string | null)[]> = {
  tenantBillingContacts: ({ organisation }) => organisation.billingEmails,
  campaignConveyancer: ({ agreement }) => [agreement.conveyancerEmail],
  campaignVendors: ({ payers }) => payers.map(({ emailAddress }) => emailAddress),
  kerbSettlementsTeam: (_known, { config }) => [config.settlementsEmail],
};

/** An organisation may want its agent to get a copy of every message to the payers. */
const agentEmails = ({ agreement, organisation }: Known): (string | null)[] =>
  organisation.ccAgentContact ? [agreement.agentEmail, ...(agreement.agentCcEmails ?? '').split(',')] : [];

const tidied = (emails: readonly (string | null)[]): string[] => [
  ...new Map(emails.flatMap((email) => (email?.trim() ? [[email.trim().toLowerCase(), email.trim()]] : []))).values(),
];

export type LoanContacts = InvoiceContactsView & {
  payers: readonly PayerRecord[];
  /** Copies for the agent, if the organisation wants them. */
  copies: string[];
};

/** The recipients of a loan's invoices. */
export async function contactsOf(
  db: Database | Tx,
  settings: Settings,
  agreement: AgreementRecord,
): Promise<LoanContacts> {
  const organisation = await organisationOf(db, agreement.tenantId);
  const payers = await payersOf(db, agreement.id);
  const known: Known = { agreement, organisation, payers };
  const labels = invoiceContactLabels(settings.country);
  const contact = (type: InvoiceContact) => {
    const emails = tidied(emailsOf[type](known, settings));
    return { type, label: labels[type], emails, message: contactMessage(type, labels[type], emails) };
  };
  const { primary, secondary } = organisation;
  return {
    primary: primary ? [contact(primary)] : [],
    secondary: secondaryContacts(secondary, primary).map(contact),
    message: primary ? null : noPrimaryContact,
    payers,
    copies: tidied(agentEmails(known)),
  };
}

/** Every e-mail address of an invoice, each once. */
export const addressesOf = ({ primary, secondary, copies }: LoanContacts): string[] =>
  tidied([...primary, ...secondary].flatMap(({ emails }) => emails).concat(copies));

export const payerAt = ({ payers }: LoanContacts, address: string): PayerRecord | undefined =>
  payers.find(({ emailAddress }) => emailAddress.toLowerCase() === address.toLowerCase());
