import { link, moment, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const owedOrganisation = z.object({
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  /** How many campaigns it is owed for. */
  campaigns: z.int(),
  amount: sum,
  /** When the one that has waited longest reached the status in which it is owed. */
  oldestDate: z.nullable(moment),
});
export type OwedOrganisation = z.output<typeof owedOrganisation>;

// biome-ignore format: a table
export const batchEndpoints = defineEndpoints({
  owed: { method: 'GET', path: '/v1/batch-payments/owed', permission: 'batch.read', summary: 'What is owed to each organisation now, the most first', response: z.object({ items: z.array(owedOrganisation), total: sum }) },
});
