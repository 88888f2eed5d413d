/** The recipients of the settlement invoice. */
export const invoiceContacts = [
  'tenantBillingContacts',
  'campaignConveyancer',
  'campaignVendors',
  'kerbSettlementsTeam',
] as const;
export type InvoiceContact = (typeof invoiceContacts)[number];

/** The platform's settlements team always receives it. */
export const settlementsTeam: InvoiceContact = 'kerbSettlementsTeam';

type Words = { brand: string; conveyancerLabel: string };

export const invoiceContactLabels = ({ brand, conveyancerLabel }: Words): Record<InvoiceContact, string> => ({
  tenantBillingContacts: 'Organisation billing contacts',
  campaignConveyancer: `Campaign ${conveyancerLabel.toLowerCase()}`,
  campaignVendors: 'Campaign vendors',
  kerbSettlementsTeam: `${brand} settlements team`,
});

/** Each once, in list order, always including the settlements team, and without the primary contact. */
export function secondaryContacts(
  chosen: readonly InvoiceContact[],
  primary: InvoiceContact | null,
): readonly InvoiceContact[] {
  return invoiceContacts.filter(
    (contact) => contact === settlementsTeam || (chosen.includes(contact) && contact !== primary),
  );
}
