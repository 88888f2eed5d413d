import {
  mostPeople,
  type OrganisationFigures,
  type PersonFigures,
} from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { type SentCampaigns, teamFigures } from '@kerb/domain/dashboard/team-figures.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

/** What the ledger has of an organisation now. */
export type OrganisationMoney = { loans: number; owedByPayers: Cents; owedToOrganisation: Cents };
const noMoney: OrganisationMoney = { loans: 0, owedByPayers: 0, owedToOrganisation: 0 };

const byMost = (a: { sent: number; tenantName: string }, b: { sent: number; tenantName: string }): number =>
  b.sent - a.sent || a.tenantName.localeCompare(b.tenantName);

type Known = { names: ReadonlyMap<number, string>; money: ReadonlyMap<number, OrganisationMoney> };

/** The figures of each organisation and of all together. An organisation without a campaign and money is left out. */
export function platformFigures(rows: readonly SentCampaigns[], { names, money }: Known) {
  const sent = Map.groupBy(rows, ({ tenantId }) => tenantId);
  const people: PersonFigures[] = [];
  const organisations: OrganisationFigures[] = [];
  for (const tenant of new Set([...sent.keys(), ...money.keys()])) {
    const of = { tenant, tenantName: names.get(tenant) ?? '' };
    const team = teamFigures(sent.get(tenant) ?? []);
    people.push(...team.people.map((person) => ({ ...of, ...person })));
    const sum = (name: 'sent' | 'signed' | 'funded') => team.people.reduce((total, person) => total + person[name], 0);
    organisations.push({
      ...of,
      ...{ sent: sum('sent'), signed: sum('signed'), funded: sum('funded'), medianDays: team.medianDays },
      ...(money.get(tenant) ?? noMoney),
    });
  }
  const { funnel, medianDays, signingTimes } = teamFigures(rows);
  return {
    organisations: organisations.toSorted(byMost),
    people: people.toSorted(byMost).slice(0, mostPeople),
    ...{ funnel, medianDays, signingTimes },
  };
}
