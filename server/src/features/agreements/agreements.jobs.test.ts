import { agreementJobs } from '@kerb/server/features/agreements/agreements.jobs.ts';
import { pendingStatement, suggestActions } from '@kerb/server/features/agreements/suggest-actions.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner, onPostgres } from '../../../test/test-database.ts';

// 13:00 in Sydney, 10:00 in Perth.
const now = '2026-11-15T02:00:00.000Z';
let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let manager: Person;

beforeAll(async () => {
  stage = await startStage({ now });
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});
beforeEach(() => daysLater(0));

const daysLater = (days: number) => stage.deps.clock.move(stage.db, days);
const run = () => suggestActions(stage.deps);
/** Runs the job on the same servers at another time. */
const runAt = (moment: string) =>
  suggestActions({ ...stage.deps, clock: clockOf(() => Temporal.Instant.from(moment)) });
const aSentCampaign = async () => (await build.aCampaign(manager, tenantId, { status: 'waiting-invite' })).id;
const sendAgain = (id: number) => stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
const markDone = (id: number) => stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { actionSuggested: false });
const read = async (id: number) => (await stage.as(manager.userId)('GET', `/v1/agreements/${id}`)).json();
const isFlagged = async (id: number): Promise<boolean> => (await read(id)).actionSuggested;

const flagEntries = async (id: number) => {
  const entries = await stage.db
    .selectFrom('logEntries')
    .selectAll()
    .where('targetAgreementId', '=', id)
    .orderBy('id')
    .execute();
  return entries.filter(({ logData }) => (logData.actionSuggested as { after: boolean } | undefined)?.after);
};

describe('a pending referral', () => {
  it('is flagged when its payment links were sent seven days ago, and the log names the product', async () => {
    const id = await aSentCampaign();
    await daysLater(6);
    await run();
    expect(await isFlagged(id)).toBe(false);
    const { statusCode, headers } = await stage.as(manager.userId)('GET', `/v1/agreements/${id}`);
    expect(statusCode).toBe(200);
    await daysLater(7);
    await run();
    const later = '2026-11-22T02:00:00.000Z';
    expect(await read(id)).toMatchObject({ actionSuggested: true, actionSuggestedLastUpdate: later });
    expect(await flagEntries(id)).toMatchObject([
      {
        date: later,
        userId: null,
        userName: 'KerbPay',
        activityCode: 'campaign_update',
        targetTenantId: tenantId,
        logData: { actionSuggested: { before: false, after: true } },
      },
    ]);
    // The flag does not conflict with somebody's open edit, because it is not part of what they edit.
    const save = async (change: object) =>
      (await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, change, { 'if-match': headers.etag })).statusCode;
    expect(await save({ campaignBudget: 5000 })).toBe(200);
    expect(await save({ actionSuggested: false })).toBe(412);
  });

  it('is flagged once, however often the job runs and on however many servers', async () => {
    const ids = [await aSentCampaign(), await aSentCampaign(), await aSentCampaign()];
    await daysLater(8);
    await Promise.all([run(), run(), run(), run()]);
    await run();
    for (const id of ids) expect(await flagEntries(id)).toHaveLength(1);
  });

  it('is not flagged again after somebody has marked it done', async () => {
    const id = await aSentCampaign();
    await daysLater(7);
    await run();
    expect((await markDone(id)).statusCode).toBe(200);
    for (const days of [7, 8, 14, 60]) {
      await daysLater(days);
      await run();
      expect(await isFlagged(id)).toBe(false);
    }
  });

  it('is flagged again a week after its links were sent again', async () => {
    const id = await aSentCampaign();
    await daysLater(7);
    await run();
    await markDone(id);
    await daysLater(10);
    expect((await sendAgain(id)).statusCode).toBe(200);
    await daysLater(16);
    await run();
    expect(await isFlagged(id)).toBe(false);
    await daysLater(17);
    await run();
    expect(await isFlagged(id)).toBe(true);
    expect(await flagEntries(id)).toHaveLength(2);
  });

  it('is flagged a week after the last of its links, if a payer got theirs later', async () => {
    const id = await aSentCampaign();
    await daysLater(5);
    await sendAgain(id);
    await daysLater(11);
    await run();
    expect(await isFlagged(id)).toBe(false);
    await daysLater(12);
    await run();
    expect(await isFlagged(id)).toBe(true);
  });

  it('is a campaign that was sent and not answered', async () => {
    const statuses = ['waiting-info', 'waiting-approval', 'cancelled'] as const;
    const ids = [(await build.aCampaign(manager, tenantId)).id];
    for (const status of statuses) {
      const id = await aSentCampaign();
      const admin = await build.aPerson('admin');
      await stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });
      ids.push(id);
    }
    await daysLater(30);
    await run();
    for (const id of ids) expect(await isFlagged(id)).toBe(false);
  });

  it('is skipped while another transaction holds its lock, and flagged by the next run', async () => {
    const [held, free] = [await aSentCampaign(), await aSentCampaign()];
    await daysLater(7);
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = stage.db.transaction().execute(async (tx) => {
      await sql`select from agreements where id = ${held} for update`.execute(tx);
      isHeld.resolve();
      await release.promise;
    });
    await isHeld.promise;
    const running = run();
    // The embedded engine has one connection, so there the run waits.
    if (onPostgres) {
      await running;
      expect([await isFlagged(held), await isFlagged(free)]).toEqual([false, true]);
    }
    release.resolve();
    await Promise.all([holding, running]);
    await run();
    expect([await flagEntries(held), await flagEntries(free)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is found even if there is more than one batch of them', async () => {
    const there = await build.aTenant();
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await sql`
      insert into agreements (tenant_id, budget_owner_tenant_id, created_date, status, name, sent_date,
        last_update_date, campaign_budget_funds_purpose)
      select ${there}, ${there}, created_date, status, name || n, sent_date, last_update_date,
        campaign_budget_funds_purpose
      from agreements, generate_series(1, 230) n where id = ${id}`.execute(stage.db);
    await daysLater(7);
    await run();
    const { rows } = await sql`
      select count(*) filter (where a.action_suggested) as flagged,
        (select count(*) from log_entries e join agreements b on b.id = e.target_agreement_id
          where b.tenant_id = ${there} and e.activity_code = 'campaign_update') as logged
      from agreements a where a.tenant_id = ${there}`.execute(stage.db);
    expect(rows).toEqual([{ flagged: 230, logged: 230 }]);
  });
});

