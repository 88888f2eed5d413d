import { type ActivityCode, activityCodes } from '@kerb/domain/audit/activity.ts';
import { cappedPageOf, digits, fromOne, id, link, moment, pageQuery, queryFlag } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const activityCode = z.enum(activityCodes as [ActivityCode, ...ActivityCode[]]);

export const logEntry = z.object({
  id,
  href: z.string(),
  date: moment,
  userName: z.string(),
  activityCode,
  description: z.string(),
  logData: z.string(),
  user: z.nullable(link('/v1/users')),
  targetAgreement: z.nullable(link('/v1/agreements')),
});
export type LogEntry = z.output<typeof logEntry>;

const logQuery = z.object({
  ...pageQuery,
  perPage: z._default(fromOne, 50),
  targetAgreementId: z.optional(digits),
  activityCode: z.optional(activityCode),
  textQuery: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  sortDesc: z._default(queryFlag, true),
});

// biome-ignore format: a table
export const auditEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/v1/log-entries', permission: 'log.read', summary: 'List entries of the audit log; a text is looked for in the first 50,000 entries of the other filters', query: logQuery, response: cappedPageOf(logEntry) },
  get:  { method: 'GET', path: '/v1/log-entries/{id}', permission: 'log.read', summary: 'Read an entry of the audit log', params: z.object({ id: digits }), response: logEntry },
});
