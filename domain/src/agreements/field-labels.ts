import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';

/**
 * The labels that differ from the name in words. Apart from the table of fields, because the first screen shows labels
 * and does not need the formats of all fields.
 */
// biome-ignore format: a table
const labels: Partial<Record<AgreementFieldName, string>> = {
  name:                                      'Campaign Title',
  agentUser:                                 'Assigned To',
  lastUpdateDate:                            'Last Updated',
  campaignBudgetFundsPurpose:                'Funds Purpose',
  campaignBudgetDescription:                 'Budget Description',
  campaignPlannedStartDate:                  'Funding Request Date',
  campaignUpfrontAmount:                     'Upfront Amount',
  campaignUpfrontPaymentRef:                 'Upfront Payment Reference',
  campaignUpfrontPaymentMethod:              'Upfront Payment Method',
  campaignUpfrontPaymentDate:                'Upfront Payment Date',
  campaignBudgetUpfrontPaymentMethodIntent:  'Payment Method Chosen',
  campaignBudgetUpfrontPaymentMethodUpdated: 'Payment Method Chosen On',
  campaignBorrowedAmount:                    'Borrowed Amount',
  campaignAdditionalAmount:                  'Additional Amount',
  caveatFee:                                 'Security Registration Fee',
  financeOptionCode:                         'Payment Option',
  serviceFeePaymentRef:                      'Service Fee Payment Reference',
  applicationSubmitDate:                     'Submitted Date',
  applicationApprovedDate:                   'Approved Date',
  campaignFinanceDrawdownDate:               'Drawdown Date',
  campaignFinanceSignatureDate:              'Signature Date',
  campaignFinanceLoanStartDate:              'Loan Start Date',
  campaignFinanceRepaidDate:                 'Repaid Date',
  propertySettlementDate:                    'Settlement Date',
  propertyWithdrawnFromSaleDate:             'Withdrawn Date',
  natureOfOwnership:                         'Nature of Ownership',
  methodOfSale:                              'Sale Method',
  sellingPriceMin:                           'Search Price Low',
  sellingPriceMax:                           'Search Price High',
  mortgageBalanceUnsure:                     'Mortgage Balance Not Known To Payer',
  agentCcEmails:                             'Agent CC emails',
  agentOrg:                                  'Agent Organisation',
  agentNotes:                                'Internal Notes',
  conveyancerOrg:                            'Conveyancer Organisation',
  externalListingUrl:                        'Property Listing',
  vendorAgentDataConsent:                    'Consent to Property Details',
};

/** 'nextActionDate' is 'Next Action Date'. */
export const nameInWords = (name: string): string =>
  name.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());

/** The label of a field on cards and forms, in lists, files, messages and errors. */
export const labelOfField = (name: AgreementFieldName): string => labels[name] ?? nameInWords(name);
