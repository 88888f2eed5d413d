import { type AgreementFieldName, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { awaitsSignature, isPaidUpfront, payingOf, statusWord } from '@kerb/domain/agreements/badges.ts';
import { labelOfField, nameInWords } from '@kerb/domain/agreements/field-labels.ts';
import { purposeLabels } from '@kerb/domain/documents/purpose-labels.ts';
import { propertyTypeLabels } from '@kerb/domain/properties/properties.contract.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import {
  financeOptionLabels,
  fundsPurposeLabels,
  methodOfSaleLabels,
  mortgageBalanceRangeLabels,
  natureOfOwnershipLabels,
} from '@kerb/domain/vocabulary/value-lists.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

/** Fields of payers, properties, options and files. The table of a campaign's fields has the labels of the others. */
// biome-ignore format: a table
const otherLabels: Record<string, string> = {
  optionCode:   labelOfField('financeOptionCode'),
  optionCodes:  'Payment Options',
  emailAddress: personLabels.emailAddress,
  mobilePhone:  personLabels.mobilePhone,
  fileName:     'File',
  purpose:      'Filed as',
  type:         propertyLabels.type,
  address:      propertyLabels.address,
  address2:     propertyLabels.address2,
  address3:     propertyLabels.address3,
};

/** The log uses the full label of these fields: outside its card, 'Repaid Date' does not say what was repaid. */
const namedInFull: readonly string[] = [
  'lastUpdateDate',
  'campaignBorrowedAmount',
  'campaignAdditionalAmount',
  'applicationSubmitDate',
  'applicationApprovedDate',
  'campaignFinanceDrawdownDate',
  'campaignFinanceSignatureDate',
  'campaignFinanceLoanStartDate',
  'campaignFinanceRepaidDate',
] satisfies AgreementFieldName[];

const isCampaignField = (field: string): field is AgreementFieldName => field in agreementFields;

function labelOfAny(field: string): string {
  if (field === 'agentCcEmails') return 'Agent CC Emails';
  if (isCampaignField(field) && !namedInFull.includes(field)) return labelOfField(field);
  return otherLabels[field] ?? nameInWords(field);
}

/** The page's label for each value of fields that have a list of values. */
// biome-ignore format: a table
const valueLabels: Record<string, Record<string, string>> = {
  campaignBudgetFundsPurpose:               fundsPurposeLabels,
  financeOptionCode:                        financeOptionLabels,
  optionCode:                               financeOptionLabels,
  optionCodes:                              financeOptionLabels,
  method:                                   { card: 'Credit card', 'direct-deposit': 'Bank transfer', manual: 'Recorded by hand' },
  methodOfSale:                             methodOfSaleLabels,
  natureOfOwnership:                        natureOfOwnershipLabels,
  mortgageBalanceRange:                     mortgageBalanceRangeLabels,
  purpose:                                  purposeLabels,
  type:                                     propertyTypeLabels,
  campaignBudgetUpfrontPaymentMethodIntent: { 'bank-transfer': 'Bank transfer', 'credit-card': 'Credit card' },
  campaignUpfrontPaymentMethod:             { dc: 'Bank transfer', card: 'Credit card', manual: 'Recorded by hand' },
  serviceFeePaymentMethod:                  { dc: 'Bank transfer', card: 'Credit card', manual: 'Recorded by hand' },
};

/** Amounts that are not fields of a campaign, but of payments, invoices, options and applications. */
const amounts: readonly string[] = ['amount', 'surcharge', 'held', 'discount', 'total'];
export const isAmount = (field: string): boolean => amounts.includes(field);

/** The log's label for a field. The country has its own words for a conveyancer and for the parts of an address. */
export function labelInLog(field: string): string {
  const { conveyancerLabel, address } = countryRules();
  if (field === 'city') return address.cityLabel;
  if (field === 'postalCode') return address.postcode.label;
  return labelOfAny(field).replace('Conveyancer', conveyancerLabel);
}

export const labelOfValue = (field: string, value: string): string | undefined => valueLabels[field]?.[value];

/** A record's id means nothing to a reader. It remains in the stored data. */
export const isForReaders = (field: string): boolean => field !== 'id' && !field.endsWith('Id');

/**
 * The word for 'approved' in the entries of a campaign. Without an option, or paid upfront without its money, it is the
 * plain word: what the campaign waited for at that time is not known.
 */
export function approvedWordOf(agreement: Agreement): string {
  const paying = { ...payingOf(agreement), status: 'approved' as const };
  if (!awaitsSignature(paying) && !isPaidUpfront(paying)) return 'Approved';
  if (paying.financeOptionCode === null) return 'Approved';
  return statusWord({ ...paying, campaignBudgetFundsPurpose: agreement.campaignBudgetFundsPurpose }).text;
}
