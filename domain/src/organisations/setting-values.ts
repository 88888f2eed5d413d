import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { settlementsTeam } from '@kerb/domain/organisations/invoice-contacts.ts';
import { type SettingName, type Settings, settingNames } from '@kerb/domain/organisations/setting-fields.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

/** The settings of a new organisation. */
export const newSettings = (
  { name, type, defaultTimeZone }: { name: string; type: OrganisationType; defaultTimeZone: string },
  country: Pick<CountryRules, 'amlDelegationByDefault'>,
): Settings => ({
  type,
  name,
  defaultTimeZone,
  legalName: null,
  brandName: null,
  abn: null,
  realEstateLicense: null,
  principalAgentName: null,
  websiteUrl: null,
  logo: null,
  brandColour: null,
  brandSettings: { hideNameText: false },
  smsSenderName: null,
  billingAddress: {
    address: null,
    address2: null,
    address3: null,
    city: null,
    state: null,
    postalCode: null,
    phone: null,
  },
  bankAccount: null,
  batchPaymentSchedule: null,
  identifier: null,
  lga: null,
  xeroContactRef: null,
  domainAdvertiserRef: null,
  reaAdvertiserRef: null,
  trademeAccountId: null,
  internalNotes: null,
  allowAddingProperty: false,
  extraFunding: false,
  enableDeposits: false,
  fundManually: false,
  ccAgentContact: false,
  recommendAgency: false,
  recommendConveyancer: false,
  recommendConveyancerSettings: { partnerName: 'no-partner', defaultResponse: null },
  amlDelegation: country.amlDelegationByDefault,
  amlDelegationSettings: { askAgent: true, defaultResponse: null },
  equityReferralSettings: { subject: null, body: null },
  loanLiveReminders: true,
  preSettlementReminders: true,
  postSettlementReminders: true,
  settlementInvoiceContactPrimary: 'tenantBillingContacts',
  settlementInvoiceContactsSecondary: [settlementsTeam],
});

/** Compares values deeply: the database does not keep the order of keys. */
export function isSameSetting(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSameSetting(one[name as never], other[name as never]))
  );
}

export const changedSettings = (current: Settings, sent: Partial<Settings>): SettingName[] =>
  settingNames.filter((name) => sent[name] !== undefined && !isSameSetting(current[name], sent[name]));
