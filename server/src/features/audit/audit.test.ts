import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});

describe('the audit log', () => {
  it('shows the history of a campaign, newest first, with the person and the action', async () => {
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { name: '12 Wattle St' });
    await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    const { items, totalItems } = (
      await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}`)
    ).json();
    expect(items.map((entry: { activityCode: string }) => entry.activityCode)).toEqual([
      'signatory_update',
      'campaign_status_change',
      'campaign_update',
      'signatory_create',
      'campaign_fo_create',
      'campaign_create',
    ]);
    expect(totalItems).toBe(6);
    expect(new Set(items.map((entry: { userName: string }) => entry.userName))).toEqual(new Set([manager.displayName]));
    expect(JSON.parse(items[1].logData)).toEqual({ status: { before: 'draft', after: 'waiting-invite' } });
  });

  it('returns one entry of an activity, for the created date and the last change of status', async () => {
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { id } = await build.aCampaign(manager, tenantId);
    const query = `targetAgreementId=${id}&activityCode=campaign_create&perPage=1&sortDesc=1`;
    const { items } = (await stage.as(admin.userId)('GET', `/v1/log-entries?${query}`)).json();
    expect(items).toHaveLength(1);
    const one = await stage.as(admin.userId)('GET', items[0].href);
    expect(one.json()).toEqual(items[0]);
  });

  it.each(["update log_entries set user_name = 'x'", 'delete from log_entries', 'truncate log_entries'])(
    'cannot be changed: %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(stage.db)).rejects.toThrow(/permission denied/);
      await expect(asOwner(stage.db, (tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/append-only/);
    },
  );
});
