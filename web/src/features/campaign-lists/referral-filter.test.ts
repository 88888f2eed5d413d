import { agreementStatuses, openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  filterOf,
  isSame,
  type ReferralFilter,
  showAll,
  showInProgress,
  shownBy,
  switchedOf,
} from '@kerb/web/features/campaign-lists/referral-filter.ts';
import { describe, expect, it } from 'vitest';

const options = ['pn', 'pos', 'pl'] as const;

describe('the button of a filter', () => {
  // biome-ignore format: a table
  it.each([
    ['all',    showAll],
    ['open',   showInProgress],
    ['open',   { ...showAll, status: openStatuses.toReversed() }],
    ['custom', { ...showAll, status: ['draft'] }],
    ['custom', { ...showAll, finance: ['pl'] }],
    ['custom', { ...showAll, actionSuggested: true }],
    ['custom', { ...showInProgress, actionSuggested: true }],
    ['custom', { ...showInProgress, finance: ['pl'] }],
  ] as [string, ReferralFilter][])('is %s for %j', (shown, filter) => {
    expect(shownBy(filter)).toBe(shown);
  });
});

describe('the switches of a filter', () => {
  it('are all on without a filter, and all on means no filter', () => {
    const all = { status: agreementStatuses, finance: options, only: false };
    expect(switchedOf(showAll, options)).toEqual(all);
    expect(filterOf(all, options)).toEqual(showAll);
  });

  it('convert back to the same filter, in the order of the table', () => {
    const filter: ReferralFilter = { status: ['draft', 'signed'], finance: ['pl'], actionSuggested: true };
    const switched = switchedOf(filter, options);
    expect(filterOf({ ...switched, status: ['signed', 'draft'] }, options)).toEqual(filter);
  });

  it('are equal in any order', () => {
    const switched = switchedOf({ ...showAll, status: ['draft', 'signed'] }, options);
    expect(isSame(switched, { ...switched, status: ['signed', 'draft'] })).toBe(true);
    expect(isSame(switched, { ...switched, status: ['signed'] })).toBe(false);
    expect(isSame(switched, { ...switched, finance: ['pl'] })).toBe(false);
    expect(isSame(switched, { ...switched, only: true })).toBe(false);
  });
});
