import { securityEndpoints } from '@kerb/domain/audit/security.contract.ts';
import { securityColumns, securityFileName } from '@kerb/domain/reports/security-columns.ts';
import { conditionOf, listEvents, summaryOf } from '@kerb/server/features/audit/security.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { csvLine } from '@kerb/server/platform/csv/cells.ts';
import { streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** The account as in the server's log: the first characters of its hash. Names are on the screen only. */
const line = csvLine(
  securityColumns,
  {
    date: sql`to_char(e.date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
    kind: sql`e.kind`,
    account: sql`left(translate(encode(e.account_hash, 'base64'), '+/', '-_'), 12)`,
    network: sql`e.network`,
    means: sql`e.means`,
    route: sql`e.route`,
    status: sql`e.status`,
    count: sql`e.count`,
    requestId: sql`e.request_id`,
  },
  sql`'UTC'`,
);

/** Refused attempts, for admins. */
export function securityRoutes(app: App, deps: Deps): void {
  mount(app, securityEndpoints.list, ({ query }) => deps.reader.read(({ db }) => listEvents({ ...deps, db }, query)));

  mount(app, securityEndpoints.summary, ({ query }) => deps.reader.read(({ db }) => summaryOf({ ...deps, db }, query)));

  mount(app, securityEndpoints.export, async ({ scope, by, query, reply }) => {
    const condition = await conditionOf(deps, query);
    const { userId } = scope.actor;
    const { kind, period } = query;
    await inTransaction(deps, by, (work) =>
      record(work, {
        activityCode: 'user_update',
        userId,
        description: 'Security events downloaded',
        data: { period, ...(kind && { kind }) },
        isOnlyRead: true,
      }),
    );
    const file = {
      what: 'security-events',
      fileName: securityFileName(deps.country.brand),
      columns: securityColumns,
      select: sql<{ line: string }>`
        select ${line} as line from security_events e where ${condition} order by e.date desc, e.id desc`,
      count: sql<{ count: number }>`select count(*) as count from security_events e where ${condition}`,
    };
    return streamCsv(deps, { scope, reply }, file);
  });
}
