import { countries } from '@kerb/domain/countries/countries.ts';
import * as lists from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

describe('value lists', () => {
  it.each([
    ['marketing', 'Vendor'],
    ['styling', 'Vendor'],
    ['deposit', 'Buyer'],
  ] as const)('the payer of %s is a %s', (purpose, word) => {
    expect(lists.payerWord(purpose)).toBe(word);
  });

  it('name the payment options as the screens do', () => {
    expect(lists.financeOptionLabels).toEqual({ pn: 'Pay Upfront', pos: 'Pay On Success', pl: 'Pay Later' });
  });

  // biome-ignore format: a table
  it.each([
    ['AU', ['Auction', 'Private Treaty', 'Expressions of Interest', 'Other']],
    ['NZ', ['Auction', 'Price by negotiation', 'Deadline', 'Other']],
  ] as const)('offer in %s the methods of sale %j', (country, labels) => {
    expect(countries[country].methodsOfSale.map((method) => lists.methodOfSaleLabels[method])).toEqual(labels);
  });
});
