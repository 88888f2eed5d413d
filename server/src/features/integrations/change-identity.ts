import { randomBytes } from 'node:crypto';
import { type AccessScope, standingMay } from '@kerb/domain/access/access-scope.ts';
import { realActorOf, roleOfMembers } from '@kerb/domain/access/actor.ts';
import type { Scope } from '@kerb/domain/access/scopes.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { decideScopes, mostIdentities } from '@kerb/domain/integrations/identity-rules.ts';
import type { newServiceIdentity, savedServiceIdentity } from '@kerb/domain/integrations/integrations.contract.ts';
import { scopeWords } from '@kerb/domain/integrations/scope-words.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { integrationMessages } from '@kerb/domain/notifications/integration-changes.ts';
import { goneProgram, insertCredential } from '@kerb/server/features/integrations/add-credential.ts';
import {
  type IdentityRow,
  lockIdentity,
  tenantInScope,
} from '@kerb/server/features/integrations/integrations.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { reviewWebhooksOfClient } from '@kerb/server/platform/auth/client-webhooks.ts';
import { endClient } from '@kerb/server/platform/auth/clients.ts';
import { tellManagers } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { invalid, mustAllow, outdated, Problem } from '@kerb/server/platform/problems/problem.ts';
import { rememberMakers } from '@kerb/server/platform/second-person/second-person.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type NewIdentity = z.output<typeof newServiceIdentity>;

/** An active member of the organisation, locked so that they cannot leave before this transaction ends. */
async function memberOf({ tx }: Work, tenantId: number, userId: number) {
  return tx
    .selectFrom('tenantUsers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.userId', 'm.tenantUserType'])
    .where('m.tenantId', '=', tenantId)
    .where('m.userId', '=', userId)
    .where('u.role', '=', roleOfMembers)
    .where('u.disabledDate', 'is', null)
    .forShare()
    .executeTakeFirst();
}

export const chooseOwner = 'Choose an active manager of the organisation.';

async function refuseOwner(work: Work, tenantId: number, userId: number | null): Promise<void> {
  const member = userId === null ? undefined : await memberOf(work, tenantId, userId);
  if (!member || !standingMay(member.tenantUserType, 'integration.change'))
    throw invalid(fieldError('owner', 'notValid', chooseOwner));
}

async function refuseAgent(work: Work, tenantId: number, userId: number | null): Promise<void> {
  if (userId === null || (await memberOf(work, tenantId, userId))) return;
  throw invalid(fieldError('agentUser', 'notValid', fieldWords.chooseMember));
}

async function refuseTooMany({ tx }: Work, tenantId: number): Promise<void> {
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('serviceIdentities')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('endedDate', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostIdentities) return;
  throw new Problem(409, 'too-many-programs', `An organisation has at most ${mostIdentities} programs. End one first.`);
}

