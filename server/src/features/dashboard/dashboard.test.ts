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
  // Half past midnight in Sydney on the first day of the financial year; still the last of the old one in UTC.
  stage = await startStage({ now: '2026-06-30T14:30:00Z' });
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

  it('shows an employee their own', async () => {
    expect(await filter(employee)).toHaveLength(1);
  });

  it('waits for an admin to choose an office', async () => {
    expect(await filter(admin)).toEqual([]);
    expect(await filter(admin, `?tenantId=${tenantId}`)).toHaveLength(4);
  });

  it('searches every status by words', async () => {
    expect((await filter(manager, '?textQuery=cancelled')).map((campaign) => campaign.status)).toEqual(['cancelled']);
    expect(await filter(manager, '?textQuery=nothing+of+the+kind')).toEqual([]);
  });

  it('sums what was funded in the financial year of the organisation’s own calendar', async () => {
    const answer = await stage.as(manager.userId)('GET', `/v1/dashboard/agency/funded?tenantId=${tenantId}`);
    expect(answer.json()).toEqual({ label: 'FY26/27', total: 4200, campaigns: 1 });
  });
});
