import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { SurchargeTable } from '@kerb/domain/countries/surcharge-table.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

// biome-ignore format: a table
const newZealandSurcharges: readonly SurchargeTable[] = [
  {
    from: '2020-01-01',
    rows: [
      { label: 'Visa, Mastercard, UnionPay, American Express and JCB', schemes: ['visa', 'mastercard', 'unionpay', 'amex', 'jcb'], fundings: ['credit', 'debit', 'prepaid', 'unknown'], basisPoints: 290 },
    ],
  },
];

export const newZealand = {
  code: 'NZ',
  threeLetterCode: 'NZL',
  name: 'New Zealand',
  brand: 'KerbFlow',
  brandColour: '#0C2B38',
  locale: 'en-NZ',
  greeting: { language: 'mi', hello: 'Kia ora', thanks: 'Ngā mihi', isDraft: true },
  currency: 'NZD',
  dialCode: '+64',
  defaultTimeZone: 'Pacific/Auckland',
  guessesTimeZone: false,
  financialYearStartMonth: 4,
  financeOptions: ['pn', 'pl'],
  methodsOfSale: ['auction', 'negotiation', 'deadline', 'other'],
  address: {
    streetLines: 3,
    cityLabel: 'City',
    state: null,
    postcode: {
      label: 'Postcode',
      pattern: '\\d{4}',
      longest: 4,
      inputMode: 'numeric',
      example: '1010',
      because: fieldWords.enterPostcode,
    },
  },
  businessNumberLabel: 'NZBN',
  bankAccountFields: [
    {
      name: 'accountNumber',
      label: 'Account number',
      parts: [
        { label: 'Bank', longest: 2 },
        { label: 'Branch', longest: 4 },
        { label: 'Account', longest: 7 },
        { label: 'Suffix', longest: 3 },
      ],
    },
  ],
  payIdLabel: null,
  taxNumberLabel: 'GST number',
  taxInvoiceNote: 'Taxable supply information',
  payLaterFeeLabel: 'Establishment Fee',
  payLaterFeeShownAs: 'amount',
  conveyancerLabel: 'Lawyer',
  gstBasisPoints: 1_500,
  surcharges: newZealandSurcharges,
  dueNowShowsSurcharge: true,
  payLater: {
    interestRateBasisPoints: 1_595,
    serviceFeeBasisPoints: 600,
    smallestBudgetCents: 0,
    needsComparisonRate: false,
    hasCancellationPeriod: true,
  },
  payOnSuccess: null,
  marketingScheduleOverCents: null,
  securityRegistrationFeeCents: 120_00,
  defaultCampaignPeriodDays: 90,
  longestLoanDays: 180,
  retentionYears: 5,
  supportPhone: '0800 100 265',
  amlDelegationByDefault: true,
  // No `smsSenderName`: phone companies there do not deliver messages from a name.
  organisationFields: ['trademeAccountId'],
  conveyancerPartners: ['no-partner', 'settle-easy', 'landmark'],
  banners: ['autumn-2024', 'holidays-2024'],
  supportPages: ['/guide', '/brochure', '/promo-brochure'],
} as const satisfies CountryRules;
