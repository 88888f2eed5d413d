import { mostFound } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let employee: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  for (const status of ['waiting-invite', 'waiting-info', 'approved', 'executed', 'cancelled'] as const) {
    await build.aCampaign(manager, tenantId, { status });
  }
  await build.aCampaign(employee, tenantId, { status: 'waiting-invite' });
});

const filter = async (person: Person, query = '') =>
  (await stage.as(person.userId)('GET', `/v1/dashboard/agency/filter${query}`)).json() as { status: string }[];

describe('the dashboard', () => {
  it('lists the campaigns of its bars', async () => {
    const statuses = (await filter(manager, `?tenantId=${tenantId}`)).map((campaign) => campaign.status);
    expect(statuses.sort()).toEqual(['approved', 'waiting-info', 'waiting-invite', 'waiting-invite']);
  });

  it('shows an employee their own campaigns', async () => {
    expect(await filter(employee)).toHaveLength(1);
  });

  it('is empty until an admin chooses an organisation', async () => {
    expect(await filter(admin)).toEqual([]);
    expect(await filter(admin, `?tenantId=${tenantId}`)).toHaveLength(4);
  });

  it('searches all statuses by words', async () => {
    expect((await filter(manager, '?textQuery=cancelled')).map((campaign) => campaign.status)).toEqual(['cancelled']);
    expect(await filter(manager, '?textQuery=nothing+of+the+kind')).toEqual([]);
  });

  it('searches within one organisation, and within the user’s scope', async () => {
    const stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    expect(await filter(stranger, '?textQuery=cancelled')).toEqual([]);
    expect(await filter(stranger, `?tenantId=${tenantId}`)).toEqual([]);
    expect(await filter(admin, `?textQuery=cancelled&tenantId=${stranger.memberships[0]!.tenantId}`)).toEqual([]);
  });

  it('returns the rows of a list', async () => {
    const [row] = await filter(manager, '?textQuery=cancelled');
    expect(row).toMatchObject({
      href: expect.stringMatching(/^\/v1\/agreements\/\d+$/),
      tenant: { href: `/v1/tenants/${tenantId}` },
      campaignBudget: 4200,
      campaignBudgetFundsPurpose: 'marketing',
    });
  });

  it('never contains the platform’s own organisation', async () => {
    const { id } = await build.aCampaign(admin, tenantId, { status: 'approved' });
    await stage.db.updateTable('agreements').set({ tenantId: platformTenantId }).where('id', '=', id).execute();
    expect(await filter(admin, `?tenantId=${platformTenantId}`)).toEqual([]);
  });

  it('has complete bars for any number of campaigns, and a search that stops at a hundred', async () => {
    const busy = await build.aTenant();
    const chief = await build.aPerson('tenant_user', { tenantId: busy, as: 'manager' });
    const { id } = await build.aCampaign(chief, busy, { status: 'waiting-info' });
    await sql`
      insert into agreements (name, tenant_id, budget_owner_tenant_id, status, status_last_update, agent_user_id,
        campaign_budget_funds_purpose, created_date, last_update_date)
      select 'Copy ' || copy, a.tenant_id, a.budget_owner_tenant_id, a.status, a.status_last_update, a.agent_user_id,
        a.campaign_budget_funds_purpose, a.created_date, a.last_update_date
      from agreements a, generate_series(1, 600) copy where a.id = ${id}`.execute(stage.db);
    expect(await filter(chief, `?tenantId=${busy}`)).toHaveLength(601);
    expect(await filter(chief, '?textQuery=copy')).toHaveLength(mostFound);
  });
});
