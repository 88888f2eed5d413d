import { belongsToOrganisations } from '@kerb/domain/access/actor.ts';
import { type PendingWork, pendingWork } from '@kerb/domain/access/pending-work.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import { storedActors, storedMay } from '@kerb/server/platform/rights/stored-actors.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type ReviewedChange = Pick<ReviewedPerson, 'isAccountChanged' | 'formerAddress'>;

/**
 * Called after every change of a role, a membership or an account, in its transaction: ends the pending work whose
 * permission this person has lost.
 */
export async function reviewRightsOf(
  work: Work,
  userId: number,
  { isAccountChanged = false, formerAddress = null }: Partial<ReviewedChange> = {},
): Promise<void> {
  const actor = (await storedActors(work.tx, [userId])).get(userId);
  if (!actor) return;
  const canBeMember = belongsToOrganisations(actor) && !actor.isDisabled;
  for (const kind of Object.keys(pendingWork) as PendingWork[]) {
    const permission = pendingWork[kind];
    const mayStill = (tenantId?: number) => permission !== null && storedMay(actor, permission, tenantId);
    const { displayName } = actor;
    const person = { userId, displayName, mayStill, isAccountChanged, canBeMember, formerAddress };
    await work.deps.rightsEffects[kind](work, person);
  }
}

/** Everybody who has pending work. */
export async function peopleToReview(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select url_by_user_id as id from webhooks where disabled_since_date is null
      union select created_by_user_id from service_credentials where ended_date is null
      union select created_by_user_id from provisioning_tokens where ended_date is null
      union select user_id from calendar_links
      union select sent_by_user_id from user_invitations where accepted_date is null and revoked_date is null
      union select asked_by_user_id from pending_acts where outcome is null
      union select asked_by_user_id from email_changes
      union select unnest(array[asked_by_user_id, confirmed_by_user_id]) from rate_changes
        where withdrawn_date is null and holds_from > current_date
      union select unnest(array[created_by_user_id, approved_by_user_id]) from batches
        where status = 'approved' and lapsed_date is null
      union select bank_account_next_by_user_id from tenants where bank_account_next_date is not null
      union select bank_account_next_confirmed_by_user_id from tenants where bank_account_next_date is not null
      union select (d.value ->> 'userId')::bigint from tenants t, jsonb_each(t.draft_content) d
        where t.draft_content is not null) asked
    where id is not null order by id`.execute(db);
  return rows.map(({ id }) => id);
}
