import { cashLines, spanKinds } from '@kerb/domain/dashboard/cash-forecast.ts';
import { figurePeriods, funnelSteps } from '@kerb/domain/dashboard/team-figures.ts';
import { loanBookTotal } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { lvrNames } from '@kerb/domain/loan-books/lvr.ts';
import { day, id, link, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { signedMoney } from '@kerb/domain/wire/signed-money.ts';
import * as z from 'zod/mini';

/** The most people of the answer, by the number of campaigns that they sent. */
export const mostPeople = 50;

const ofCampaigns = { sent: z.int(), signed: z.int(), funded: z.int(), medianDays: z.nullable(z.int()) };

const organisationFigures = z.object({
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  ...ofCampaigns,
  /** The loans of its campaigns that are owed now, with fees and interest. */
  loans: z.int(),
  owedByPayers: sum,
  /** What the ledger keeps for the organisation or has on its way. */
  owedToOrganisation: sum,
});
export type OrganisationFigures = z.output<typeof organisationFigures>;

const personFigures = z.object({
  agentUserId: z.nullable(id),
  name: z.nullable(z.string()),
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  ...ofCampaigns,
});
export type PersonFigures = z.output<typeof personFigures>;

const cashAmounts = {
  ...(Object.fromEntries(cashLines.map((line) => [line, sum])) as Record<(typeof cashLines)[number], typeof sum>),
  /** The part of `loans` that the ledger does not have yet: interest of the days until each due day. */
  ahead: sum,
  out: sum,
  in: sum,
  net: signedMoney,
};

const forecast = z.object({
  spans: z.array(z.object({ kind: z.enum(spanKinds), from: z.nullable(day), to: z.nullable(day), ...cashAmounts })),
  total: z.object(cashAmounts),
});

const platformFigures = z.object({
  today: day,
  /** Every organisation with a campaign of the period or with money. */
  organisations: z.array(organisationFigures),
  people: z.array(personFigures),
  funnel: z.array(z.object({ step: z.enum(funnelSteps), campaigns: z.int() })),
  medianDays: z.nullable(z.int()),
  signingTimes: z.array(z.object({ from: z.int(), to: z.nullable(z.int()), campaigns: z.int() })),
  forecast,
  portfolio: z.object({
    ageing: z.array(loanBookTotal),
    lvr: z.array(z.object({ lvr: z.enum(lvrNames), loans: z.int(), owed: sum })),
  }),
});
export type PlatformFigures = z.output<typeof platformFigures>;

const figuresQuery = z.object({ period: z._default(z.enum(figurePeriods), 'quarter') });

// biome-ignore format: a table
export const figureEndpoints = defineEndpoints({
  get: { method: 'GET', path: '/v1/figures', permission: 'figures.read', summary: 'Read the figures of every organisation, the cash forecast of 13 weeks, and the loans by age and by share of the sale', query: figuresQuery, response: platformFigures },
});
