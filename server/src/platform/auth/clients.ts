import { roleOfMembers } from '@kerb/domain/access/actor.ts';
import { type EndReason, endReasonWords } from '@kerb/domain/integrations/identity-rules.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { integrationMessages } from '@kerb/domain/notifications/integration-changes.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { pauseWebhooksBy } from '@kerb/server/platform/auth/pause-webhooks.ts';
import { managing, tellManagers } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

/** The facts about a program for the log and for messages. */
export type ClientRecord = { id: number; tenantId: number; userId: number; clientId: string; name: string };

/** Ends the access of a program for good. Its tokens stop at the next request, because each request checks it. */
export async function endClient(work: Work, client: ClientRecord, reason: EndReason): Promise<void> {
  const now = realNow();
  const ended = await work.tx
    .updateTable('serviceIdentities')
    .set({ endedDate: now, endReason: reason, lastUpdateDate: now })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', client.id)
    .where('endedDate', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return;
  await record(work, {
    activityCode: 'user_perm_change',
    description: 'Access of a program ended',
    tenantId: client.tenantId,
    userId: client.userId,
    data: { program: client.name, clientId: client.clientId, reason: endReasonWords[reason] },
  });
  await tellManagers(work, client, (facts) => integrationMessages.ended({ ...facts, reason: endReasonWords[reason] }));
  await pauseWebhooksBy(work, client.userId, 'program-ended');
}

type Reviewed = ClientRecord & {
  hasAgent: boolean;
  agentIsActive: boolean;
  hasOwner: boolean;
  ownerIsManager: boolean;
  otherManagers: number;
  ownerLostDate: string | null;
  ownerFirstName: string | null;
  ownerSurname: string | null;
};

/** The programs that a condition finds, locked. Each with what its team is now. */
async function clientsToReview({ tx }: Work, isMeant: RawBuilder<unknown>): Promise<Reviewed[]> {
  const { rows } = await sql<Reviewed>`
    with active as (
      select m.tenant_id, m.user_id, m.tenant_user_type = any(${managing}::text[]) as is_manager
      from tenant_users m join users u on u.id = m.user_id
      where u.role = ${roleOfMembers} and u.disabled_date is null)
    select i.id, i.tenant_id, i.user_id, i.client_id, i.name, i.owner_lost_date,
      i.agent_user_id is not null as has_agent, i.owner_user_id is not null as has_owner,
      exists (select from active a where a.tenant_id = i.tenant_id and a.user_id = i.agent_user_id) as agent_is_active,
      exists (select from active a where a.tenant_id = i.tenant_id and a.user_id = i.owner_user_id and a.is_manager
      ) as owner_is_manager,
      (select count(*)::integer from active a where a.tenant_id = i.tenant_id and a.is_manager) as other_managers,
      o.first_name as owner_first_name, o.surname as owner_surname
    from service_identities i left join users o on o.id = i.owner_user_id
    where i.ended_date is null and ${isMeant}
    order by i.id for update of i`.execute(tx);
  return rows;
}

const setOwnerLost = ({ tx }: Work, id: number, ownerLostDate: string | null) =>
  tx.updateTable('serviceIdentities').set({ ownerLostDate, lastUpdateDate: realNow() }).where('id', '=', id).execute();

async function loseOwner(work: Work, client: Reviewed): Promise<void> {
  await setOwnerLost(work, client.id, realNow());
  const firstName = must(client.ownerFirstName, 'owner of a program');
  const ownerName = displayName({ firstName, surname: client.ownerSurname ?? '' });
  await tellManagers(work, client, (facts) => integrationMessages.ownerLost({ ...facts, ownerName }));
}

async function review(work: Work, client: Reviewed): Promise<void> {
  if (client.hasAgent && !client.agentIsActive) return endClient(work, client, 'agent-left');
  if (!client.hasOwner) return;
  if (client.ownerIsManager) {
    if (client.ownerLostDate !== null) await setOwnerLost(work, client.id, null);
    return;
  }
  if (client.otherManagers === 0) return endClient(work, client, 'no-manager');
  if (client.ownerLostDate === null) await loseOwner(work, client);
}

/**
 * Called after every change of a role, a membership or an account: ends the programs that act for this user alone, and
 * asks for a new owner of those that the user answered for. Also reviews programs that wait for a new owner, who could
 * have been this user.
 */
export async function reviewClientsOf(work: Work, userId: number): Promise<void> {
  const isMeant = sql`(i.agent_user_id = ${userId} or i.owner_user_id = ${userId} or i.owner_lost_date is not null)`;
  for (const client of await clientsToReview(work, isMeant)) await review(work, client);
}

export async function reviewClient(work: Work, id: number): Promise<void> {
  for (const client of await clientsToReview(work, sql`i.id = ${id}`)) await review(work, client);
}

/** The programs that still have access. */
export async function activeClients(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from service_identities where ended_date is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}
