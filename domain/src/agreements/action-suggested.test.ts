import {
  actionSuggestedLabel,
  isActionDue,
  isWorkingHour,
  longEnoughAgo,
  type Referral,
} from '@kerb/domain/agreements/action-suggested.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { organisationTypes } from '@kerb/domain/vocabulary/organisation-types.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const now = '2026-11-15T02:00:00.000Z';
const sentAWeekAgo = '2026-11-08T02:00:00.000Z';
const referral = (facts: Partial<Referral> = {}): Referral => ({
  status: 'waiting-invite',
  actionSuggested: false,
  actionSuggestedLastUpdate: null,
  linksSentDate: sentAWeekAgo,
  ...facts,
});

describe('an action is suggested', () => {
  // biome-ignore format: a table
  it.each([
    ['just now',                 '2026-11-15T02:00:00.000Z', false],
    ['six days ago',             '2026-11-09T02:00:00.000Z', false],
    ['a moment under 7 days ago', '2026-11-08T02:00:00.001Z', false],
    ['7 days ago',               '2026-11-08T02:00:00.000Z', true ],
    ['a year ago',               '2025-11-15T02:00:00.000Z', true ],
    ['never',                    null,                       false],
  ])('if the payment links were sent %s', (_when, linksSentDate, expected) => {
    expect(isActionDue(referral({ linksSentDate }), now)).toBe(expected);
  });

  it('only for a pending referral', () => {
    expect(agreementStatuses.filter((status) => isActionDue(referral({ status }), now))).toEqual(['waiting-invite']);
  });

  it('not again while it is suggested', () => {
    expect(isActionDue(referral({ actionSuggested: true }), now)).toBe(false);
  });

  // biome-ignore format: a table
  it.each([
    ['after the links were sent',        '2026-11-14T02:00:00.000Z', false],
    ['when the links were sent',         sentAWeekAgo,               false],
    ['before the links were sent again', '2026-11-08T01:59:59.999Z', true ],
  ])('or not, if it was marked done %s', (_when, actionSuggestedLastUpdate, expected) => {
    expect(isActionDue(referral({ actionSuggestedLastUpdate }), now)).toBe(expected);
  });

  it('exactly for links sent at or before `longEnoughAgo`; the job searches by it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30 * 86_400_000, max: 0 }), (ms) => {
        const linksSentDate = new Date(Date.parse(now) + ms).toISOString();
        expect(isActionDue(referral({ linksSentDate }), now)).toBe(linksSentDate <= longEnoughAgo(now));
      }),
    );
  });
});

describe('the label of the flag', () => {
  it('asks the agent of an agency and the stylist of any other organisation', () => {
    expect(organisationTypes.map((type) => [type, actionSuggestedLabel(type)])).toEqual([
      ['agency', 'Agent Action Suggested'],
      ['supplier', 'Stylist Action Suggested'],
      ['financial', 'Stylist Action Suggested'],
    ]);
  });
});

describe('working hours', () => {
  // biome-ignore format: a table
  it.each([
    // Sydney is 11 hours ahead in summer, Perth 8 all year, Auckland 13 in summer.
    ['Australia/Sydney', '2026-11-14T20:59:59.999Z', false],
    ['Australia/Sydney', '2026-11-14T21:00:00.000Z', true ],
    ['Australia/Sydney', '2026-11-15T06:59:59.999Z', true ],
    ['Australia/Sydney', '2026-11-15T07:00:00.000Z', false],
    ['Australia/Perth',  '2026-11-14T21:00:00.000Z', false],
    ['Australia/Perth',  '2026-11-15T00:00:00.000Z', true ],
    ['Pacific/Auckland', '2026-11-14T19:00:00.000Z', true ],
    ['Pacific/Auckland', '2026-11-15T05:00:00.000Z', false],
    // In winter Sydney is 10 hours ahead: the organisation's local time counts.
    ['Australia/Sydney', '2026-07-14T21:00:00.000Z', false],
    ['Australia/Sydney', '2026-07-14T22:00:00.000Z', true ],
  ])('in %s at %s: %j', (zone, moment, expected) => {
    expect(isWorkingHour(zone, moment)).toBe(expected);
  });
});
