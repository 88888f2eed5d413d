import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
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
