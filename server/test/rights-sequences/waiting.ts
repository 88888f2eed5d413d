import type { TenantUserType } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { sql } from 'kysely';
import { mayAsk, type UserModel } from './model.ts';
import type { World } from './world.ts';

/** A link that somebody was sent, and who must still have the right to ask for it. Null: an admin who stays. */
export type SentLink = {
  kind: 'address' | 'invitation';
  token: string;
  asker: UserModel | null;
  permission: Permission;
  tenantId?: number;
  /** The role that the invitation gives. */
  type?: TenantUserType;
  /** The user whose address the link changes. */
  owner: UserModel | null;
  /** The user whom the link invites, if they have an account. */
  invited: UserModel | null;
  isAlive: boolean;
};

/** The token of the last link that was sent to an address. */
export async function tokenSentTo({ stage }: World, recipient: string): Promise<string> {
  const { sealedSecrets } = await stage.db
    .selectFrom('messages')
    .select('sealedSecrets')
    .where('recipient', '=', recipient)
    .where('sealedSecrets', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const [link] = secretsOf(stage.deps.secrets, sealedSecrets);
  return must(new URL(must(link, 'link')).searchParams.get('token'), 'token');
}

/** Ends the links that a change of role or account ends, besides sign-ins. */
export function endLinksOf(world: World, user: UserModel): void {
  world.withPasswordLink.delete(user);
  for (const link of world.sentLinks) if (link.owner === user) link.isAlive = false;
}

/** The link of an invitation does not bring back a person who was removed or disabled, or got another role. */
export function endInvitationsTo({ sentLinks }: World, user: UserModel, tenantId?: number): void {
  const isMeant = (link: SentLink) => tenantId === undefined || link.tenantId === tenantId;
  for (const link of sentLinks) if (link.invited === user && isMeant(link)) link.isAlive = false;
}

/** Ends the pending work of people who may no longer ask for it, in the model. */
export function endPendingWork(world: World): void {
  for (const link of world.sentLinks) if (!mayAsk(link.asker, link)) link.isAlive = false;
  for (const holder of world.credentials) {
    const { tenantId } = holder.program;
    if (!mayAsk(holder.adder, { permission: 'integration.change', tenantId })) holder.isEnded = true;
  }
  const { batch } = world;
  const people = batch && batch.approverId !== null ? [batch.makerId, batch.approverId] : [];
  for (const user of world.users.filter(({ id }) => people.includes(id))) {
    if (batch && !mayAsk(user, { permission: 'batch.approve' })) batch.isLapsed = true;
  }
}

type Row = { kind: string; permission: Permission; userId: number | null; tenantId: number | null; about: string };

/** All pending work in the database, with its person and the permission that keeps it alive. */
const goingOn = sql<Row>`
  select 'a change of settings' as kind, 'tenant.settings' as permission, (d.value ->> 'userId')::bigint as user_id,
    t.id as tenant_id, d.key as about
  from tenants t, jsonb_each(t.draft_content) d where t.draft_content is not null
  union all
  select 'a confirmed account', 'tenant.settings', bank_account_next_by_user_id, id, 'bankAccount' from tenants
  where bank_account_next_date is not null
  union all
  select 'a confirmed account', 'tenant.approve', bank_account_next_confirmed_by_user_id, id, 'confirmed' from tenants
  where bank_account_next_date is not null
  union all
  select 'an invitation', 'invitation.change', sent_by_user_id, tenant_id, id::text from user_invitations
  where accepted_date is null and revoked_date is null
  union all
  select 'a new address', 'user.change', asked_by_user_id, null, user_id::text from email_changes
  union all
  select 'an act', 'act.decide', asked_by_user_id, null, kind from pending_acts where outcome is null
  union all
  select 'coming rates', 'rates.change', unnest(array[asked_by_user_id, confirmed_by_user_id]), null, holds_from::text
  from rate_changes where withdrawn_date is null and holds_from > current_date
  union all
  select 'an approved batch', 'batch.approve', unnest(array[created_by_user_id, approved_by_user_id]), null, id::text
  from batches where status = 'approved' and lapsed_date is null
  union all
  select 'a secret', 'integration.change', k.created_by_user_id, i.tenant_id, i.name
  from service_credentials k join service_identities i on i.id = k.service_identity_id
  where k.ended_date is null and i.ended_date is null
  union all
  select 'a calendar', 'calendar.read', user_id, null, user_id::text from calendar_links
  union all
  select 'a webhook', 'webhook.change', url_by_user_id, tenant_id, id::text from webhooks
  where disabled_since_date is null`;

/** After each step, all pending work belongs to people who may still ask for it. */
export async function checkPendingWork(world: World): Promise<void> {
  const { db } = world.stage;
  const { rows } = await goingOn.execute(db);
  const byId = new Map(world.users.map((user) => [user.id, user]));
  for (const { kind, permission, userId, tenantId, about } of rows) {
    const asker = byId.get(userId ?? 0);
    if (asker && !mayAsk(asker, { permission, ...(tenantId !== null && { tenantId }) })) {
      throw new Error(`${kind} (${about}) goes on in the name of ${asker.name}, who may no longer ask for it`);
    }
  }
  const { rows: orphans } = await sql<{ id: number }>`
    select w.id from webhooks w join service_identities i on i.user_id = w.url_by_user_id
    where w.disabled_since_date is null and (i.ended_date is not null or 'webhooks' <> all(i.scopes) or not exists (
      select from service_credentials k where k.service_identity_id = i.id
        and k.expiry_date > now() and (k.ended_date is null or k.ended_date > now())))`.execute(db);
  if (orphans.length > 0) throw new Error(`webhook ${orphans[0]?.id} goes on without the right of its program`);
  const { rows: acts } = await sql<{ kind: string; subjectId: number }>`
    select p.kind, p.subject_id from pending_acts p join users u on u.id = p.subject_id
    where p.outcome is null and p.kind in ('make-admin', 'admin-email', 'admin-second-factor')
      and u.disabled_date > p.asked_date`.execute(db);
  if (acts[0]) throw new Error(`${acts[0].kind} of user ${acts[0].subjectId} goes on, who was disabled since`);
  const links = await db.selectFrom('passwordLinks').select('userId').where('usedDate', 'is', null).execute();
  for (const { userId } of links) {
    const owner = byId.get(userId);
    if (owner && !world.withPasswordLink.has(owner)) throw new Error(`${owner.name} has a link of earlier rights`);
  }
}
