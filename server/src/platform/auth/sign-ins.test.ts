import { ownSignInHolds, signInHolds } from '@kerb/server/platform/auth/sign-ins.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

const now = '2026-11-18T10:00:00.000Z';

type Found = { isOwn: boolean; holds: boolean; ownHolds: boolean };

/**
 * Each sign-in that the columns can describe, of each person, with both conditions. A null in a column means that the
 * sign-in does not have it.
 */
async function everySignIn(people: readonly number[], agreementId: number, signatoryId: number): Promise<Found[]> {
  const ids = sql.join(people.map((id) => sql`${id}::bigint`));
  const { rows } = await sql<Found>`
    select ${signInHolds(now)} as holds, ${ownSignInHolds(now)} as own_holds,
      s.agreement_id is null and s.signatory_id is null and s.opened_by_user_id is null
        and s.service_credential_id is null as is_own
    from (select 1::bigint as id, u.id as user_id, e.*, x.*, l.*, a.*, p.*, o.*, c.*, m.*
      from (select unnest(array[null, ${now}::timestamptz - interval '1 minute']) as ended_date) e
      cross join (select ${now}::timestamptz + unnest(array[-1, 1]) * interval '1 minute' as expiry_date) x
      cross join (select ${now}::timestamptz - unnest(array[1, 45, 90]) * interval '1 minute' as last_active_date) l
      cross join (select unnest(array[null, ${agreementId}::bigint]) as agreement_id) a
      cross join (select unnest(array[null, ${signatoryId}::bigint]) as signatory_id) p
      cross join (select unnest(array[null, ${ids}]) as opened_by_user_id) o
      cross join (select unnest(array[null, 1::bigint]) as service_credential_id) c
      cross join (select unnest(array[null, 'password', 'organisation']) as means) m
      cross join (select id from users where id = any(array[${ids}])) u) s
    join users u on u.id = s.user_id`.execute(stage.db);
  return rows;
}

describe('the condition of a sign-in in a person’s own name', () => {
  it('is the condition of all sign-ins without those of links and programs', async () => {
    const build = buildersFor(stage);
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const admin = await build.aPerson('admin');
    const disabled = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const withoutLogin = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await stage.db.updateTable('users').set({ disabledDate: now }).where('id', '=', disabled.userId).execute();
    await sql`insert into credentials (user_id, type, logon_identifier, disabled_since_date, creation_date, last_update_date)
      values (${withoutLogin.userId}, 'logon', 'disabled@example.com', ${now}, ${now}, ${now})
      `.execute(stage.db);
    const campaign = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const payer = campaign.payers[0]!;
    const people = [admin, manager, disabled, withoutLogin, payer].map(({ userId }) => userId);
    const found = await everySignIn(people, campaign.id, payer.id);
    expect(found.length).toBeGreaterThan(4_000);
    expect(found.filter(({ isOwn, holds, ownHolds }) => ownHolds !== (isOwn && holds))).toEqual([]);
    // Both conditions hold for some, and are false for some.
    expect(found.some(({ ownHolds }) => ownHolds)).toBe(true);
    expect(found.some(({ isOwn, ownHolds }) => isOwn && !ownHolds)).toBe(true);
    expect(found.some(({ isOwn, holds }) => !isOwn && holds)).toBe(true);
  });
});
