import { reportNames } from '@kerb/domain/reports/reports.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const one = z.object({ report: z.enum(reportNames) });

// biome-ignore format: a table
export const reportEndpoints = defineEndpoints({
  get: { method: 'GET', path: '/reports/{report}', permission: 'report.read', summary: 'Download a report as a spreadsheet', params: one, file: 'text/csv', also: [303] },
});
