import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { deleteInLots } from '@kerb/server/platform/database/in-lots.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { type RawBuilder, sql } from 'kysely';

const isOver = sql`least(ended_date, expiry_date)`;

/** Deletes expired records. Sign-ins are kept for 90 days, so that the log can be checked against them. */
function leftovers(now: Moment): [table: string, isMeant: RawBuilder<unknown>][] {
  const daysAgo = (days: number) => addMinutes(now, -days * 24 * 60);
  const expired = sql`expiry_date < ${now}`;
  return [
    ['sign_in_tickets', expired],
    ['sign_in_steps', expired],
    ['used_passkey_challenges', expired],
    ['client_assertions', expired],
    ['codes', expired],
    ['throttles', sql`window_end < ${now}`],
    ['known_devices', sql`last_used_date < ${daysAgo(400)}`],
    ['known_networks', sql`last_used_date < ${daysAgo(400)}`],
    ['sign_in_alerts', expired],
    ['provider_logins', expired],
    ['used_logout_tokens', expired],
    ['email_changes', expired],
    ['password_links', expired],
    // A used refresh token is kept until it expires: its reuse must still revoke the active token family.
    ['refresh_tokens', expired],
    // Families of sign-ins that ended in the last days. A family that this misses is deleted with its sign-in.
    [
      'token_families',
      sql`sign_in_id in (select id from sign_ins where ${isOver} < ${daysAgo(1)} and ${isOver} > ${daysAgo(8)})`,
    ],
    ['sign_ins', sql`${isOver} < ${daysAgo(90)}`],
    ['signing_keys', sql`retired_date < ${daysAgo(30)}`],
  ];
}

export const cleanUpSessions = (deps: Deps): Promise<void> =>
  forEachRow(
    deps,
    leftovers(realNow()),
    ([table]) => ({ kind: 'statement', id: table }),
    ([table, isMeant]) => deleteInLots(deps.db, table, isMeant),
  );

// At night in both countries.
export const sessionJobs: Job[] = [{ name: 'clean-up-sessions', every: '17 15 * * *', run: cleanUpSessions }];
