import type { SecurityEventKind } from '@kerb/domain/audit/security-events.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Refused = {
  minutesAgo: number;
  kind: SecurityEventKind;
  /** The e-mail address of a demo person, or another that nobody has. */
  who: string | null;
  network: string;
  means: string | null;
  route: string;
  status: number;
  count: number;
};

const day = 24 * 60;
const login = { means: 'password', route: 'POST /login', status: 401 } as const;
const payLink = { means: 'Payment URL', route: 'GET /pay/:token', status: 404 } as const;

/** Networks of documentation (RFC 5737). One of them tries many links, which is unusual; the rest is ordinary. */
// biome-ignore format: a table
const refused: readonly Refused[] = [
  { minutesAgo: 5 * day,       kind: 'sign-in-refused', who: 'manager@example.com',  network: '192.0.2.14',   ...login,   count: 2 },
  { minutesAgo: 4 * day,       kind: 'code-refused',    who: null,                   network: '192.0.2.77',   means: 'code', route: 'POST /v1/signatories/:id/unlock', status: 400, count: 1 },
  { minutesAgo: 3 * day,       kind: 'forbidden',       who: 'employee@example.com', network: '192.0.2.14',   means: null, route: 'GET /v1/users', status: 403, count: 1 },
  { minutesAgo: 2 * day,       kind: 'sign-in-refused', who: 'nobody@example.com',   network: '198.51.100.9', ...login,   count: 4 },
  { minutesAgo: 1 * day + 300, kind: 'link-refused',    who: null,                   network: '203.0.113.50', ...payLink, count: 1 },
  { minutesAgo: 1 * day + 299, kind: 'link-refused',    who: null,                   network: '203.0.113.50', ...payLink, count: 31 },
  { minutesAgo: 1 * day + 298, kind: 'limit-met',       who: null,                   network: '203.0.113.50', means: 'Payment URL', route: 'GET /pay/:token', status: 429, count: 12 },
];

/** Refused attempts of the last days. In real time, as all security events, whatever the sandbox's clock says. */
export async function addSecurityEvents({ tx, deps }: Work, { actors }: DemoRecords): Promise<void> {
  const now = realNow();
  for (const { minutesAgo, who, ...event } of refused) {
    const user = who === null ? undefined : actors.get(who);
    const account = user ? accountOfUser(user.userId) : `typed ${who}`;
    const accountHash = who === null ? null : Buffer.from(deps.secrets.derive('events', account), 'base64url');
    await tx
      .insertInto('securityEvents')
      .values({ ...event, accountHash, requestId: null, detail: '{}', date: addMinutes(now, -minutesAgo) })
      .execute();
  }
}
