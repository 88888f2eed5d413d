/** Who is sent the invoice at settlement. */
export const invoiceContacts = [
  'tenantBillingContacts',
  'campaignConveyancer',
  'campaignVendors',
  'kerbSettlementsTeam',
] as const;
export type InvoiceContact = (typeof invoiceContacts)[number];

/** The platform's own team is always told, whoever else is. */
export const settlementsTeam: InvoiceContact = 'kerbSettlementsTeam';

type Words = { brand: string; conveyancerLabel: string };

export const invoiceContactLabels = ({ brand, conveyancerLabel }: Words): Record<InvoiceContact, string> => ({
  tenantBillingContacts: 'Organisation billing contacts',
  campaignConveyancer: `Campaign ${conveyancerLabel.toLowerCase()}`,
  campaignVendors: 'Campaign vendors',
  kerbSettlementsTeam: `${brand} settlements team`,
});

/** Each once, in the order of the list, and always the settlements team. The primary need not be told twice. */
export function secondaryContacts(
  chosen: readonly InvoiceContact[],
  primary: InvoiceContact | null,
): readonly InvoiceContact[] {
  return invoiceContacts.filter(
    (contact) => contact === settlementsTeam || (chosen.includes(contact) && contact !== primary),
  );
}
