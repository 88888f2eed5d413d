import { campaignNeedNames, needNames } from '@kerb/domain/actions/needs.ts';
import { agreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/**
 * The largest number that is counted exactly. Above it the answer says that there are more. Counting reads no more
 * entries, so it takes the same time with any number of campaigns.
 */
export const mostNeeds = 99;
/** How many campaigns of a group are listed: the ones that have waited longest. */
export const mostListed = 100;

const counted = z.object({
  name: z.enum(needNames),
  count: z.int(),
  /** Whether there are more than `count`. */
  isMore: z.boolean(),
});

// biome-ignore format: a table
export const needEndpoints = defineEndpoints({
  counts: { method: 'GET', path: '/v1/needs', permission: 'dashboard.read', summary: 'Count what needs you today, by group', response: z.object({ items: z.array(counted) }) },
  list:   { method: 'GET', path: '/v1/needs/{need}', permission: 'dashboard.read', summary: 'List the campaigns of a group that need you today, the ones that have waited longest first', params: z.object({ need: z.enum(campaignNeedNames) }), response: z.object({ items: z.array(agreementRow) }) },
});
export type NeedCount = z.output<typeof counted>;
