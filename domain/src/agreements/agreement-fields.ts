import type { FieldGroupName } from '@kerb/domain/agreements/field-groups.ts';
import { mortgageBalanceRange } from '@kerb/domain/agreements/mortgage-balance-range.ts';
import * as lists from '@kerb/domain/vocabulary/value-lists.ts';
import { day, link, moment, money, paragraph, rate, requiredText, sum, text } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

/** Who may see a field. A payer never sees the team's notes; an organisation never sees the interest rate. */
export type Audience = 'everyone' | 'staff' | 'admin' | 'adminAndVendor';

/**
 * How the column is stored: 'hundredths' is an exact decimal, in cents for money and basis points for per cent;
 * 'moment' is a timestamp.
 */
export type Storage = 'plain' | 'hundredths' | 'moment';

type Field<Wire extends z.ZodMiniType = z.ZodMiniType> = {
  wire: Wire;
  storage: Storage;
  seenBy: Audience;
  /** Null: the product sets this field; a save never does. */
  group: FieldGroupName | null;
};

const field =
  <Wire extends z.ZodMiniType>(wire: Wire, storage: Storage = 'plain') =>
  (seenBy: Audience, group: FieldGroupName | null = null): Field<Wire> => ({ wire, storage, seenBy, group });

const amount = field(z.nullable(money), 'hundredths');
/** A sum of amounts, without the limit of one amount. */
const total = field(z.nullable(sum), 'hundredths');
const perCent = field(z.nullable(rate), 'hundredths');
const date = field(z.nullable(day));
const stamp = field(z.nullable(moment), 'moment');
const flag = field(z.boolean());
const count = field(z.nullable(z.int()));
const words = (longest: number) => field(z.nullable(text(longest)));
const lines = (longest: number) => field(z.nullable(paragraph(longest)));
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  field(z.nullable(z.enum(values)));

/**
 * Every field of a campaign by its name on the wire; its column has the same name in snake_case. Its label is in
 * 'field-labels.ts'.
 */
