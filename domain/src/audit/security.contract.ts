import { type SecurityAlarm, securityAlarmNames } from '@kerb/domain/audit/security-alarms.ts';
import { type SecurityPeriod, securityEventKinds, securityPeriodNames } from '@kerb/domain/audit/security-events.ts';
import { day, digits, fromOne, id, link, moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const kind = z.enum(securityEventKinds);
const alarm = z.enum(securityAlarmNames as [SecurityAlarm, ...SecurityAlarm[]]);

/** A keyed hash in base64url: equal ones are the same account. */
const accountMark = z.string().check(z.regex(/^[\w-]{43}$/));

/** Null: nobody with a password has this account, so it is unknown, or of a payer with a link. */
const person = z.nullable(z.object({ user: link('/v1/users'), displayName: z.string() }));

export const securityEvent = z.object({
  id,
  date: moment,
  kind,
  account: z.nullable(accountMark),
  person,
  network: z.nullable(z.string()),
  means: z.nullable(z.string()),
  route: z.nullable(z.string()),
  status: z.nullable(z.int()),
  requestId: z.nullable(z.string()),
  count: z.int(),
  detail: z.record(z.string(), z.string()),
});
export type SecurityEvent = z.output<typeof securityEvent>;

const filter = {
  kind: z.optional(kind),
  period: z._default(z.enum(securityPeriodNames as [SecurityPeriod, ...SecurityPeriod[]]), 'week'),
  network: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  account: z.optional(accountMark),
  emailAddress: z.optional(z.string().check(z.trim(), z.maxLength(254))),
};
export const securityFilter = z.object(filter);
export type SecurityFilter = z.output<typeof securityFilter>;

/** `before`: the id of the last event of the page before, because new events are added while somebody reads. */
const listQuery = z.object({ ...filter, before: z.optional(digits), perPage: z._default(fromOne, 50) });

const counted = z.object({ count: z.int() });
export const securitySummary = z.object({
  total: z.int(),
  byDay: z.array(z.extend(counted, { day, kind })),
  networks: z.array(z.extend(counted, { network: z.string() })),
  accounts: z.array(z.extend(counted, { account: accountMark, person })),
  unusual: z.array(
    z.extend(counted, {
      alarm,
      start: moment,
      network: z.nullable(z.string()),
      account: z.nullable(accountMark),
      person,
    }),
  ),
});
export type SecuritySummary = z.output<typeof securitySummary>;

const page = z.object({ items: z.array(securityEvent), isMore: z.boolean() });

// biome-ignore format: a table
export const securityEndpoints = defineEndpoints({
  list:    { method: 'GET', path: '/v1/security-events', permission: 'security.read', summary: 'List refused attempts and other security events, the newest first', query: listQuery, response: page },
  summary: { method: 'GET', path: '/v1/security-events/summary', permission: 'security.read', summary: 'Count security events by day, network and account, and say what is unusual', query: securityFilter, response: securitySummary },
  export:  { method: 'GET', path: '/v1/security-events/export', permission: 'security.read', summary: 'Download security events as a spreadsheet', query: securityFilter, file: 'text/csv' },
});
