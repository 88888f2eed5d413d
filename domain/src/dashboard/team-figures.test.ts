import {
  funnelStepOf,
  funnelSteps,
  medianDays,
  type SentCampaigns,
  signingTimes,
  teamFigures,
} from '@kerb/domain/dashboard/team-figures.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sent = { status: 'waiting-invite', financeOptionCode: null, isSigned: false, isOpened: false } as const;
const unpaid = { ...sent, paymentState: 'none' } as const;

// biome-ignore format: a table
it.each([
  ['sent',   unpaid],
  ['opened', { ...unpaid, isOpened: true }],
  ['chosen', { ...unpaid, financeOptionCode: 'pl' }],
  ['chosen', { ...unpaid, financeOptionCode: 'pn', paymentState: 'part' }],
  ['chosen', { ...unpaid, financeOptionCode: 'pos', paymentState: 'paid' }],
  ['signed', { ...unpaid, financeOptionCode: 'pn', paymentState: 'paid' }],
  ['signed', { ...unpaid, isSigned: true }],
  ['funded', { ...unpaid, status: 'executed' }],
  ['funded', { ...unpaid, status: 'complete' }],
  ['chosen', { ...unpaid, status: 'cancelled', financeOptionCode: 'pl' }],
] as const)('the step of a campaign is %s for %o', (step, facts) => {
  expect(funnelStepOf(facts)).toBe(step);
});

const row: fc.Arbitrary<SentCampaigns> = fc.record({
  tenantId: fc.constant(1),
  agentUserId: fc.constantFrom(1, 2, 3, null),
  agentName: fc.constant('Mia Mockridge'),
  step: fc.constantFrom(...funnelSteps),
  days: fc.option(fc.integer({ min: 0, max: 40 })),
  campaigns: fc.integer({ min: 1, max: 5 }),
});

describe('the figures of a team', () => {
  it('count each campaign once, and a step never more than the step before', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const { people, funnel } = teamFigures(rows);
        const all = rows.reduce((sum, { campaigns }) => sum + campaigns, 0);
        expect(people.reduce((sum, person) => sum + person.sent, 0)).toBe(all);
        expect(funnel[0]?.campaigns).toBe(all);
        funnel.forEach((step, place) => {
          expect(step.campaigns).toBeLessThanOrEqual(funnel[place - 1]?.campaigns ?? all);
        });
        for (const { sent: sentBy, signed, funded } of people) {
          expect(signed).toBeLessThanOrEqual(sentBy);
          expect(funded).toBeLessThanOrEqual(signed);
        }
      }),
    );
  });

  it('have a median with half of the signed campaigns on each side', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const days = rows.flatMap((each) => (each.days === null ? [] : Array(each.campaigns).fill(each.days)));
        const sorted = days.toSorted((a, b) => a - b);
        expect(medianDays(rows)).toBe(sorted[Math.ceil(sorted.length / 2) - 1] ?? null);
      }),
    );
  });

  it('put every signed campaign into one group of days', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const signed = rows.filter(({ days }) => days !== null).reduce((sum, { campaigns }) => sum + campaigns, 0);
        const grouped = teamFigures(rows).signingTimes.reduce((sum, { campaigns }) => sum + campaigns, 0);
        expect(grouped).toBe(signed);
      }),
    );
  });

  it('have groups of days without a gap', () => {
    signingTimes.forEach(({ from }, place) => {
      expect(from).toBe(place === 0 ? 0 : (signingTimes[place - 1]?.to ?? 0) + 1);
    });
  });
});
