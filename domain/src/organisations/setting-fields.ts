import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import type { Role } from '@kerb/domain/access/actor.ts';
import type { ConveyancerPartner, CountryRules } from '@kerb/domain/countries/country.ts';
import { brandColourHint, parseColour } from '@kerb/domain/organisations/brand-colour.ts';
import { invoiceContacts } from '@kerb/domain/organisations/invoice-contacts.ts';
import { isPaymentSchedule } from '@kerb/domain/organisations/payment-schedule.ts';
import { type OrganisationType, organisationTypes } from '@kerb/domain/vocabulary/organisation-types.ts';
import { emptyAsNull, link, paragraph, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

/** Who sees or changes a field: admins only, or also the organisation's managers. */
type Audience = 'manager' | 'admin';
type Section = 'profile' | 'branding' | 'address' | 'bank' | 'identifiers' | 'settings' | 'reminders' | 'invoices';
/** How the column is stored: 'json' for values with parts, 'own' if the repository has separate columns for it. */
type Storage = 'plain' | 'json' | 'own';

type Field<Wire extends z.ZodMiniType = z.ZodMiniType> = {
  wire: Wire;
  storage: Storage;
  section: Section;
  label: string | ((country: CountryRules) => string);
  seenBy: Audience;
  /** A manager's change waits as a draft until an admin applies it. */
  changedBy: Audience;
  /** Only of organisations of these types. */
  types?: readonly OrganisationType[];
  /** Only in countries whose rules list this field. */
  byCountry?: true;
  /** A change waits until a second person applies it, even when an admin saves it. */
  needsSecondPerson?: true;
};

type Rest = Pick<Field, 'types' | 'byCountry' | 'needsSecondPerson'>;
const field =
  <Wire extends z.ZodMiniType>(wire: Wire, storage: Storage = 'plain') =>
  (section: Section, label: Field['label'], [seenBy, changedBy]: readonly [Audience, Audience], rest: Rest = {}) =>
    ({ wire, storage, section, label, seenBy, changedBy, ...rest }) satisfies Field as Field<Wire>;

const words = (longest: number) => field(emptyAsNull(text(longest)));
const flag = field(z.boolean());

export const amlResponses = ['yes', 'no'] as const;
export const conveyancerResponses = ['yes', 'no'] as const;
const conveyancerPartners = [
  'no-partner',
  'settle-easy',
  'landmark',
  'conveyu',
] as const satisfies ConveyancerPartner[];

const line = (longest: number) => emptyAsNull(text(longest));
const billingAddress = z.strictObject({
  address: line(200),
  address2: line(200),
  address3: line(200),
  city: line(100),
  state: line(20),
  postalCode: line(10),
  phone: line(30),
});
const bankAccount = z.strictObject({ accountName: line(100), bsbNumber: line(20), accountNumber: line(40) });
const amlDelegationSettings = z.strictObject({
  askAgent: z.boolean(),
  /** Null: the agent must select. */
  defaultResponse: z.nullable(z.enum(amlResponses)),
});
const recommendConveyancerSettings = z.strictObject({
  partnerName: z.enum(conveyancerPartners),
  defaultResponse: z.nullable(z.enum(conveyancerResponses)),
});
const equityReferralSettings = z.strictObject({ subject: line(200), body: emptyAsNull(paragraph(4_000)) });
const brandSettings = z.strictObject({ hideNameText: z.boolean() });
const colour = emptyAsNull(
  z.codec(
    text(20).check(z.refine((typed) => typed === '' || parseColour(typed) !== null, brandColourHint)),
    z.string(),
    { decode: (typed) => parseColour(typed) ?? '', encode: (kept) => kept },
  ),
);
const schedule = emptyAsNull(text(3).check(z.refine(isPaymentSchedule, 'Choose from the list.')));

const theirs = ['manager', 'manager'] as const;
const shown = ['manager', 'admin'] as const;
const ours = ['admin', 'admin'] as const;
const agency = { types: ['agency'] } as const;
const conveyancer = ({ conveyancerLabel }: CountryRules) => conveyancerLabel.toLowerCase();

/** Every setting of an organisation by its name on the wire; its column has the same name in snake_case. */
// biome-ignore format: a table
export const settingFields = {
  type:                               field(z.enum(organisationTypes))('profile', 'Type', shown),
  name:                               field(requiredText(200))('profile', 'Name', theirs),
  legalName:                          words(200)('profile', 'Legal name', theirs),
  brandName:                          words(200)('profile', 'Brand name', theirs),
  abn:                                words(40)('profile', (country) => country.businessNumberLabel, theirs),
  realEstateLicense:                  words(50)('profile', 'Real estate licence', theirs),
  principalAgentName:                 words(200)('profile', 'Principal agent name', theirs),
  defaultTimeZone:                    field(requiredText(64))('profile', 'Time zone', theirs),
  websiteUrl:                         words(500)('branding', 'Custom back link', theirs),
  logo:                               field(z.nullable(link('/v1/assets')), 'own')('branding', 'Logo', theirs),
  brandColour:                        field(colour)('branding', 'Brand colour', theirs),
  brandSettings:                      field(brandSettings, 'json')('branding', 'Brand display', shown),
  smsSenderName:                      words(11)('branding', 'SMS sender name', shown, { byCountry: true }),
  billingAddress:                     field(billingAddress, 'json')('address', 'Address', theirs),
  bankAccount:                        field(z.nullable(bankAccount), 'own')('bank', 'Bank account', theirs, { needsSecondPerson: true }),
  batchPaymentSchedule:               field(schedule)('bank', 'Batch payment schedule', shown, { byCountry: true }),
  identifier:                         words(100)('identifiers', 'Identifier', shown),
  lga:                                words(100)('identifiers', 'LGA', shown),
  xeroContactRef:                     words(100)('identifiers', 'Xero contact reference', ours, { byCountry: true }),
  domainAdvertiserRef:                words(100)('identifiers', 'Domain advertiser reference', ours, { ...agency, byCountry: true }),
  reaAdvertiserRef:                   words(100)('identifiers', 'REA advertiser reference', ours, { ...agency, byCountry: true }),
  trademeAccountId:                   words(100)('identifiers', 'Trade Me account ID', ours, { ...agency, byCountry: true }),
  internalNotes:                      field(emptyAsNull(paragraph(8_000)))('identifiers', 'Internal notes', ours),
  allowAddingProperty:                flag('settings', 'Allow adding property', shown),
  extraFunding:                       flag('settings', 'Extra funding', shown),
  enableDeposits:                     flag('settings', 'Enable deposits', shown, agency),
  fundManually:                       flag('settings', 'Fund manually', shown),
  ccAgentContact:                     flag('settings', 'CC agent contact', shown, agency),
  recommendAgency:                    flag('settings', 'Recommend agency', shown, { types: ['supplier'] }),
  recommendConveyancer:               flag('settings', (country) => `Recommend ${conveyancer(country)}`, shown),
  recommendConveyancerSettings:       field(recommendConveyancerSettings, 'json')('settings', (country) => `Recommended ${conveyancer(country)}`, shown),
  amlDelegation:                      flag('settings', 'AML delegation', shown),
  amlDelegationSettings:              field(amlDelegationSettings, 'json')('settings', 'AML delegation settings', shown),
  equityReferralSettings:             field(equityReferralSettings, 'json')('settings', 'Equity referral message', shown),
  loanLiveReminders:                  flag('reminders', 'Loan live reminders', shown),
  preSettlementReminders:             flag('reminders', 'Pre-settlement reminders', shown),
  postSettlementReminders:            flag('reminders', 'Post-settlement reminders', shown),
  settlementInvoiceContactPrimary:    field(z.nullable(z.enum(invoiceContacts)))('invoices', 'Primary contact', shown),
  settlementInvoiceContactsSecondary: field(z.array(z.enum(invoiceContacts)), 'json')('invoices', 'Secondary contacts', shown),
} as const satisfies Record<string, Field>;

export type SettingName = keyof typeof settingFields;
export const settingNames = Object.keys(settingFields) as SettingName[];

type Shape = { [Name in SettingName]: (typeof settingFields)[Name]['wire'] };
export const settingShape = Object.fromEntries(settingNames.map((name) => [name, settingFields[name].wire])) as Shape;
export type Settings = { [Name in SettingName]: z.output<Shape[Name]> };

/** The roles whose changes are live at once. Other changes are a draft until one of these roles applies them. */
export const savesDirectly = (role: Role): boolean => rolesWith('tenant.approve').includes(role);

export const maySeeSetting = (name: SettingName, role: Role): boolean =>
  savesDirectly(role) || settingFields[name].seenBy === 'manager';

export const mayChangeSetting = (name: SettingName, role: Role): boolean =>
  savesDirectly(role) || settingFields[name].changedBy === 'manager';

export function needsSecondPerson(name: SettingName): boolean {
  const field: Field = settingFields[name];
  return field.needsSecondPerson ?? false;
}

export function labelOfSetting(name: SettingName, country: CountryRules): string {
  const { label }: Field = settingFields[name];
  return typeof label === 'string' ? label : label(country);
}

/** Whether this country's organisations have the field. */
export function isKept(name: SettingName, { organisationFields }: Pick<CountryRules, 'organisationFields'>): boolean {
  const { byCountry }: Field = settingFields[name];
  return !byCountry || (organisationFields as readonly string[]).includes(name);
}

export function isOfType(name: SettingName, type: OrganisationType): boolean {
  const { types }: Field = settingFields[name];
  return types?.includes(type) ?? true;
}