describe('the time of day for flagging', () => {
  const inZone = async (zone: string) => {
    const there = await build.aTenant();
    await stage.db.updateTable('tenants').set({ defaultTimeZone: zone }).where('id', '=', there).execute();
    const person = await build.aPerson('tenant_user', { tenantId: there, as: 'manager' });
    const { id } = await build.aCampaign(person, there, { status: 'waiting-invite' });
    return { id, isFlagged: async () => (await flagEntries(id)).length === 1 };
  };

  it('is between 8:00 and 18:00 in the organisation’s time zone', async () => {
    const [sydney, perth] = [await inZone('Australia/Sydney'), await inZone('Australia/Perth')];
    const flagged = async () => [await sydney.isFlagged(), await perth.isFlagged()];
    // A week later: 7:59 in Sydney, 8:00 in Sydney, 7:59 in Perth, 8:00 in Perth.
    await runAt('2026-11-22T20:59:00.000Z');
    expect(await flagged()).toEqual([false, false]);
    await runAt('2026-11-22T21:00:00.000Z');
    expect(await flagged()).toEqual([true, false]);
    await runAt('2026-11-22T23:59:00.000Z');
    expect(await flagged()).toEqual([true, false]);
    await runAt('2026-11-23T00:00:00.000Z');
    expect(await flagged()).toEqual([true, true]);
  });

  it('ends at 18:00', async () => {
    const sydney = await inZone('Australia/Sydney');
    await runAt('2026-11-22T07:00:00.000Z');
    expect(await sydney.isFlagged()).toBe(false);
    await runAt('2026-11-22T06:59:00.000Z');
    expect(await sydney.isFlagged()).toBe(true);
  });
});

describe('the search for pending referrals', () => {
  it('uses the index of pending referrals, among many others', async () => {
    await sql`
      insert into agreements (tenant_id, budget_owner_tenant_id, created_date, status, name, sent_date,
        last_update_date, campaign_budget_funds_purpose)
      select ${tenantId}::bigint, ${tenantId}::bigint, moment, 8, 'Live ' || n, moment, moment, 'marketing'
      from generate_series(1, 5000) n, lateral (select ${now}::timestamptz - make_interval(hours => n) as moment) m
      `.execute(stage.db);
    await asOwner(stage.db, (tx) => sql`analyze agreements`.execute(tx));
    const statement = pendingStatement(['Australia/Sydney'], { sentDate: '-infinity', id: 0 }, now);
    const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(stage.db);
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    expect(plan).toContain('agreements_pending');
    expect(plan).not.toContain('Seq Scan on agreements');
  });

  it('runs every hour', () => {
    expect(agreementJobs).toEqual([{ name: 'suggest-actions', every: '11 * * * *', run: suggestActions }]);
    expect(allJobs).toContain(agreementJobs[0]);
  });
});
