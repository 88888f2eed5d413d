import { agreementStatuses, openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  type CampaignFilter,
  countChanged,
  filterOf,
  isSame,
  noFilter,
  type ReferralNarrowing,
  showAll,
  showInProgress,
  shownBy,
  switchedOf,
} from '@kerb/web/features/campaign-lists/campaign-filter.ts';
import { describe, expect, it } from 'vitest';

const finance = ['pn', 'pos', 'pl'] as const;
const referrals = { status: agreementStatuses, finance };
const allCampaigns = { status: openStatuses, finance };

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
    ['custom', { ...showAll, status: ['draft'], textQuery: 'wattle' }],
    ['open',   { ...showInProgress, textQuery: 'wattle' }],
    [null,     { ...showAll, textQuery: 'wattle' }],
    [null,     { ...showAll, agentUserId: 7 }],
  ] as [string | null, ReferralNarrowing][])('is %s for %j', (shown, filter) => {
    expect(shownBy(filter)).toBe(shown);
  });
});

describe('the switches of a filter', () => {
  it('are all on without a filter, and all on means no filter', () => {
    const all = { status: agreementStatuses, finance, only: false };
    expect(switchedOf(noFilter, referrals)).toEqual(all);
    expect(filterOf(all, referrals)).toEqual(noFilter);
  });

  it('of a list with usual statuses are those, and all on is a filter there', () => {
    const usual = { status: openStatuses, finance, only: false };
    expect(switchedOf(noFilter, allCampaigns)).toEqual(usual);
    expect(filterOf({ ...usual, status: openStatuses.toReversed() }, allCampaigns)).toEqual(noFilter);
    expect(filterOf({ ...usual, status: agreementStatuses }, allCampaigns).status).toEqual(agreementStatuses);
  });

  it('are counted by group', () => {
    expect(countChanged(noFilter)).toBe(0);
    expect(countChanged({ status: ['draft', 'signed'], finance: ['pl'], actionSuggested: true })).toBe(3);
  });

  it('convert back to the same filter, in the order of the table', () => {
    const filter: CampaignFilter = { status: ['draft', 'signed'], finance: ['pl'], actionSuggested: true };
    const switched = switchedOf(filter, referrals);
    expect(filterOf({ ...switched, status: ['signed', 'draft'] }, referrals)).toEqual(filter);
  });

  it('are equal in any order', () => {
    const switched = switchedOf({ ...showAll, status: ['draft', 'signed'] }, referrals);
    expect(isSame(switched, { ...switched, status: ['signed', 'draft'] })).toBe(true);
    expect(isSame(switched, { ...switched, status: ['signed'] })).toBe(false);
    expect(isSame(switched, { ...switched, finance: ['pl'] })).toBe(false);
    expect(isSame(switched, { ...switched, only: true })).toBe(false);
  });
});
