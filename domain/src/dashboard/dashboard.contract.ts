import { agreementRow } from '@kerb/domain/agreements/agreements.contract.ts';
import { digits, money } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const officeQuery = z.object({
  tenantId: z.optional(digits),
  textQuery: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});

// biome-ignore format: a table
export const dashboardEndpoints = defineEndpoints({
  filter: { method: 'GET', path: '/v1/dashboard/agency/filter', permission: 'dashboard.read', summary: 'Campaigns in progress for the dashboard', query: officeQuery, response: z.array(agreementRow) },
  funded: { method: 'GET', path: '/v1/dashboard/agency/funded', permission: 'dashboard.read', summary: 'What has been funded this financial year', query: z.object({ tenantId: z.optional(digits) }), response: z.object({ label: z.string(), total: money, campaigns: z.int() }) },
});
