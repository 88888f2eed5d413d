import { mostPeople } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { platformFigures } from '@kerb/domain/dashboard/platform-figures.ts';
import { funnelSteps, type SentCampaigns } from '@kerb/domain/dashboard/team-figures.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const names = new Map([1, 2, 3, 4].map((id) => [id, `Organisation ${id}`]));
const row: fc.Arbitrary<SentCampaigns> = fc.record({
  tenantId: fc.constantFrom(1, 2, 3),
  agentUserId: fc.constantFrom(1, 2, null),
  agentName: fc.constant('Mia'),
  step: fc.constantFrom(...funnelSteps),
  days: fc.option(fc.nat(30)),
  campaigns: fc.integer({ min: 1, max: 9 }),
});

describe('the figures of every organisation', () => {
  it('add up to the steps of all', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const { organisations, people, funnel } = platformFigures(rows, { names, money: new Map() });
        const [sent, , , signed, funded] = funnel.map(({ campaigns }) => campaigns);
        const sum = (of: readonly { sent: number; signed: number; funded: number }[]) =>
          (['sent', 'signed', 'funded'] as const).map((name) => of.reduce((total, each) => total + each[name], 0));
        expect(sum(organisations)).toEqual([sent, signed, funded]);
        expect(sum(people)).toEqual([sent, signed, funded]);
      }),
    );
  });

  it('have an organisation with money and no campaign of the period', () => {
    const money = new Map([[4, { loans: 1, owedByPayers: 100, owedToOrganisation: 0 }]]);
    expect(platformFigures([], { names, money }).organisations).toEqual([
      { tenant: 4, tenantName: 'Organisation 4', sent: 0, signed: 0, funded: 0, medianDays: null, ...money.get(4) },
    ]);
  });

  it('have the people who sent the most, and no more than fit', () => {
    const rows = Array.from({ length: mostPeople + 5 }, (_, place) => ({
      ...{ tenantId: 1, agentUserId: place + 1, agentName: 'Mia', step: 'sent' as const, days: null },
      campaigns: place + 1,
    }));
    const { people } = platformFigures(rows, { names, money: new Map() });
    expect([people.length, people[0]?.sent, people.at(-1)?.sent]).toEqual([mostPeople, mostPeople + 5, 6]);
  });
});
