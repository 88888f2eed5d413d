import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { decideExpiry, decideMore } from '@kerb/domain/integrations/identity-rules.ts';
import type { newServiceCredential } from '@kerb/domain/integrations/integrations.contract.ts';
import { addDays, addMinutes, type Day, dayIn, type Moment, momentOf } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { integrationMessages } from '@kerb/domain/notifications/integration-changes.ts';
import {
  type IdentityRow,
  lockIdentity,
  tenantInScope,
  webhooksBy,
} from '@kerb/server/features/integrations/integrations.repository.ts';
import { type PublicKey, readPublicKey } from '@kerb/server/features/integrations/public-key.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { reviewWebhooksOfClient } from '@kerb/server/platform/auth/client-webhooks.ts';
import { pauseWebhooksBy } from '@kerb/server/platform/auth/pause-webhooks.ts';
import { tellManagers } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { invalid, mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { rememberMakers } from '@kerb/server/platform/second-person/second-person.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type NewCredential = Omit<z.output<typeof newServiceCredential>, 'endOthersInDays' | 'pauseWebhooks'>;

/** The end of a day in the organisation's time zone. */
const endOf = (day: Day, zone: string): Moment =>
  momentOf(Temporal.PlainDate.from(addDays(day, 1)).toZonedDateTime(zone).toInstant());

const credentialsOf = ({ tx }: Work, identityId: number) =>
  tx
    .selectFrom('serviceCredentials')
    .select(['id', 'keyId', 'endedDate', 'expiryDate'])
    .where('serviceIdentityId', '=', identityId)
    .execute();

async function pastedKey(work: Work, identityId: number, typed: string): Promise<PublicKey> {
  const key = mustAllow(await readPublicKey(typed));
  const known = (await credentialsOf(work, identityId)).some(({ keyId }) => keyId === key.keyId);
  if (known) throw invalid(fieldError('publicKey', 'conflictingValue', 'This program has or had this key.'));
  return key;
}

type Added = { credentialId: number; clientSecret: string | null };

/** Stores a new secret or key. A secret is random, so a plain hash is enough. Returns it once. */
export async function insertCredential(
  work: Work,
  { id: serviceIdentityId, zone }: { id: number; zone: string },
  { publicKey, expiryDate }: NewCredential,
): Promise<Added> {
  const now = realNow();
  const lastDay = mustAllow(decideExpiry(expiryDate, dayIn(zone, now)));
  const clientSecret = publicKey ? null : randomToken();
  const key = publicKey ? await pastedKey(work, serviceIdentityId, publicKey) : null;
  const { id: credentialId } = await work.tx
    .insertInto('serviceCredentials')
    .values({
      serviceIdentityId,
      kind: key ? 'key' : 'secret',
      secretHash: clientSecret === null ? null : sha256(clientSecret),
      publicJwk: key && JSON.stringify(key.publicJwk),
      keyId: key?.keyId ?? null,
      algorithm: key?.algorithm ?? null,
      createdByUserId: work.actor && realActorOf(work.actor).userId,
      createdDate: now,
      expiryDate: endOf(lastDay, zone),
      endedDate: null,
      lastUsageDate: null,
      remindedDays: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { credentialId, clientSecret };
}

export const goneProgram = () =>
  new Problem(409, 'program-ended', 'The access of this program has ended. Create a new one instead.');

/** The other secrets and keys stop after the chosen days, so that the program can change over without a gap. */
async function endOthers({ tx }: Work, identityId: number, keptId: number, days: number): Promise<void> {
  const at = addMinutes(realNow(), days * 24 * 60);
  await tx
    .updateTable('serviceCredentials')
    .set({ endedDate: at })
    .where('serviceIdentityId', '=', identityId)
    .where('id', '<>', keptId)
    .where(({ eb, or }) => or([eb('endedDate', 'is', null), eb('endedDate', '>', at)]))
    .execute();
}

async function logCredential(work: Work, row: IdentityRow, data: object, description: string): Promise<void> {
  const { tenantId, userId, clientId, name } = row;
  const entry = { tenantId, userId, data: { program: name, clientId, ...data } };
  await record(work, { activityCode: 'user_perm_change', description, ...entry });
}

/** Where the program's webhooks go. A person with a leaked secret may have chosen an address. */
async function webhookHosts({ tx }: Work, { userId }: IdentityRow): Promise<string[]> {
  return [...new Set((await webhooksBy(tx, [userId])).map(({ url }) => new URL(url).host))];
}

export async function addCredential(
  work: Work,
  scope: AccessScope,
  id: number,
  { endOthersInDays, pauseWebhooks = false, ...sent }: z.output<typeof newServiceCredential>,
): Promise<string | null> {
  const row = await lockIdentity(work.tx, scope, id);
  if (row.endedDate !== null) throw goneProgram();
  // Those that the new one replaces at once do not count.
  if (endOthersInDays !== 0) mustAllow(decideMore(await credentialsOf(work, id), realNow()));
  const { defaultTimeZone: zone } = await tenantInScope(work.tx, scope, row.tenantId);
  const { credentialId, clientSecret } = await insertCredential(work, { id, zone }, sent);
  if (endOthersInDays != null) await endOthers(work, id, credentialId, endOthersInDays);
  // They have the secret, and can act as the program.
  await rememberMakers(work, row.userId);
  const kind = clientSecret === null ? 'key' : 'secret';
  const data = { kind, endOthersInDays: endOthersInDays ?? null, pauseWebhooks };
  await logCredential(work, row, data, `A program got a new ${kind}`);
  const hosts = await webhookHosts(work, row);
  if (pauseWebhooks) await pauseWebhooksBy(work, row.userId, 'secret-replaced');
  const about = { kind, hosts, isPaused: pauseWebhooks };
  await tellManagers(work, row, (facts) => integrationMessages.credentialAdded({ ...facts, ...about }));
  return clientSecret;
}

export async function endCredential(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { tx } = work;
  const credential = await tx
    .selectFrom('serviceCredentials')
    .select(['serviceIdentityId', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!credential) throw notFound('credential');
  const row = await lockIdentity(tx, scope, credential.serviceIdentityId);
  const now = realNow();
  const ended = await tx
    .updateTable('serviceCredentials')
    .set({ endedDate: now })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('endedDate', 'is', null), eb('endedDate', '>', now)]))
    .returning('id')
    .executeTakeFirst();
  if (!ended) return;
  await logCredential(work, row, { kind: credential.kind }, `A ${credential.kind} of a program ended`);
  await reviewWebhooksOfClient(work, row.id);
  // Those that go on because another secret is valid.
  const about = { kind: credential.kind, hosts: await webhookHosts(work, row) };
  if (about.hosts.length === 0) return;
  await tellManagers(work, row, (facts) => integrationMessages.credentialRemoved({ ...facts, ...about }));
}
