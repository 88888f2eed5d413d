import type { CountryFacts } from './country-facts.ts';

export const newZealand: CountryFacts = {
  greeting: 'Kia ora',
  brand: 'KerbFlow',
  agency: 'Fantail Bay Realty',
  morgansAgency: 'Windy Hill Real Estate',
  twoAgencies: ['Driftwood Point Estate Agents', 'Tussock & Stone Property'],
  conveyancer: 'Lawyer',
  addressAt: (house) => ({
    typed: `mt eden ${house} nikau st`,
    whole: `${house} Nīkau Street, Mount Eden, Auckland 1024`,
  }),
  property: { address: '12 Nikau Street', address2: 'Mount Eden', city: 'Auckland', postalCode: '1024' },
  home: { 'Residential Address': '7 Rata Lane', City: 'Auckland', Postcode: '1024' },
  mobile: '021 345 601',
  vendorMobiles: ['021 123 4520', '021 123 4530'],
  dialCode: '+64',
  financialYear: { beginsIn: 4, timeZone: 'Pacific/Auckland' },
  options: ['Pay Upfront', 'Pay Later'],
  followedOption: 'pl',
  needsMarketingSchedule: false,
  hasSmallestPayLaterBudget: false,
  hasComparisonRate: false,
  hasPromoBrochure: true,
  hasCoolingOff: true,
  businessNumber: { label: 'NZBN', tooShort: '942903217531', words: 'Enter the 13 digits of the NZBN.' },
  payLaterFee: { label: 'Establishment Fee', of5000: '300' },
  payUpfront: { dueNow: '$4,321.80', total: '$4,321.80', walletTotal: '$4,321.80', hasPayId: false },
  advertiserReference: 'Trade Me account ID',
  bankAccount: { typed: { Bank: '1', Branch: '902', Account: '68389', Suffix: '0' }, confirmed: null },
  operatingAccount: { OPERATING_ACCOUNT_NAME: 'Kerb Operating', OPERATING_ACCOUNT_NUMBER: '01-0902-0068389-001' },
  financeAccount: '1230000001066000',
  /** A BNZ line has separated fields. */
  paymentsIn: (lines) => {
    const details = lines.map((line) => line.split(',')).filter(([type]) => type === '2');
    return details.map(([, account = '', , cents, , reference = '']) => ({ account, cents: Number(cents), reference }));
  },
};
