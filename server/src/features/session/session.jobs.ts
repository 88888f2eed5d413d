import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { type RawBuilder, sql } from 'kysely';

const isOver = sql`least(s.ended_date, s.expiry_date)`;

/** Deletes expired records. Sign-ins are kept for 90 days, so that the log can be checked against them. */
const leftovers = (now: string): RawBuilder<unknown>[] => [
  sql`delete from sign_in_tickets where expiry_date < ${now}`,
  sql`delete from sign_in_steps where expiry_date < ${now}`,
  sql`delete from client_assertions where expiry_date < ${now}`,
  sql`delete from codes where expiry_date < ${now}`,
  sql`delete from throttles where window_end < ${now}`,
  sql`delete from known_devices where last_used_date < ${now}::timestamptz - interval '400 days'`,
  sql`delete from email_changes where expiry_date < ${now}`,
  sql`delete from password_links where expiry_date < ${now}`,
  // A used refresh token is kept until it expires: its reuse must still revoke the active token family.
  sql`delete from refresh_tokens where expiry_date < ${now}`,
  sql`delete from token_families f using sign_ins s
    where s.id = f.sign_in_id and ${isOver} < ${now}::timestamptz - interval '1 day'`,
  sql`delete from sign_ins s where ${isOver} < ${now}::timestamptz - interval '90 days'`,
  sql`delete from signing_keys where retired_date < ${now}::timestamptz - interval '30 days'`,
];

async function cleanUpSessions(deps: Deps): Promise<void> {
  const statements = leftovers(realNow()).map((statement, place) => ({ statement, place }));
  await forEachRow(
    deps,
    statements,
    ({ place }) => ({ kind: 'statement', id: place + 1 }),
    ({ statement }) => statement.execute(deps.db),
  );
}

// At night in both countries.
export const sessionJobs: Job[] = [{ name: 'clean-up-sessions', every: '17 15 * * *', run: cleanUpSessions }];
