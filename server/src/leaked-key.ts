import { renewClientSecrets } from '@kerb/server/features/organisations/renew-client-secrets.ts';
import { revokeLinksOfFormerKeys } from '@kerb/server/features/payers/revoke-links.ts';
import { endAllSignIns } from '@kerb/server/features/people/end-sign-ins.ts';
import { endSecretsOfWebhooks } from '@kerb/server/features/webhooks/end-secrets.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { replaceSigningKeys } from '@kerb/server/platform/auth/signing-keys.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

export type Ended = Record<
  | 'signIns'
  | 'paymentUrls'
  | 'passwordLinks'
  | 'invitations'
  | 'addressLinks'
  | 'codes'
  | 'recoveryCodes'
  | 'messages'
  | 'webhooks'
  | 'clientSecrets',
  number
>;

const countOf = async (tx: Tx, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n);

/**
 * After SECRET_KEY has leaked and was replaced: ends everything that its finder can compute, or read in a copy of the
 * database. Payment URLs, codes and recovery codes are derived from it. The keys that sign tokens, the secrets of
 * webhooks, the client secrets of organisations' logins, and the links and codes of messages that wait are encrypted
 * with it.
 */
export async function endWhatFormerKeysMade(work: Work): Promise<Ended> {
  const { tx, deps } = work;
  const now = realNow();
  if (!deps.secrets.hasEarlierKeys) {
    throw new ConfigError(
      'SECRET_KEY has only one key. Put a new key in front of the one that leaked, with a comma, on every server.',
    );
  }
  const signIns = await endAllSignIns(work);
  await replaceSigningKeys(tx, deps.secrets);
  await sql`delete from sign_in_tickets`.execute(tx);
  const ended: Ended = {
    signIns,
    paymentUrls: await revokeLinksOfFormerKeys(work),
    passwordLinks: await countOf(tx, sql`delete from password_links where used_date is null`),
    invitations: await countOf(
      tx,
      sql`update user_invitations set expiry_date = ${now}
        where accepted_date is null and revoked_date is null and expiry_date > ${now}`,
    ),
    addressLinks: await countOf(tx, sql`delete from email_changes`),
    codes: await countOf(tx, sql`delete from codes`),
    // Only those of earlier releases are hashed with the key.
    recoveryCodes: await countOf(
      tx,
      sql`delete from recovery_codes r using second_factors f where f.user_id = r.user_id and f.recovery_salt is null`,
    ),
    messages: await countOf(
      tx,
      sql`update messages set state = 'failed', reason = 'Its link or code has ended.', sealed_secrets = null
        where sealed_secrets is not null and state in ('queued', 'held', 'failed')`,
    ),
    webhooks: await endSecretsOfWebhooks(work),
    clientSecrets: await renewClientSecrets(work),
  };
  const description = 'What the former key made was ended by the operator';
  await record(work, { activityCode: 'user_update', description, data: ended });
  return ended;
}
