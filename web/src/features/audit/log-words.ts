import { purposeLabels } from '@kerb/domain/documents/purpose-labels.ts';
import { propertyTypeLabels } from '@kerb/domain/properties/properties.contract.ts';
import {
  financeOptionLabels,
  fundsPurposeLabels,
  methodOfSaleLabels,
  mortgageBalanceRangeLabels,
  natureOfOwnershipLabels,
} from '@kerb/domain/vocabulary/value-lists.ts';
import { saleLabels } from '@kerb/web/features/properties/property-labels.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

// biome-ignore format: a table
const fieldLabels: Record<string, string> = {
  ...saleLabels,
  name:                                      'Campaign Title',
  agentUser:                                 'Assigned To',
  campaignPlannedStartDate:                  'Funding Request Date',
  campaignBudgetFundsPurpose:                'Funds Purpose',
  campaignBudgetDescription:                 'Budget Description',
  campaignBudgetUpfrontPaymentMethodIntent:  'Payment Method Chosen',
  campaignBudgetUpfrontPaymentMethodUpdated: 'Payment Method Chosen On',
  campaignUpfrontAmount:                     'Upfront Amount',
  campaignUpfrontPaymentMethod:              'Upfront Payment Method',
  campaignUpfrontPaymentRef:                 'Upfront Payment Reference',
  campaignUpfrontPaymentDate:                'Upfront Payment Date',
  serviceFeePaymentRef:                      'Service Fee Payment Reference',
  caveatFee:                                 'Security Registration Fee',
  financeOptionCode:                         'Payment Option',
  optionCode:                                'Payment Option',
  optionCodes:                               'Payment Options',
  propertyWithdrawnFromSaleDate:             'Withdrawn Date',
  propertySettlementDate:                    'Settlement Date',
  emailAddress:                              'Email',
  mobilePhone:                               'Mobile',
  fileName:                                  'File',
  purpose:                                   'Filed as',
  agentNotes:                                'Internal Notes',
  agentOrg:                                  'Agent Organisation',
  agentCcEmails:                             'Agent CC Emails',
  conveyancerOrg:                            'Conveyancer Organisation',
  externalListingUrl:                        'Property Listing',
  vendorAgentDataConsent:                    'Consent to Property Details',
  type:                                      'Property Type',
  address:                                   'Street Address',
  address2:                                  'Address Line 2',
  address3:                                  'Address Line 3',
};

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
const amounts: readonly string[] = ['amount', 'surcharge', 'held', 'discount'];
export const isAmount = (field: string): boolean => amounts.includes(field);

const inWords = (name: string): string =>
  name.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());

/** The page's label for a field. The country has its own words for a conveyancer and for the parts of an address. */
export function labelOfField(field: string): string {
  const { conveyancerLabel, address } = countryRules();
  if (field === 'city') return address.cityLabel;
  if (field === 'postalCode') return address.postcode.label;
  return (fieldLabels[field] ?? inWords(field)).replace('Conveyancer', conveyancerLabel);
}

export const labelOfValue = (field: string, value: string): string | undefined => valueLabels[field]?.[value];

/** A record's id means nothing to a reader. It remains in the stored data. */
export const isForReaders = (field: string): boolean => field !== 'id' && !field.endsWith('Id');
