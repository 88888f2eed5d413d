import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import { id } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The most that the palette shows of each kind. */
export const mostFoundOfKind = { campaigns: 8, people: 5, organisations: 5 } as const;

const found = z.object({
  campaigns: z.array(
    z.object({
      id,
      tenantId: id,
      name: z.string(),
      status: z.enum(agreementStatuses),
      campaignBudgetFundsPurpose: z.enum(fundsPurposes),
      tenantName: z.string(),
      /** The payers' names, for callers who may see them. */
      payers: z.array(z.string()),
    }),
  ),
  people: z.array(z.object({ id, displayName: z.string(), emailAddress: z.string() })),
  organisations: z.array(z.object({ id, name: z.string() })),
});
export type Found = z.output<typeof found>;

// biome-ignore format: a table
export const searchEndpoints = defineEndpoints({
  search: { method: 'GET', path: '/v1/search', permission: 'dashboard.read', summary: 'Find campaigns by address, agent, Flow No. or payer, and people and organisations by name', query: z.object({ text: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }), response: found },
});
