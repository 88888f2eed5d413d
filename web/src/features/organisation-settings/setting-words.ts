import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { formatBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import { formatBusinessNumber } from '@kerb/domain/organisations/business-numbers.ts';
import { invoiceContactLabels } from '@kerb/domain/organisations/invoice-contacts.ts';
import { organisationTypeLabels } from '@kerb/domain/organisations/organisations.contract.ts';
import { describeSchedule } from '@kerb/domain/organisations/payment-schedule.ts';
import type { SettingName, Settings } from '@kerb/domain/organisations/setting-fields.ts';
import { payerLabels } from '@kerb/domain/payers/payer-details.ts';

export const partnerLabels: Record<CountryRules['conveyancerPartners'][number], string> = {
  'no-partner': 'No Specific Partner',
  'settle-easy': 'Settle Easy',
  landmark: 'Landmark',
  conveyu: 'ConveyU',
};
export const amlLabels = {
  '': 'Agent must select',
  no: 'AML check not completed',
  yes: payerLabels.amlCheckCompleted,
} as const;
export const conveyancerDefaultLabels = { '': 'No default', yes: 'Yes', no: 'No' } as const;

const none = 'None';
const yesNo = (value: boolean) => (value ? 'Yes' : 'No');
const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(', ') || none;

type Words = { [Name in SettingName]?: (value: Settings[Name], country: CountryRules) => string };

const words: Words = {
  type: (type) => organisationTypeLabels[type],
  abn: (abn, country) => (abn ? formatBusinessNumber(abn, country) : none),
  logo: (logo) => (logo === null ? none : 'A logo'),
  brandSettings: ({ hideNameText }) => (hideNameText ? 'Name hidden' : 'Name shown'),
  billingAddress: ({ address, address2, address3, city, state, postalCode, phone }) =>
    joined([address, address2, address3, [city, state, postalCode].filter(Boolean).join(' '), phone]),
  bankAccount: (account, country) => {
    const { accountName, bsbNumber, accountNumber } = account ?? {};
    if (!accountNumber) return none;
    return `${accountName}, ${formatBankAccount({ bsbNumber: bsbNumber ?? null, accountNumber }, country)}`;
  },
  batchPaymentSchedule: (schedule) => describeSchedule(schedule ?? ''),
  recommendConveyancerSettings: ({ partnerName, defaultResponse }) =>
    `${partnerLabels[partnerName]}; default: ${conveyancerDefaultLabels[defaultResponse ?? '']}`,
  amlDelegationSettings: ({ askAgent, defaultResponse }) =>
    `${askAgent ? 'Ask the agent' : 'Do not ask the agent'}; default: ${amlLabels[defaultResponse ?? '']}`,
  equityReferralSettings: ({ subject, body }) => joined([subject, body]),
  settlementInvoiceContactPrimary: (contact, country) => (contact ? invoiceContactLabels(country)[contact] : none),
  settlementInvoiceContactsSecondary: (contacts, country) =>
    joined(contacts.map((contact) => invoiceContactLabels(country)[contact])),
};

/** A setting in readable form. */
export function wordsOfSetting<Name extends SettingName>(
  name: Name,
  value: Settings[Name] | undefined,
  country: CountryRules,
): string {
  const own = words[name] as ((value: Settings[Name], country: CountryRules) => string) | undefined;
  if (value !== undefined && own) return own(value, country);
  if (typeof value === 'boolean') return yesNo(value);
  return String(value ?? '') || none;
}
