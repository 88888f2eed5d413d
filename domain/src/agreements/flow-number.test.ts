import { flowNumber, flowNumbersIn, flowNumberTyped } from '@kerb/domain/agreements/flow-number.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

describe('a flow number', () => {
  // biome-ignore format: a table
  it.each([
    ['AU', 'marketing', 10231, 'AU10231'],
    ['AU', 'styling',   10231, 'AU10231'],
    ['AU', 'deposit',   10231, 'DAU10231'],
    ['NZ', 'marketing',     7, 'NZ7'],
    ['NZ', 'deposit',       7, 'DNZ7'],
  ] as const)('in %s for %s of %i is %s', (country, campaignBudgetFundsPurpose, id, expected) => {
    expect(flowNumber({ id, campaignBudgetFundsPurpose }, country)).toBe(expected);
  });
});

describe('a typed Flow No.', () => {
  it.each([
    ['10231', 10231],
    ['AU10231', 10231],
    ['dau 10231', 10231],
    [' dau10231 ', 10231],
    [' nz7 ', 7],
    ['123456789012345', 123456789012345],
    ['1234567890123456', null],
    ['users', null],
    ['street 12', null],
    ['12 Wattle St', null],
    ['', null],
  ])('%j is read as %j', (typed, id) => {
    expect(flowNumberTyped(typed)).toBe(id);
  });
});

it.each(countryCodes)('every Flow No. of %s is read back, typed or within a text', (country) => {
  for (const campaignBudgetFundsPurpose of fundsPurposes) {
    const written = flowNumber({ id: 10231, campaignBudgetFundsPurpose }, country);
    expect(flowNumberTyped(written)).toBe(10231);
    expect(flowNumbersIn(`payment for ${written}, thanks`, country)).toEqual([10231]);
  }
});
