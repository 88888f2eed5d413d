import type { SurchargeTable } from '@kerb/domain/countries/surcharge-table.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { BankFileFormat } from '@kerb/domain/vocabulary/bank-file-formats.ts';
import type { FinanceOptionCode, MethodOfSale } from '@kerb/domain/vocabulary/value-lists.ts';

export const countryCodes = ['AU', 'NZ'] as const;
export type CountryCode = (typeof countryCodes)[number];

export type OrganisationField =
  | 'batchPaymentSchedule'
  | 'xeroContactRef'
  | 'domainAdvertiserRef'
  | 'reaAdvertiserRef'
  | 'trademeAccountId';
export type ConveyancerPartner = 'no-partner' | 'settle-easy' | 'landmark' | 'conveyu';

/** Everything that differs by country. A difference that is not in this type does not exist. */
export type CountryRules = {
  code: CountryCode;
  name: string;
  /** The product's name on screen, in files and in messages. */
  brand: string;
  brandColour: `#${string}`;
  locale: string;
  currency: 'AUD' | 'NZD';
  dialCode: `+${number}`;
  defaultTimeZone: string;
  /** Whether a new organisation is taken to be where its maker's browser is. */
  guessesTimeZone: boolean;
  financialYearStartMonth: number;
  financeOptions: readonly FinanceOptionCode[];
  methodsOfSale: readonly MethodOfSale[];
  states: readonly string[];
  /** How many lines a street address may take before its suburb or city. */
  addressLines: 1 | 3;
  businessNumberLabel: 'ABN' | 'NZBN';
  /** How a bank account is written: a BSB and an account, or bank, branch, base and suffix in one. */
  bankAccountScheme: 'bsb' | 'branch';
  /** The bank files in which organisations can be paid. */
  bankFileFormats: readonly BankFileFormat[];
  /** What a supplier is registered for GST under, as its invoices name it. */
  taxNumberLabel: 'ABN' | 'GST number';
  /** What an invoice with tax is headed beside its name; null where its name says it. */
  taxInvoiceNote: string | null;
  payLaterFeeLabel: string;
  /** How a calculator names that fee beside its dollars: by its per cent, or by the amount alone. */
  payLaterFeeShownAs: 'percentage' | 'amount';
  conveyancerLabel: string;
  gstBasisPoints: number;
  /** What a card payment costs on top, by card, with the days from which it holds. */
  surcharges: readonly SurchargeTable[];
  /** Whether what is due now is shown with the surcharge that every card bears. */
  dueNowShowsSurcharge: boolean;
  payLater: {
    interestRateBasisPoints: number;
    serviceFeeBasisPoints: number;
    smallestBudgetCents: Cents;
    /** Whether a loan is approved only with a comparison rate. */
    needsComparisonRate: boolean;
  };
  payOnSuccess: { serviceFeeBasisPoints: number; smallestBudgetCents: Cents } | null;
  /** A larger budget needs a Marketing Schedule; null where none does. */
  marketingScheduleOverCents: Cents | null;
  securityRegistrationFeeCents: Cents;
  defaultCampaignPeriodDays: number;
  longestLoanDays: number;
  supportPhone: string;
  /** How long what identifies a person is kept after what they have with us has ended. */
  retentionYears: number;
  amlDelegationByDefault: boolean;
  /** The settings of an organisation that only some countries have. */
  organisationFields: readonly OrganisationField[];
  conveyancerPartners: readonly ConveyancerPartner[];
};
