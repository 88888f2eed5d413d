import { may } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { SavedLoginProvider } from '@kerb/domain/organisations/login-provider.contract.ts';
import { type LoginProviderEvent, loginProviderMessage } from '@kerb/domain/organisations/login-provider-messages.ts';
import { decideSecond } from '@kerb/domain/second-person/second-person.ts';
import {
  lockProvider,
  type ProviderRow,
  provenDomainsOf,
  providerOf,
  sealSecret,
} from '@kerb/server/features/organisations/login-provider.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { tellManagersOf } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { invalid, Problem } from '@kerb/server/platform/problems/problem.ts';
import { askersById, personAtKeyboard } from '@kerb/server/platform/second-person/second-person.ts';
import { adminsToTell, tell } from '@kerb/server/platform/second-person/tell-admins.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const forAdminsToo: readonly LoginProviderEvent[] = ['waiting', 'release-asked'];

async function log(work: Work, tenantId: number, description: string, data: object): Promise<void> {
  await record(work, { activityCode: 'tenant_update', tenantId, description, data });
}

export async function announceLoginProvider(work: Work, tenantId: number, event: LoginProviderEvent): Promise<void> {
  const written: ReturnType<typeof loginProviderMessage>[] = [];
  await tellManagersOf(work, tenantId, (facts) => {
    const message = loginProviderMessage(event, facts);
    written.push(message);
    return message;
  });
  if (forAdminsToo.includes(event)) await tell(work, await adminsToTell(work), must(written[0], 'message to admins'));
}

const personOf = ({ actor }: Work): number | null => actor && realActorOf(actor).userId;

/** Logs out everybody who logged in with the provider. */
export async function endSignInsOfProvider(work: Work, providerId: number): Promise<void> {
  await sql`
    update sign_ins set ended_date = ${realNow()}
    where ended_date is null and id in (
      select sign_in_id from provider_sign_ins where login_provider_id = ${providerId})`.execute(work.tx);
  await work.tx.deleteFrom('providerLogins').where('loginProviderId', '=', providerId).execute();
}

/** Logs out the members who logged in otherwise. Payment URLs stay: they belong to a campaign. */
async function endOtherSignIns(work: Work, tenantId: number): Promise<void> {
  await sql`
    update sign_ins s set ended_date = ${realNow()}
    from tenant_users m
    where m.tenant_id = ${tenantId} and s.user_id = m.user_id and s.ended_date is null and s.agreement_id is null
      and s.means is distinct from 'organisation'`.execute(work.tx);
}

const lockedWhileRequired =
  'Allow other logins first: while this login is the only one, a mistake locks everybody out.';

function refuseWhileRequired(before: ProviderRow, isSame: boolean): void {
  if (before.isRequired && !isSame) throw new Problem(409, 'login-required', lockedWhileRequired);
}

/** A new secret alone needs no new confirmation. Everything else does, and logs out who logged in by the former one. */
export async function saveLoginProvider(work: Work, tenantId: number, sent: SavedLoginProvider): Promise<void> {
  const before = await providerOf(work.tx, tenantId, true);
  const { clientSecret } = sent;
  const next = {
    issuer: sent.issuer.trim(),
    clientId: sent.clientId.trim(),
    roleClaim: sent.roleClaim?.trim() || null,
    managerValues: sent.managerValues ?? [],
  };
  const sealed = clientSecret ? { sealedClientSecret: sealSecret(work.deps.secrets, tenantId, clientSecret) } : null;
  const by = { changedByUserId: personOf(work), changedDate: work.now };
  if (!before) {
    if (!sealed) throw invalid(fieldError('clientSecret', 'isEmpty', 'Write the secret of the client.'));
    await work.tx
      .insertInto('loginProviders')
      .values({ tenantId, ...next, ...sealed, ...by })
      .execute();
    await log(work, tenantId, 'Login provider set up', changesBetween<object>({}, next));
    return announceLoginProvider(work, tenantId, 'waiting');
  }
  const { managerValues, ...texts } = next;
  const data = changesBetween<object>(before, texts);
  const isSame = Object.keys(data).length === 0 && managerValues.join('\n') === before.managerValues.join('\n');
  if (isSame && !sealed) return;
  refuseWhileRequired(before, isSame);
  await work.tx
    .updateTable('loginProviders')
    .set({ ...next, ...sealed, ...(!isSame && { ...by, confirmedDate: null, confirmedByUserId: null }) })
    .where('id', '=', before.id)
    .execute();
  const words = isSame ? 'Secret of the login provider changed' : 'Login provider changed';
  await log(work, tenantId, words, { ...data, ...(!isSame && { managerValues }) });
  if (isSame) return;
  await endSignInsOfProvider(work, before.id);
  await announceLoginProvider(work, tenantId, 'waiting');
}