/** The user that authorship and the log point to. Its address is no e-mail address, so nobody can enter it. */
async function insertServiceUser({ tx }: Work, clientId: string, name: string): Promise<number> {
  const now = realNow();
  const { id } = await tx
    .insertInto('users')
    .values({
      emailAddress: `service:${clientId}`,
      firstName: name,
      surname: '',
      mobilePhone: null,
      jobTitle: null,
      role: 'service',
      disabledDate: null,
      createdDate: now,
      lastUpdateDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Made = { tenantId: number; name: string; scopes: Scope[]; owner: number | null; agentUser: number | null };

async function insertIdentity(work: Work, { tenantId, name, scopes, owner, agentUser }: Made) {
  const clientId = `kerb-${randomBytes(12).toString('hex')}`;
  const userId = await insertServiceUser(work, clientId, name);
  await rememberMakers(work, userId);
  const now = realNow();
  const { id } = await work.tx
    .insertInto('serviceIdentities')
    .values({
      tenantId,
      userId,
      clientId,
      name,
      scopes,
      agentUserId: agentUser,
      ownerUserId: owner,
      ownerLostDate: null,
      createdByUserId: work.actor && realActorOf(work.actor).userId,
      createdDate: now,
      lastUpdateDate: now,
      endedDate: null,
      endReason: null,
      lastUsageDate: null,
      lastUsageNetwork: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, userId, clientId };
}

const labelsOf = (scopes: readonly Scope[]) => scopes.map((scope) => scopeWords[scope].label);

/** Lets a program act for an organisation. All managers are told. */
export async function createIdentity(
  work: Work,
  scope: AccessScope,
  tenantId: number,
  { name, agentUser = null, publicKey, expiryDate, ...sent }: NewIdentity,
): Promise<{ id: number; clientSecret: string | null }> {
  const { defaultTimeZone: zone } = await tenantInScope(work.tx, scope, tenantId);
  const scopes = mustAllow(decideScopes(sent.scopes, agentUser));
  const owner = sent.owner ?? scope.actor.userId;
  await refuseOwner(work, tenantId, owner);
  await refuseAgent(work, tenantId, agentUser);
  await refuseTooMany(work, tenantId);
  const { id, userId, clientId } = await insertIdentity(work, { tenantId, name, scopes, owner, agentUser });
  const { clientSecret } = await insertCredential(work, { id, zone }, { publicKey, expiryDate });
  await record(work, {
    activityCode: 'cred_create',
    description: 'A program may act for an organisation',
    tenantId,
    userId,
    data: { program: name, clientId, scopes, owner, agentUser, kind: clientSecret === null ? 'key' : 'secret' },
  });
  const allowed = labelsOf(scopes);
  await tellManagers(work, { tenantId, name }, (facts) => integrationMessages.created({ ...facts, allowed }));
  return { id, clientSecret };
}

type Save = { id: number; sent: z.output<typeof savedServiceIdentity>; ifMatch: number | null };

/** A new name is shown wherever the program acted before, as the new name of a person is. */
async function rename({ tx }: Work, { userId }: IdentityRow, name: string): Promise<void> {
  await tx.updateTable('users').set({ firstName: name, lastUpdateDate: realNow() }).where('id', '=', userId).execute();
}

/** Changes the name, the scopes or the owner. A narrowed scope holds at the program's next request. */
export async function saveIdentity(work: Work, scope: AccessScope, { id, sent, ifMatch }: Save): Promise<void> {
  const row = await lockIdentity(work.tx, scope, id);
  if (ifMatch !== null && ifMatch !== row.version) throw outdated();
  if (row.endedDate !== null) throw goneProgram();
  const { name = row.name, owner = row.ownerUserId } = sent;
  const scopes = sent.scopes ? mustAllow(decideScopes(sent.scopes, row.agentUserId)) : row.scopes;
  if (sent.owner !== undefined) await refuseOwner(work, row.tenantId, sent.owner);
  await work.tx
    .updateTable('serviceIdentities')
    .set({ name, scopes, ownerUserId: owner, version: row.version + 1, lastUpdateDate: realNow() })
    .$if(sent.owner !== undefined, (update) => update.set({ ownerLostDate: null }))
    .where('id', '=', id)
    .execute();
  if (name !== row.name) await rename(work, row, name);
  if (sent.scopes || sent.owner !== undefined) await rememberMakers(work, row.userId);
  const before = { name: row.name, scopes: row.scopes.join(' '), owner: row.ownerUserId };
  const data = changesBetween(before, { name, scopes: scopes.join(' '), owner });
  await record(work, {
    activityCode: 'user_perm_change',
    description: 'Access of a program changed',
    tenantId: row.tenantId,
    userId: row.userId,
    data: { program: name, clientId: row.clientId, ...data },
  });
  await reviewWebhooksOfClient(work, id);
  const allowed = labelsOf(scopes.filter((each) => !row.scopes.includes(each)));
  if (allowed.length === 0) return;
  await tellManagers(work, { tenantId: row.tenantId, name }, (facts) =>
    integrationMessages.widened({ ...facts, allowed }),
  );
}

export async function endIdentity(work: Work, scope: AccessScope, id: number): Promise<void> {
  await endClient(work, await lockIdentity(work.tx, scope, id), 'person');
}
