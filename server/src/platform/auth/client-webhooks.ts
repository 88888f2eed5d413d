import { pendingWork } from '@kerb/domain/access/pending-work.ts';
import { scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { pauseWebhooksBy } from '@kerb/server/platform/auth/pause-webhooks.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Reviewed = { userId: number; hasScope: boolean; hasCredential: boolean };

const hasWebhook = sql`
  exists (select from webhooks w where w.url_by_user_id = i.user_id and w.disabled_since_date is null)`;

/** The programs that chose the address of a webhook which is on. */
export async function programsWithWebhooks(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from service_identities i where i.ended_date is null and ${hasWebhook} order by i.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function programWithWebhook({ tx }: Work, identityId: number): Promise<Reviewed | undefined> {
  const now = realNow();
  const scopes = [...must(scopesFor({ method: 'POST', permission: pendingWork.webhook }), 'scopes of webhooks')];
  const { rows } = await sql<Reviewed>`
    select i.user_id, i.scopes && ${scopes}::text[] as has_scope, exists (
      select from service_credentials k where k.service_identity_id = i.id and k.expiry_date > ${now}
        and (k.ended_date is null or k.ended_date > ${now})) as has_credential
    from service_identities i
    where i.ended_date is null and i.id = ${identityId} and ${hasWebhook}`.execute(tx);
  return rows[0];
}

/**
 * Pauses the webhooks of a program that could not register one now: without a valid secret or key, or without the
 * scope. A person with a leaked secret may have chosen the address. A new secret that replaces the old one pauses them
 * only if the manager asks for it: the ordinary replacement of a secret must not stop a connection.
 */
export async function reviewWebhooksOfClient(work: Work, identityId: number): Promise<void> {
  const program = await programWithWebhook(work, identityId);
  if (!program) return;
  if (!program.hasCredential) await pauseWebhooksBy(work, program.userId, 'no-secret');
  else if (!program.hasScope) await pauseWebhooksBy(work, program.userId, 'scope-ended');
}
