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

  it('finds entries by the present name of the person', async () => {
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    await stage.db.updateTable('users').set({ firstName: 'Quirinus' }).where('id', '=', manager.userId).execute();
    const { id } = await build.aCampaign(manager, tenantId);
    const { items, ...counts } = (await stage.as(admin.userId)('GET', '/v1/log-entries?textQuery=quirinus')).json();
    expect(items.length).toBeGreaterThan(0);
    expect(items).toContainEqual(expect.objectContaining({ targetAgreement: { href: `/v1/agreements/${id}` } }));
    expect(counts).toEqual({ totalItems: items.length });
  });

  it('of many entries counts 10,000 and searches 50,000, in the order of the list', async () => {
    const other = await startStage();
    const reader = await buildersFor(other).aPerson('admin');
    await asOwner(other.db, async (tx) => {
      await sql`
        insert into log_entries (date, user_name, activity_code, description, log_data)
        select now(), 'A job', case when n = 1 then 'user_create' else 'campaign_create' end,
          case when n in (1, 50002) then 'A needle' else 'Hay' end, '{}'
        from generate_series(1, 50002) n`.execute(tx);
    });
    const list = async (query: string) => {
      const { items, ...counts } = (await other.as(reader.userId)('GET', `/v1/log-entries?${query}`)).json();
      return { ...counts, items: items.length };
    };
    expect(await list('activityCode=campaign_create')).toEqual({ totalItems: 10_000, isMore: true, items: 50 });
    expect(await list('page=100&perPage=100')).toEqual({ totalItems: 10_000, isMore: true, items: 100 });
    expect(await list('page=101&perPage=100')).toEqual({ totalItems: 10_000, isMore: true, items: 0 });
    // The first entry and the last one are too far from each other for one search.
    expect(await list('textQuery=needle')).toEqual({ totalItems: 1, isMore: true, items: 1 });
    expect(await list('textQuery=needle&sortDesc=0')).toEqual({ totalItems: 1, isMore: true, items: 1 });
    expect(await list('textQuery=needle&activityCode=user_create')).toEqual({ totalItems: 1, items: 1 });
    expect(await list('textQuery=hay')).toEqual({ totalItems: 10_000, isMore: true, items: 50 });
  });

  it.each(["update log_entries set user_name = 'x'", 'delete from log_entries', 'truncate log_entries'])(
    'cannot be changed: %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(stage.db)).rejects.toThrow(/permission denied/);
      await expect(asOwner(stage.db, (tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/append-only/);
    },
  );
});
