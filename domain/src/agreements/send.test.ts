import { missingBeforeSending, sendRefusal } from '@kerb/domain/agreements/send.ts';
import { describe, expect, it } from 'vitest';

describe('a campaign that is to be sent', () => {
  // biome-ignore format: a table
  it.each([
    ['has both',        4_200_00, '2026-11-20', []],
    ['has one cent',           1, '2026-11-20', []],
    ['lacks a budget',      null, '2026-11-20', ['Marketing Budget']],
    ['has a budget of 0',      0, '2026-11-20', ['Marketing Budget']],
    ['lacks a date',    4_200_00, null,         ['Funding Request Date']],
    ['lacks both',          null, null,         ['Marketing Budget', 'Funding Request Date']],
  ])('which %s', (_what, campaignBudget, campaignPlannedStartDate, missing) => {
    expect(missingBeforeSending({ campaignBudget, campaignPlannedStartDate })).toEqual(missing);
  });

  it('is refused in the specified words, which name what is missing', () => {
    expect(sendRefusal(['Marketing Budget', 'Funding Request Date'])).toBe(
      'The following information must be added before the agreement can be sent to a vendor for review: Marketing Budget, Funding Request Date',
    );
    expect(sendRefusal(['Funding Request Date'])).toBe(
      'The following information must be added before the agreement can be sent to a vendor for review: Funding Request Date',
    );
  });
});
