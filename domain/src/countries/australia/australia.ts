import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { SurchargeTable } from '@kerb/domain/countries/surcharge-table.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

/**
 * A prepaid card costs the same as a debit card. If the gateway does not report the funding, the lowest surcharge
 * applies.
 */
// biome-ignore format: a table
const australianSurcharges: readonly SurchargeTable[] = [
  {
    from: '2020-01-01',
    rows: [
      { label: 'Visa and Mastercard debit',           schemes: ['visa', 'mastercard'],          fundings: ['debit', 'prepaid', 'unknown'],           basisPoints: 80  },
      { label: 'Visa and Mastercard credit',          schemes: ['visa', 'mastercard'],          fundings: ['credit'],                                basisPoints: 150 },
      { label: 'UnionPay, American Express and JCB',  schemes: ['unionpay', 'amex', 'jcb'],     fundings: ['credit', 'debit', 'prepaid', 'unknown'], basisPoints: 250 },
    ],
  },
];

export const australia = {
  code: 'AU',
  threeLetterCode: 'AUS',
  name: 'Australia',
  brand: 'KerbPay',
  brandColour: '#4A7B93',
  locale: 'en-AU',
  greeting: null,
  currency: 'AUD',
  dialCode: '+61',
  defaultTimeZone: 'Australia/Sydney',
  guessesTimeZone: true,
  financialYearStartMonth: 7,
  financeOptions: ['pn', 'pos', 'pl'],
  methodsOfSale: ['auction', 'private-treaty', 'eoi', 'other'],
  address: {
    streetLines: 1,
    cityLabel: 'Suburb',
    state: {
      label: 'State',
      chooseText: 'Choose a state',
      names: ['NSW', 'Qld', 'SA', 'Tas', 'Vic', 'WA', 'ACT', 'NT'],
    },
    postcode: {
      label: 'Postcode',
      pattern: '\\d{4}',
      longest: 4,
      inputMode: 'numeric',
      example: '2000',
      because: fieldWords.enterPostcode,
    },
  },
  businessNumberLabel: 'ABN',
  bankAccountFields: [
    { name: 'bsbNumber', label: 'BSB' },
    { name: 'accountNumber', label: 'Account number' },
  ],
  payIdLabel: 'PayID',
  taxNumberLabel: 'ABN',
  taxInvoiceNote: null,
  payLaterFeeLabel: 'Pay Later Fee',
  payLaterFeeShownAs: 'percentage',
  conveyancerLabel: 'Conveyancer',
  gstBasisPoints: 1_000,
  surcharges: australianSurcharges,
  dueNowShowsSurcharge: false,
  payLater: {
    interestRateBasisPoints: 1_450,
    serviceFeeBasisPoints: 550,
    smallestBudgetCents: 1_000_00,
    needsComparisonRate: true,
    hasCancellationPeriod: false,
  },
  payOnSuccess: { serviceFeeBasisPoints: 1_200, smallestBudgetCents: 1_000_00 },
  marketingScheduleOverCents: 10_000_00,
  securityRegistrationFeeCents: 184_00,
  defaultCampaignPeriodDays: 90,
  longestLoanDays: 180,
  retentionYears: 7,
  supportPhone: '1300 665 136',
  amlDelegationByDefault: false,
  // Only names in the ACMA's SMS Sender ID Register: a phone shows 'Unverified' in place of any other name.
  organisationFields: [
    'batchPaymentSchedule',
    'xeroContactRef',
    'domainAdvertiserRef',
    'reaAdvertiserRef',
    'smsSenderName',
  ],
  conveyancerPartners: ['no-partner', 'settle-easy', 'landmark', 'conveyu'],
  banners: ['autumn-2024', 'holidays-2024'],
  supportPages: ['/guide', '/brochure'],
} as const satisfies CountryRules;