async function mustBeSecond(work: Work, tenantId: number, askedBy: number | null): Promise<void> {
  const right = { permission: 'tenant.sign-in-rules', tenantId } as const;
  const asker = askedBy === null ? undefined : (await askersById(work.tx, [askedBy], right)).get(askedBy);
  if (!asker) throw new Problem(409, 'asker-left', 'The person who set this up has left. Set it up again.');
  const verdict = decideSecond(asker, await personAtKeyboard(work), work.now);
  if (!verdict.ok) throw new Problem(403, verdict.code, verdict.because);
}

/** An admin confirms what somebody else set up. Without a proven domain nobody could log in. */
export async function confirmLoginProvider(work: Work, tenantId: number): Promise<void> {
  const provider = await lockProvider(work.tx, tenantId);
  if (provider.confirmedDate !== null) return;
  await mustBeSecond(work, tenantId, provider.changedByUserId);
  if ((await provenDomainsOf(work.tx, tenantId)).length === 0) {
    throw new Problem(409, 'no-domain', 'The organisation has not proven a domain yet.');
  }
  await work.tx
    .updateTable('loginProviders')
    .set({ confirmedDate: work.now, confirmedByUserId: personOf(work) })
    .where('id', '=', provider.id)
    .execute();
  await log(work, tenantId, 'Login provider confirmed', { issuer: provider.issuer });
  await announceLoginProvider(work, tenantId, 'confirmed');
}

async function setRequired(work: Work, provider: ProviderRow, isRequired: boolean): Promise<void> {
  const { id, tenantId } = provider;
  await work.tx
    .updateTable('loginProviders')
    .set({ isRequired, releaseAskedByUserId: null, releaseAskedDate: null })
    .where('id', '=', id)
    .execute();
  await log(work, tenantId, isRequired ? 'Other logins refused' : 'Other logins allowed', {
    isRequired: { before: provider.isRequired, after: isRequired },
  });
  if (isRequired) await endOtherSignIns(work, tenantId);
  await announceLoginProvider(work, tenantId, isRequired ? 'required' : 'optional');
}

/**
 * Managers switch it, while they are logged in by the provider. If the provider is broken they cannot log in. They then
 * call us, and two admins allow other logins again: the first one asks, the second one confirms.
 */
export async function requireProvider(work: Work, tenantId: number, isRequired: boolean): Promise<void> {
  const provider = await lockProvider(work.tx, tenantId);
  if (provider.isRequired === isRequired) return;
  if (isRequired && provider.confirmedDate === null) {
    throw new Problem(409, 'not-confirmed', 'An admin has not confirmed this login yet.');
  }
  const isAdmin = work.actor !== null && may(work.actor, 'tenant.approve');
  if (!isAdmin || isRequired) return setRequired(work, provider, isRequired);
  if (provider.releaseAskedByUserId !== null) {
    await mustBeSecond(work, tenantId, provider.releaseAskedByUserId);
    return setRequired(work, provider, false);
  }
  await work.tx
    .updateTable('loginProviders')
    .set({ releaseAskedByUserId: personOf(work), releaseAskedDate: work.now })
    .where('id', '=', provider.id)
    .execute();
  await log(work, tenantId, 'Asked to allow other logins', {});
  await announceLoginProvider(work, tenantId, 'release-asked');
}

export async function endLoginProvider(work: Work, tenantId: number): Promise<void> {
  const provider = await lockProvider(work.tx, tenantId);
  refuseWhileRequired(provider, false);
  await work.tx.updateTable('loginProviders').set({ endedDate: work.now }).where('id', '=', provider.id).execute();
  await endSignInsOfProvider(work, provider.id);
  await log(work, tenantId, 'Login provider ended', { issuer: { before: provider.issuer, after: null } });
  await announceLoginProvider(work, tenantId, 'ended');
}
