import type { ProviderRow } from '@kerb/server/features/organisations/login-provider.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { LogoutToken } from '@kerb/server/platform/ports/openid-gateway.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** False if the token was used before. Ends one session of the provider, or all of a person. */
export async function endByToken(work: Work, provider: ProviderRow, token: LogoutToken): Promise<boolean> {
  const { id, subject, sessionId, expiresAt } = token;
  const used = await work.tx
    .insertInto('usedLogoutTokens')
    .values({ hash: sha256(`${provider.id} ${id}`), expiryDate: new Date(expiresAt * 1_000).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  if (!used) return false;
  const { rows } = await sql<{ userId: number }>`
    update sign_ins s set ended_date = ${realNow()} from provider_sign_ins p
    where p.sign_in_id = s.id and p.login_provider_id = ${provider.id} and s.ended_date is null
      and (${subject}::text is null or p.subject = ${subject})
      and (${sessionId}::text is null or p.session_id = ${sessionId})
    returning s.user_id`.execute(work.tx);
  for (const userId of new Set(rows.map((row) => row.userId))) {
    const description = 'Logged out by the login of the organisation';
    await record(work, { activityCode: 'user_update', userId, tenantId: provider.tenantId, description });
  }
  return true;
}
