import { agreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { figurePeriods, funnelSteps } from '@kerb/domain/dashboard/team-figures.ts';
import { day, digits, id, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The largest number of hits of a dashboard search. */
export const mostFound = 100;

const organisationQuery = z.object({
  tenantId: z.optional(digits),
  textQuery: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});

const funded = z.object({
  label: z.string(),
  total: sum,
  campaigns: z.int(),
  /** Today in the organisation's time zone. */
  asOf: day,
  lastYear: z.object({
    label: z.string(),
    total: sum,
    /** Up to the same day of last year, that day included. */
    totalToDate: sum,
    campaigns: z.int(),
  }),
  months: z
    .array(z.object({ month: z.string().check(z.regex(/^\d{4}-\d{2}$/)), total: sum, lastYearTotal: sum }))
    .check(z.length(12)),
});
export type Funded = z.output<typeof funded>;

const teamQuery = z.object({
  tenantId: z.optional(digits),
  period: z._default(z.enum(figurePeriods), 'quarter'),
});

const someFunds = z.object({ campaigns: z.int(), amount: sum });

const teamAnswer = z.object({
  people: z.array(
    z.object({
      agentUserId: z.nullable(id),
      name: z.nullable(z.string()),
      sent: z.int(),
      signed: z.int(),
      funded: z.int(),
      medianDays: z.nullable(z.int()),
    }),
  ),
  funnel: z.array(z.object({ step: z.enum(funnelSteps), campaigns: z.int() })),
  medianDays: z.nullable(z.int()),
  signingTimes: z.array(z.object({ from: z.int(), to: z.nullable(z.int()), campaigns: z.int() })),
  /** Null for a team member who does not see the whole organisation. */
  money: z.nullable(
    z.object({
      onLoan: someFunds,
      due: someFunds,
      toCome: someFunds,
      inBatch: someFunds,
      nextPaymentDate: z.nullable(day),
    }),
  ),
});
export type TeamAnswer = z.output<typeof teamAnswer>;

// biome-ignore format: a table
export const dashboardEndpoints = defineEndpoints({
  filter: { method: 'GET', path: '/v1/dashboard/agency/filter', permission: 'dashboard.read', summary: 'List the campaigns in progress for the dashboard, or search them', query: organisationQuery, response: z.array(agreementRow) },
  funded: { method: 'GET', path: '/v1/dashboard/agency/funded', permission: 'dashboard.read', summary: 'Read the amounts funded in this financial year and the last, by month', query: z.object({ tenantId: z.optional(digits) }), response: funded },
  team:   { method: 'GET', path: '/v1/dashboard/agency/team', permission: 'dashboard.read', summary: 'Read the figures of a team: its people, the steps from sent to funded, the time to sign, and its money', query: teamQuery, response: teamAnswer },
});
