import type { CountryFacts } from './country-facts.ts';

export const australia: CountryFacts = {
  greeting: null,
  brand: 'KerbPay',
  agency: 'Harbourlight Realty',
  morgansAgency: 'Quokka Hill Real Estate',
  twoAgencies: ['Lanternfield Property', 'Pelican & Palm Estate Agents'],
  conveyancer: 'Conveyancer',
  addressAt: (house) => ({
    typed: `marrickville ${house} wattle st`,
    whole: `${house} Wattle Street, Marrickville NSW 2204`,
  }),
  property: { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' },
  home: { 'Residential Address': '7 Banksia Way', Suburb: 'Yass', Postcode: '2582' },
  mobile: '0412 345 601',
  vendorMobiles: ['0412 345 600', '0412 345 610'],
  dialCode: '+61',
  financialYear: { beginsIn: 7, timeZone: 'Australia/Sydney' },
  options: ['Pay Upfront', 'Pay On Success', 'Pay Later'],
  followedOption: 'pos',
  needsMarketingSchedule: true,
  hasSmallestPayLaterBudget: true,
  hasComparisonRate: true,
  hasPromoBrochure: false,
  hasCoolingOff: false,
  businessNumber: { label: 'ABN', tooShort: '5182475355', words: 'Enter the 11 digits of the ABN.' },
  payLaterFee: { label: 'Pay Later Fee', of5000: '275' },
  payUpfront: { dueNow: '$4,200', total: '$4,263', walletTotal: '$4,233.60', hasPayId: true },
  advertiserReference: 'REA advertiser reference',
  bankAccount: { typed: { BSB: '62000', 'Account number': '12345678' }, confirmed: '062-000 12345678' },
  operatingAccount: {
    OPERATING_ACCOUNT_NAME: 'Kerb Operating',
    OPERATING_ACCOUNT_NUMBER: '87654321',
    OPERATING_BSB: '062-000',
  },
  financeAccount: '900-00690000006',
  /** An ABA line has fixed positions. */
  paymentsIn: (lines) => {
    if (!lines.every(({ length }) => length === 120)) throw new Error('a line of an ABA file has 120 characters');
    const details = lines.filter((line) => line.startsWith('1'));
    return details.map((line) => ({
      account: line.slice(1, 8) + line.slice(8, 17).trim(),
      cents: Number(line.slice(20, 30)),
      reference: line.slice(62, 80).trim(),
    }));
  },
};