// biome-ignore format: a table
export const agreementFields = {
  name:                                      field(requiredText(200))('everyone', 'title'),
  agentUser:                                 field(z.nullable(link('/v1/users')))('everyone', 'title'),
  nextActionDate:                            date('admin', 'nextAction'),
  actionSuggested:                           flag('staff', 'flag'),
  actionSuggestedLastUpdate:                 stamp('staff'),
  statusLastUpdate:                          stamp('everyone'),
  statusReason:                              lines(2_000)('everyone'),
  sentDate:                                  stamp('everyone'),
  lastUpdateDate:                            field(moment, 'moment')('everyone'),
  campaignBudget:                            amount('everyone', 'marketing'),
  campaignBudgetFundsPurpose:                field(z.enum(lists.fundsPurposes))('everyone'),
  campaignBudgetDescription:                 lines(2_000)('everyone', 'marketing'),
  campaignPlannedStartDate:                  date('everyone', 'marketing'),
  fundManually:                              flag('staff', 'funding'),
  campaignUpfrontAmount:                     total('everyone'),
  campaignUpfrontPaymentRef:                 words(100)('everyone'),
  campaignUpfrontPaymentMethod:              oneOf(lists.upfrontPaymentMethods)('everyone'),
  campaignUpfrontPaymentDate:                date('everyone'),
  campaignBudgetUpfrontPaymentMethodIntent:  oneOf(lists.paymentMethodIntents)('everyone'),
  campaignBudgetUpfrontPaymentMethodUpdated: stamp('everyone'),
  campaignAgencySettlementAmount:            total('staff'),
  campaignAgencySettlementCreated:           date('staff'),
  campaignAgencySettlementProcessing:        date('staff'),
  campaignAgencySettlementDate:              date('staff'),
  campaignBorrowedAmount:                    total('everyone'),
  campaignAdditionalAmount:                  amount('everyone', 'terms'),
  caveatFee:                                 amount('everyone', 'terms'),
  budgetOwnerFee:                            amount('everyone', 'terms'),
  budgetOwnerFeeName:                        words(100)('everyone', 'terms'),
  financeOptionCode:                         oneOf(lists.financeOptionCodes)('everyone', 'option'),
  financeProviderApplicationRef:             words(100)('admin'),
  financeProviderCampaignRef:                words(100)('admin'),
  serviceFee:                                amount('everyone', 'terms'),
  fullServiceFee:                            amount('everyone'),
  serviceFeePaymentRef:                      words(100)('everyone'),
  serviceFeePaymentMethod:                   words(20)('everyone'),
  interestRate:                              perCent('adminAndVendor', 'terms'),
  interestRateIsVariable:                    flag('adminAndVendor'),
  interestRateTerms:                         lines(2_000)('adminAndVendor'),
  interestFreeDays:                          count('everyone', 'terms'),
  comparisonRate:                            perCent('adminAndVendor'),
  applicationSubmitDate:                     stamp('everyone'),
  applicationApprovedDate:                   stamp('everyone'),
  manualAgreement:                           flag('everyone', 'lending'),
  campaignFinanceDrawdownDate:               date('everyone', 'loanDates'),
  campaignFinanceSignatureDate:              date('everyone'),
  campaignFinanceLoanStartDate:              date('everyone', 'loanDates'),
  campaignFinanceServiceFee:                 amount('everyone'),
  campaignFinanceInterestRate:               perCent('adminAndVendor'),
  campaignFinanceRepaidDate:                 date('everyone', 'loanDates'),
  campaignFinanceLastLoanInvoiceDate:        date('everyone'),
  campaignFinanceNotes:                      lines(4_000)('everyone', 'lending'),
  propertySettlementDate:                    date('everyone', 'saleEnd'),
  propertySettlementDateLastUpdate:          stamp('everyone'),
  propertyWithdrawnFromSaleDate:             date('everyone', 'saleEnd'),
  loanEndDate:                               date('everyone', 'loanDates'),
  equityReferralSentDate:                    stamp('admin'),
  natureOfOwnership:                         oneOf(lists.naturesOfOwnership)('everyone', 'sale'),
  methodOfSale:                              oneOf(lists.methodsOfSale)('everyone', 'sale'),
  auctionDate:                               date('everyone', 'sale'),
  sellingPriceMin:                           amount('everyone', 'sale'),
  sellingPriceMax:                           amount('staff', 'sale'),
  soldPrice:                                 amount('everyone', 'sale'),
  mortgageBalance:                           amount('everyone', 'lending'),
  mortgageBalanceRange:                      field(z.nullable(mortgageBalanceRange))('everyone', 'lending'),
  mortgageBalanceUnsure:                     flag('everyone'),
  agentFirstName:                            words(100)('everyone', 'contacts'),
  agentSurname:                              words(100)('everyone', 'contacts'),
  agentEmail:                                words(254)('everyone', 'contacts'),
  agentCcEmails:                             words(1_000)('staff', 'contacts'),
  agentPhone:                                words(20)('everyone', 'contacts'),
  agentOrg:                                  words(200)('everyone', 'contacts'),
  noAgency:                                  flag('everyone', 'contacts'),
  agentNotes:                                lines(4_000)('staff', 'sale'),
  conveyancerFirstName:                      words(100)('everyone', 'contacts'),
  conveyancerSurname:                        words(100)('everyone', 'contacts'),
  conveyancerEmail:                          words(254)('everyone', 'contacts'),
  conveyancerPhone:                          words(20)('everyone', 'contacts'),
  conveyancerOrg:                            words(200)('everyone', 'contacts'),
  noConveyancer:                             flag('everyone', 'contacts'),
  recommendConveyancer:                      flag('everyone'),
  recommendAgency:                           flag('everyone'),
  preSettlementReminders:                    flag('staff', 'reminders'),
  postSettlementReminders:                   flag('staff', 'reminders'),
  loanLiveReminders:                         flag('staff', 'reminders'),
  campaignNotes:                             lines(8_000)('admin', 'notes'),
  externalListingUrl:                        words(500)('everyone', 'listing'),
  vendorAgentDataConsent:                    flag('everyone'),
} as const satisfies Record<string, Field>;

export type AgreementFieldName = keyof typeof agreementFields;
export const agreementFieldNames = Object.keys(agreementFields) as AgreementFieldName[];

type Shape = { [Name in AgreementFieldName]: (typeof agreementFields)[Name]['wire'] };
export const agreementShape = Object.fromEntries(
  agreementFieldNames.map((name) => [name, agreementFields[name].wire]),
) as Shape;

export type AgreementValues = { [Name in AgreementFieldName]: z.output<Shape[Name]> };
