import { scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { whatWaits } from '@kerb/domain/access/what-waits.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { pauseWebhooksBy } from '@kerb/server/platform/outbox/pause-webhooks.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Reviewed = { userId: number; hasScope: boolean; hasCredential: boolean };

/** The programs that chose the address of a webhook which is on: one of them, or all. */
async function programsWithWebhooks({ tx }: Work, identityId: number | null): Promise<Reviewed[]> {
  const now = realNow();
  const scopes = [...must(scopesFor({ method: 'POST', permission: whatWaits.webhook }), 'scopes of webhooks')];
  const { rows } = await sql<Reviewed>`
    select i.user_id, i.scopes && ${scopes}::text[] as has_scope, exists (
      select from service_credentials k where k.service_identity_id = i.id and k.expiry_date > ${now}
        and (k.ended_date is null or k.ended_date > ${now})) as has_credential
    from service_identities i
    where i.ended_date is null and ${identityId === null ? sql`true` : sql`i.id = ${identityId}`}
      and exists (select from webhooks w where w.url_by_user_id = i.user_id and w.disabled_since_date is null)
    order by i.id`.execute(tx);
  return rows;
}

/**
 * Pauses the webhooks of programs that could not register one now: without a valid secret or key, or without the scope.
 * Whoever had a leaked secret may have chosen the address. A new secret that replaces the old one pauses nothing.
 * Without a program it reviews all of them, for secrets and keys that have expired.
 */
export async function reviewWebhooksOfClients(work: Work, identityId: number | null): Promise<void> {
  for (const { userId, hasScope, hasCredential } of await programsWithWebhooks(work, identityId)) {
    if (!hasCredential) await pauseWebhooksBy(work, userId, 'no-secret');
    else if (!hasScope) await pauseWebhooksBy(work, userId, 'scope-ended');
  }
}
