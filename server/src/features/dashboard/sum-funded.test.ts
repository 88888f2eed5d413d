import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { dashboardEndpoints } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { fundedYears } from '@kerb/domain/dashboard/funded.ts';
import { type AgreementStatus, agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { fundedByMonth } from '@kerb/server/features/dashboard/sum-funded.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

type Funded = z.input<typeof dashboardEndpoints.funded.response>;

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});

async function anOrganisation(defaultTimeZone: string) {
  const tenantId = await build.aTenant();
  await stage.db.updateTable('tenants').set({ defaultTimeZone }).where('id', '=', tenantId).execute();
  return { tenantId, manager: await build.aPerson('tenant_user', { tenantId, as: 'manager' }) };
}

type Live = { budget?: string; status?: AgreementStatus };

/** A campaign that reached its status at the given moment. */
async function live(by: Person, statusLastUpdate: string, { budget = '100.00', status = 'executed' }: Live = {}) {
  const { id } = await build.aCampaign(by, by.memberships[0]!.tenantId, { payers: [] });
  const values = { status: statusRank(status), statusLastUpdate, campaignBudget: budget };
  await stage.db.updateTable('agreements').set(values).where('id', '=', id).execute();
}

async function fundedAt(now: string, person: Person, tenantId?: number): Promise<Funded> {
  stage.deps.clock = clockOf(() => Temporal.Instant.from(now));
  const query = tenantId === undefined ? '' : `?tenantId=${tenantId}`;
  return (await stage.as(person.userId)('GET', `/v1/dashboard/agency/funded${query}`)).json();
}

const inMonths = ({ months }: Funded) =>
  months.flatMap(({ month, total, lastYearTotal }) => (total + lastYearTotal ? [[month, total, lastYearTotal]] : []));

