import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { type AddressScheme, furtherLines } from '@kerb/domain/countries/address-scheme.ts';
import type { ImportField, ImportFields, RowTexts } from '@kerb/domain/imports/import-fields.ts';
import { unlessEmpty } from '@kerb/domain/imports/import-fields.ts';
import { plainHeader } from '@kerb/domain/imports/mapping.ts';
import { type Cents, centsFromTyped, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import { priceFromTyped } from '@kerb/domain/properties/sale-details.ts';
import { dayFrom } from '@kerb/domain/statements/read-statement.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import {
  type FundsPurpose,
  fundsPurposeLabels,
  methodOfSaleLabels,
  natureOfOwnershipLabels,
} from '@kerb/domain/vocabulary/value-lists.ts';

const field = (label: string, headers: readonly string[], isRequired = false): ImportField => ({
  label,
  headers: [...new Set([plainHeader(label), ...headers])],
  isRequired,
});
const payer = (name: keyof typeof personLabels, headers: readonly string[], isRequired = false): ImportField => {
  const plain = plainHeader(personLabels[name]);
  return field(`Payer ${personLabels[name]}`, [`vendor${plain}`, `buyer${plain}`, plain, ...headers], isRequired);
};

/** The columns of a file of campaigns, each with one payer. The words for an address are the country's. */
// biome-ignore format: a table
export const campaignImportFields = (address: AddressScheme): ImportFields => ({
  campaignBudget:             field(labelOfField('campaignBudget'),             ['budget', 'amount'], true),
  campaignPlannedStartDate:   field(labelOfField('campaignPlannedStartDate'),   ['startdate', 'date'], true),
  campaignBudgetFundsPurpose: field(labelOfField('campaignBudgetFundsPurpose'), ['purpose']),
  externalRef:                field('Your Reference',                           ['externalref', 'reference']),
  firstName:                  payer('firstName',                                ['givenname'], true),
  surname:                    payer('surname',                                  ['lastname', 'familyname'], true),
  emailAddress:               payer('emailAddress',                             ['emailaddress'], true),
  mobilePhone:                payer('mobilePhone',                              ['mobilephone', 'phone']),
  address:                    field(propertyLabels.address,                     ['address', 'propertyaddress', 'street']),
  ...Object.fromEntries(furtherLines(address).map((line) => [line, field(propertyLabels[line], [line])])),
  city:                       field(address.cityLabel,                          ['suburb', 'city', 'town']),
  ...(address.state && { state: field(address.state.label,                      ['state']) }),
  postalCode:                 field(address.postcode.label,                     ['postcode', 'postalcode']),
  natureOfOwnership:          field(labelOfField('natureOfOwnership'),          ['ownership']),
  methodOfSale:               field(labelOfField('methodOfSale'),               ['methodofsale']),
  auctionDate:                field(labelOfField('auctionDate'),                ['auction']),
  sellingPriceMin:            field(labelOfField('sellingPriceMin'),            ['pricelow', 'pricefrom']),
  sellingPriceMax:            field(labelOfField('sellingPriceMax'),            ['pricehigh', 'priceto']),
});

/** A text that cannot be read stays as it is, and the contract refuses it. */
const dollarsFrom = (text: string | undefined, read: (typed: string) => Cents | null): number | string | undefined => {
  if (!text) return undefined;
  const cents = read(text);
  return cents === null ? text : dollarsFromCents(cents);
};
const dayOf = (text: string | undefined): string | undefined => (text ? (dayFrom(text) ?? text) : undefined);

/** The value with this name or label, ignoring case. */
function choiceOf(text: string | undefined, labels: Readonly<Record<string, string>>): string | undefined {
  if (!text) return undefined;
  const typed = plainHeader(text);
  return Object.keys(labels).find((value) => [value, labels[value] ?? ''].map(plainHeader).includes(typed)) ?? text;
}

type ForWhom = { tenantId: number; purpose: FundsPurpose };

/** What a row asks for, in the form of the contract for a new campaign. The contract decides whether it is valid. */
export const campaignFrom = (texts: RowTexts, { tenantId, purpose }: ForWhom) => ({
  tenant: { href: `/v1/tenants/${tenantId}` },
  campaignBudget: dollarsFrom(texts.campaignBudget, centsFromTyped),
  campaignPlannedStartDate: dayOf(texts.campaignPlannedStartDate),
  campaignBudgetFundsPurpose: choiceOf(texts.campaignBudgetFundsPurpose, fundsPurposeLabels) ?? purpose,
  externalRef: unlessEmpty(texts.externalRef),
  vendors: [
    {
      firstName: texts.firstName ?? '',
      surname: texts.surname ?? '',
      emailAddress: texts.emailAddress ?? '',
      mobilePhone: unlessEmpty(texts.mobilePhone),
    },
  ],
});

/** The field of a file for a field of the contract. */
export const campaignFieldOf = (path: string): string => path.replace(/^vendors\.0\./, '');

const withoutAbsent = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The property of a row in the form of its contract; null if the row has nothing of a property. */
export function propertyFrom(texts: RowTexts): Record<string, unknown> | null {
  const given = withoutAbsent({
    address: unlessEmpty(texts.address),
    address2: unlessEmpty(texts.address2),
    address3: unlessEmpty(texts.address3),
    city: unlessEmpty(texts.city),
    state: unlessEmpty(texts.state),
    postalCode: unlessEmpty(texts.postalCode),
    natureOfOwnership: choiceOf(texts.natureOfOwnership, natureOfOwnershipLabels),
    methodOfSale: choiceOf(texts.methodOfSale, methodOfSaleLabels),
    auctionDate: dayOf(texts.auctionDate),
    sellingPriceMin: dollarsFrom(texts.sellingPriceMin, priceFromTyped),
    sellingPriceMax: dollarsFrom(texts.sellingPriceMax, priceFromTyped),
  });
  return Object.keys(given).length === 0 ? null : given;
}

/** The rows of the sample file. They have no property: its address differs by country. */
export const campaignSample = (startDate: string): readonly RowTexts[] => [
  {
    ...{ campaignBudget: '4200', campaignPlannedStartDate: startDate, externalRef: 'SAMPLE-1' },
    ...{ firstName: 'Ava', surname: 'Nguyen', emailAddress: 'ava.nguyen@example.com' },
  },
  {
    ...{ campaignBudget: '6,500.50', campaignPlannedStartDate: startDate, externalRef: 'SAMPLE-2' },
    ...{ firstName: 'Noah', surname: 'Williams', emailAddress: 'noah.williams@example.com' },
  },
];
