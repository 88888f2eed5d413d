import type { AddressScheme } from '@kerb/domain/countries/address-scheme.ts';
import type { BankAccountField } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { SurchargeTable } from '@kerb/domain/countries/surcharge-table.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { FinanceOptionCode, MethodOfSale } from '@kerb/domain/vocabulary/value-lists.ts';

export const countryCodes = ['AU', 'NZ'] as const;
export type CountryCode = (typeof countryCodes)[number];
/** The country of a deployment whose configuration names none. */
export const defaultCountryCode: CountryCode = 'AU';

export type OrganisationField =
  | 'batchPaymentSchedule'
  | 'xeroContactRef'
  | 'domainAdvertiserRef'
  | 'smsSenderName'
  | 'reaAdvertiserRef'
  | 'trademeAccountId';
/** A draft has not been read by a person who speaks the language. */
export type Greeting = { language: string; hello: string; thanks: string; isDraft: boolean };
export type SupportPage = '/guide' | '/brochure' | '/promo-brochure';
export type ConveyancerPartner = 'no-partner' | 'settle-easy' | 'landmark' | 'conveyu';

/**
 * Every difference between the countries that the web's first load needs. `number-schemes.ts` and `server-countries.ts`
 * hold the others. docs/third-country.md says how to add a country.
 */
export type CountryRules = {
  code: CountryCode;
  /** ISO 3166's code of three letters. */
  threeLetterCode: string;
  name: string;
  /** The product's name on screen, in files and in messages. */
  brand: string;
  brandColour: `#${string}`;
  locale: string;
  /** How payers are greeted in the country's other language; null if it has none. */
  greeting: Greeting | null;
  /** ISO 4217's code. */
  currency: string;
  dialCode: `+${number}`;
  defaultTimeZone: string;
  /** Whether a new organisation gets the time zone of its creator's browser. */
  guessesTimeZone: boolean;
  financialYearStartMonth: number;
  financeOptions: readonly FinanceOptionCode[];
  methodsOfSale: readonly MethodOfSale[];
  address: AddressScheme;
  businessNumberLabel: string;
  bankAccountFields: readonly BankAccountField[];
  /** The name of the address that an account can have for instant payments; null if there is none. */
  payIdLabel: string | null;
  /** The label of a supplier's GST registration on invoices. */
  taxNumberLabel: string;
  /** A subtitle for tax invoices; null if the title already says it. */
  taxInvoiceNote: string | null;
  payLaterFeeLabel: string;
  /** Whether a calculator shows that fee with its percentage or as an amount only. */
  payLaterFeeShownAs: 'percentage' | 'amount';
  conveyancerLabel: string;
  gstBasisPoints: number;
  /** Card surcharges, each table with the day from which it applies. */
  surcharges: readonly SurchargeTable[];
  /** Whether the amount due now includes the surcharge, because every card has the same one. */
  dueNowShowsSurcharge: boolean;
  payLater: {
    interestRateBasisPoints: number;
    serviceFeeBasisPoints: number;
    smallestBudgetCents: Cents;
    /** Whether a loan needs a comparison rate before it is approved. */
    needsComparisonRate: boolean;
    /** Whether the law lets a borrower cancel for some days after signing. The loan is not paid out before. */
    hasCancellationPeriod: boolean;
  };
  payOnSuccess: { serviceFeeBasisPoints: number; smallestBudgetCents: Cents } | null;
  /** A larger budget needs a Marketing Schedule; null if none is ever needed. */
  marketingScheduleOverCents: Cents | null;
  securityRegistrationFeeCents: Cents;
  defaultCampaignPeriodDays: number;
  longestLoanDays: number;
  supportPhone: string;
  /** How many years personal data is kept after the campaign has ended. */
  retentionYears: number;
  amlDelegationByDefault: boolean;
  /**
   * The settings of an organisation that only some countries have. `smsSenderName`: phone companies show a name as the
   * sender of a text message.
   */
  organisationFields: readonly OrganisationField[];
  conveyancerPartners: readonly ConveyancerPartner[];
  /** The ids of the timed notices shown here: seasons and holidays differ between the countries. */
  banners: readonly string[];
  supportPages: readonly SupportPage[];
};