describe('the total funded', () => {
  it('counts every status that has gone live, and no other', async () => {
    const { tenantId, manager } = await anOrganisation('Australia/Sydney');
    for (const status of agreementStatuses) {
      await live(manager, '2026-09-01T00:00:00Z', { status, budget: `${10 ** statusRank(status) / 100}` });
    }
    expect(await fundedAt('2026-11-15T00:00:00Z', manager, tenantId)).toMatchObject({
      total: (1e8 + 1e9 + 1e10 + 1e11) / 100,
      campaigns: 4,
    });
  });

  it('is compared with last year’s, in full and up to the same day, month by month', async () => {
    const { tenantId, manager } = await anOrganisation('Australia/Sydney');
    await live(manager, '2025-07-01T00:00:00Z', { budget: '1.50' });
    await live(manager, '2025-11-15T12:59:59Z', { budget: '20.00' });
    await live(manager, '2025-11-15T13:00:00Z', { budget: '300.00' });
    await live(manager, '2026-11-14T20:00:00Z', { budget: '4000.00' });
    const answer = await fundedAt('2026-11-15T00:00:00Z', manager, tenantId);
    expect(answer).toMatchObject({
      label: 'FY26/27',
      total: 4000,
      campaigns: 1,
      asOf: '2026-11-15',
      lastYear: { label: 'FY25/26', total: 321.5, totalToDate: 21.5, campaigns: 3 },
    });
    expect(answer.months).toHaveLength(12);
    expect(inMonths(answer)).toEqual([
      ['2026-07', 0, 1.5],
      ['2026-11', 4000, 320],
    ]);
  });

  it('leaves out everything before last year and after this year', async () => {
    const { tenantId, manager } = await anOrganisation('Australia/Sydney');
    await live(manager, '2025-06-30T13:59:59Z');
    await live(manager, '2027-06-30T14:00:00Z');
    const answer = await fundedAt('2026-11-15T00:00:00Z', manager, tenantId);
    expect([answer.campaigns, answer.lastYear.campaigns]).toEqual([0, 0]);
  });

  // Midnight between financial years: 14:00 UTC in Sydney, 16:00 UTC in Perth.
  // biome-ignore format: a table
  it.each([
    ['Australia/Sydney',    '2026-06-30T13:59:59Z', 'FY25/26', '2026-06'],
    ['Australia/Sydney',    '2026-06-30T14:00:00Z', 'FY26/27', '2026-07'],
    ['Australia/Perth',     '2026-06-30T15:59:59Z', 'FY25/26', '2026-06'],
    ['Australia/Perth',     '2026-06-30T16:00:00Z', 'FY26/27', '2026-07'],
    ['Australia/Lord_Howe', '2026-06-30T13:29:59Z', 'FY25/26', '2026-06'],
    ['Australia/Lord_Howe', '2026-06-30T13:30:00Z', 'FY26/27', '2026-07'],
  ])('in %s at %s belongs to %s', async (zone, moment, label, month) => {
    const { tenantId, manager } = await anOrganisation(zone);
    await live(manager, moment);
    const answer = await fundedAt(moment, manager, tenantId);
    expect([answer.label, answer.asOf.slice(0, 7), answer.campaigns]).toEqual([label, month, 1]);
    expect(inMonths(answer)).toEqual([[month, 100, 0]]);
  });

  it('counts a leap day in February, and compares it with the last day of February a year before', async () => {
    const { tenantId, manager } = await anOrganisation('Australia/Sydney');
    await live(manager, '2028-02-28T20:00:00Z');
    await live(manager, '2027-02-28T02:00:00Z', { budget: '7.00' });
    await live(manager, '2027-03-01T02:00:00Z', { budget: '50.00' });
    const answer = await fundedAt('2028-02-29T01:00:00Z', manager, tenantId);
    expect(answer).toMatchObject({ asOf: '2028-02-29', total: 100, lastYear: { total: 57, totalToDate: 7 } });
    expect(inMonths(answer)).toEqual([
      ['2028-02', 100, 7],
      ['2028-03', 0, 50],
    ]);
  });

  it('of several organisations uses each organisation’s own time zone', async () => {
    const [east, west] = [await anOrganisation('Australia/Sydney'), await anOrganisation('Australia/Perth')];
    const places = [east, west].map(({ tenantId }) => ({ tenantId, as: 'manager' as const }));
    const both = await build.aPerson('tenant_user', ...places);
    // Already the new year in Sydney, still the old one in Perth.
    await live(east.manager, '2026-06-30T15:00:00Z', { budget: '5.00' });
    await live(west.manager, '2026-06-30T15:00:00Z', { budget: '60.00' });
    const answer = await fundedAt('2026-07-02T00:00:00Z', both);
    expect([answer.total, answer.lastYear.total]).toEqual([5, 60]);
  });

  it('can exceed the largest amount of one campaign', async () => {
    const { tenantId, manager } = await anOrganisation('Australia/Sydney');
    for (let count = 0; count < 11; count += 1) {
      await live(manager, '2026-09-01T00:00:00Z', { budget: '99999999999.99' });
    }
    const { total } = await fundedAt('2026-11-15T00:00:00Z', manager, tenantId);
    expect(total).toBe(1_099_999_999_999.89);
  });

  it('of an employee counts their own campaigns, and none of another organisation', async () => {
    const { tenantId, manager } = await anOrganisation('Australia/Sydney');
    const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const stranger = await anOrganisation('Australia/Sydney');
    await live(manager, '2026-09-01T00:00:00Z', { budget: '5.00' });
    await live(employee, '2026-09-01T00:00:00Z', { budget: '60.00' });
    const now = '2026-11-15T00:00:00Z';
    const totals = [employee, manager, admin, stranger.manager].map(async (person) => {
      const { total } = await fundedAt(now, person, tenantId);
      return total;
    });
    expect(await Promise.all(totals)).toEqual([60, 65, 65, 0]);
  });

  it('is found by an index', async () => {
    const { tenantId, manager } = await anOrganisation('Australia/Sydney');
    const query = fundedByMonth(accessScopeOf(manager, 'dashboard.read')!, tenantId, fundedYears(7, '2026-11-15'));
    const plan = await stage.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<object>`explain ${query}`.execute(tx);
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });
    expect(plan).toContain('agreements_funded');
    expect(plan).toMatch(/Index Cond: .*tenant_id.*status_last_update/);
  });
});

describe('the total funded in New Zealand', () => {
  // Midnight between financial years is in daylight saving time.
  // biome-ignore format: a table
  it.each([
    ['Pacific/Auckland', '2026-03-31T10:59:59Z', 'FY25/26', '2026-03'],
    ['Pacific/Auckland', '2026-03-31T11:00:00Z', 'FY26/27', '2026-04'],
    ['Pacific/Chatham',  '2026-03-31T10:14:59Z', 'FY25/26', '2026-03'],
    ['Pacific/Chatham',  '2026-03-31T10:15:00Z', 'FY26/27', '2026-04'],
  ])('in %s at %s belongs to %s', async (zone, moment, label, month) => {
    const australia = stage.deps.country;
    stage.deps.country = { ...australia, financialYearStartMonth: 4, defaultTimeZone: 'Pacific/Auckland' };
    const { tenantId, manager } = await anOrganisation(zone);
    await live(manager, moment);
    const answer = await fundedAt(moment, manager, tenantId);
    stage.deps.country = australia;
    expect([answer.label, answer.campaigns]).toEqual([label, 1]);
    expect(inMonths(answer)).toEqual([[month, 100, 0]]);
  });
});
