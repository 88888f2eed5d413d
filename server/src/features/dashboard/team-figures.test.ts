import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { TeamAnswer } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { type FunnelStep, funnelStepOf } from '@kerb/domain/dashboard/team-figures.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { entriesOf, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { sentCampaigns } from '@kerb/server/features/dashboard/team-figures.ts';
import { post } from '@kerb/server/features/payments/ledger.repository.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

const at = '2026-11-16T02:00:00.000Z';
let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;

beforeAll(async () => {
  stage = await startStage({ now: at });
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
  // One posting makes the balances of a campaign, which the product makes by many.
  await asOwner(stage.db, (tx) => sql`alter table ledger_entries disable trigger events_agree`.execute(tx));
});

async function aTeam() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  return { tenantId, manager, employee };
}

type Values = { [name: string]: unknown };

async function sendCampaign(agent: Person, tenantId: number, values: Values): Promise<number> {
  const { id } = await build.aCampaign(agent, tenantId, { status: 'waiting-invite' });
  await stage.db
    .updateTable('agreements')
    .set({ sentDate: '2026-11-02T00:00:00.000Z', ...values })
    .where('id', '=', id)
    .execute();
  return id;
}

const read = async (person: Person, query = ''): Promise<TeamAnswer> =>
  (await stage.as(person.userId)('GET', `/v1/dashboard/agency/team${query}`)).json();

describe('the figures of a team', () => {
  it('have each person, the steps, and the days to sign', async () => {
    const { tenantId, manager, employee } = await aTeam();
    await sendCampaign(manager, tenantId, {});
    await sendCampaign(manager, tenantId, { financeOptionCode: 'pl', campaignFinanceSignatureDate: '2026-11-05' });
    await sendCampaign(employee, tenantId, {
      ...{ status: statusRank('executed'), financeOptionCode: 'pl', campaignFinanceSignatureDate: '2026-11-10' },
    });
    const { people, funnel, medianDays, signingTimes } = await read(manager, `?tenantId=${tenantId}`);
    expect(people).toMatchObject([
      { agentUserId: manager.userId, sent: 2, signed: 1, funded: 0, medianDays: 3 },
      { agentUserId: employee.userId, sent: 1, signed: 1, funded: 1, medianDays: 8 },
    ]);
    expect(funnel.map(({ campaigns }) => campaigns)).toEqual([3, 2, 2, 2, 1]);
    expect(medianDays).toBe(3);
    expect(signingTimes.map(({ campaigns }) => campaigns)).toEqual([0, 1, 0, 1, 0]);
  });

  it('have only the campaigns that were sent in the period', async () => {
    const { tenantId, manager } = await aTeam();
    await sendCampaign(manager, tenantId, { sentDate: '2026-07-01T00:00:00.000Z' });
    const sent = async (period: string) => (await read(manager, `?period=${period}`)).funnel[0]?.campaigns;
    expect([await sent('month'), await sent('quarter'), await sent('year')]).toEqual([0, 0, 1]);
  });

  it('have an employee’s own campaigns, and no money', async () => {
    const { tenantId, manager, employee } = await aTeam();
    await sendCampaign(manager, tenantId, {});
    await sendCampaign(employee, tenantId, {});
    const { people, money } = await read(employee, `?tenantId=${tenantId}`);
    expect(people.map(({ agentUserId }) => agentUserId)).toEqual([employee.userId]);
    expect(money).toBeNull();
  });

  it('have nothing of another organisation', async () => {
    const { tenantId, manager } = await aTeam();
    await sendCampaign(manager, tenantId, {});
    const other = await aTeam();
    const { people, money } = await read(other.manager, `?tenantId=${tenantId}`);
    expect({ people, money }).toEqual({ people: [], money: null });
    expect((await read(admin, `?tenantId=${tenantId}`)).people).toHaveLength(1);
    expect((await read(admin)).people).toEqual([]);
  });

  it('have what is owed to the organisation and what is out on loan', async () => {
    const { tenantId, manager } = await aTeam();
    const id = await sendCampaign(manager, tenantId, { status: statusRank('executed'), financeOptionCode: 'pl' });
    await inTransaction(stage.deps, byTheProduct, (work) =>
      post(work, { agreementId: id, event: 'opening', entries: entriesOf([moveOf('lend', 1_000_00)]) }),
    );
    const { money } = await read(manager, `?tenantId=${tenantId}`);
    const owed = [money?.due, money?.toCome].map((funds) => funds?.amount ?? 0);
    expect(owed.reduce((sum, amount) => sum + amount, 0)).toBe(1000);
    expect(money?.inBatch).toEqual({ campaigns: 0, amount: 0 });
    const { rows } = await sql<{ loans: string }>`
      select loans from campaign_books where agreement_id = ${id}`.execute(stage.db);
    expect(money?.onLoan.amount).toBe(Number(must(rows[0], 'books').loans));
  });
});

it('the steps in SQL are those of the domain', async () => {
  const { tenantId, manager } = await aTeam();
  const scope = must(accessScopeOf(manager, 'dashboard.read'), 'scope');
  const facts = fc.record({
    status: fc.constantFrom(...agreementStatuses),
    financeOptionCode: fc.constantFrom(null, ...financeOptionCodes),
    isSigned: fc.boolean(),
    isOpened: fc.boolean(),
  });
  const expected = new Map<FunnelStep, number>();
  for (const { status, financeOptionCode, isSigned, isOpened } of fc.sample(facts, 40)) {
    const values = { status: statusRank(status), financeOptionCode };
    const signed = isSigned ? '2026-11-05' : null;
    const id = await sendCampaign(manager, tenantId, { ...values, campaignFinanceSignatureDate: signed });
    const opened = isOpened ? at : null;
    const changed = await stage.db
      .updateTable('signatories')
      .set({ paymentLinkOpenedDate: opened })
      .where('agreementId', '=', id)
      .executeTakeFirst();
    const hasPayer = changed.numUpdatedRows > 0n;
    const of = { status, financeOptionCode, isSigned, isOpened: isOpened && hasPayer, paymentState: 'none' as const };
    const step = funnelStepOf(of);
    expected.set(step, (expected.get(step) ?? 0) + 1);
  }
  const { rows } = await sentCampaigns({ scope, tenantIds: [tenantId], from: '2026-11-01T00:00:00.000Z' }).execute(
    stage.db,
  );
  const found = new Map<FunnelStep, number>();
  for (const { step, campaigns } of rows) found.set(step, (found.get(step) ?? 0) + campaigns);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

it('one organisation’s figures read its own range of an index', async () => {
  const { tenantId, manager } = await aTeam();
  const scope = must(accessScopeOf(manager, 'dashboard.read'), 'scope');
  const statement = sentCampaigns({ scope, tenantIds: [tenantId], from: '2026-11-01T00:00:00.000Z' }).compile(stage.db);
  const plan = await asOwner(stage.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return await tx.executeQuery<{ 'QUERY PLAN': string }>({
      ...statement,
      sql: `explain ${statement.sql}`,
    } as never);
  });
  const text = JSON.stringify(plan.rows);
  expect(text).toContain('agreements_sent_by_tenant');
});
