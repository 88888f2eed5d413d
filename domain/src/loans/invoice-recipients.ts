import type { InvoiceContact } from '@kerb/domain/organisations/invoice-contacts.ts';

export const noPrimaryContact = 'No primary contact configured';

/** The message if a contact has no email address; null if it has one. */
export function contactMessage(type: InvoiceContact, label: string, emails: readonly string[]): string | null {
  if (emails.length > 0) return null;
  return type === 'campaignConveyancer'
    ? `No email for ${label} provided - Please hit save and our team will be in touch.`
    : `No email addresses configured for ${label}`;
}
