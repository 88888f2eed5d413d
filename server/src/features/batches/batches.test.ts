import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { type AgreementStatus, agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { owedByFacts } from '@kerb/server/features/batches/sum-owed.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

type Owed = z.input<typeof batchEndpoints.owed.response>;

let stage: Stage;
let fixture: FundsFixture;
let build: FundsFixture['build'];

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T02:00:00.000Z' });
  fixture = await fundsFixture(stage);
  ({ build } = fixture);
});

async function owed(tenantId?: number): Promise<Owed> {
  const query = tenantId === undefined ? '' : `?tenantId=${tenantId}`;
  return (await stage.as(fixture.admin.userId)('GET', `/v1/batch-payments/owed${query}`)).json();
}
const owedTo = async (tenantId: number) => (await owed(tenantId)).items[0];

describe('the funds owed to organisations', () => {
  it('are nothing for a campaign that is neither paid nor signed, whatever its budget and status', async () => {
    const tenantId = await build.aTenant();
    const { id } = await build.aCampaign(fixture.admin, tenantId);
    for (const status of agreementStatuses) {
      const columns = {
        status: statusRank(status),
        financeOptionCode: 'pl',
        campaignUpfrontPaymentRef: 'REF',
      } as const;
      await stage.db.updateTable('agreements').set(columns).where('id', '=', id).execute();
      expect(await owed(tenantId)).toEqual({ items: [], total: 0, due: 0 });
    }
  });

  it('are summed for each organisation, the largest first, with the oldest day', async () => {
    const [little, much] = [await build.aTenant({ name: 'Little' }), await build.aTenant({ name: 'Much' })];
    const before = await owed();
    await fixture.aLent(little, { campaignBudget: '0.10', at: '2026-11-03T00:00:00Z' });
    await fixture.aLent(much, { campaignBudget: '1000.00', at: '2026-11-02T00:00:00Z' });
    await fixture.aLent(much, { campaignBudget: '0.20', at: '2026-11-01T10:30:00Z' });
    const { items, total, due } = await owed();
    const own = items.filter(({ tenantName }) => ['Little', 'Much'].includes(tenantName));
    expect(
      own.map(({ tenantName, campaigns, amount, oldestDate }) => [tenantName, campaigns, amount, oldestDate]),
    ).toEqual([
      ['Much', 2, 1000.2, '2026-11-01T10:30:00.000Z'],
      ['Little', 1, 0.1, '2026-11-03T00:00:00.000Z'],
    ]);
    expect([total - before.total, due - before.due].map((each) => each.toFixed(2))).toEqual(['1000.30', '1000.30']);
    expect(items.map(({ amount }) => amount)).toEqual(items.map(({ amount }) => amount).toSorted((a, b) => b - a));
    expect(await owed(little)).toMatchObject({ items: [{ tenantName: 'Little' }], total: 0.1, due: 0.1 });
  });

  it('are sorted by name if the amounts are equal', async () => {
    const names = ['Zebra', 'apple', 'Mango'];
    for (const name of names) await fixture.aLent(await build.aTenant({ name }));
    const found = (await owed()).items.map(({ tenantName }) => tenantName).filter((name) => names.includes(name));
    expect(found).toEqual(['apple', 'Mango', 'Zebra']);
  });

  it('include the additional amount of a loan', async () => {
    const tenantId = await build.aTenant();
    await fixture.aLent(tenantId, { campaignBudget: '4200.00', campaignAdditionalAmount: '99.50' });
    expect(await owed(tenantId)).toMatchObject({ total: 4299.5 });
  });

  it('stay owed in every status after the signature, until they are transferred', async () => {
    const tenantId = await build.aTenant();
    const id = await fixture.aLent(tenantId);
    for (const status of ['executed', 'withdrawn', 'waiting-settlement', 'complete', 'signed'] as const) {
      expect((await fixture.setStatus(id, status)).statusCode).toBe(200);
      expect(await owed(tenantId)).toMatchObject({ total: 4200 });
    }
  });

  it.each<AgreementStatus>(['waiting-approval', 'waiting-info', 'draft', 'cancelled', 'rejected'])(
    'are no longer owed for a loan that goes back to %s, and owed again once it is signed',
    async (status) => {
      const tenantId = await build.aTenant();
      const id = await fixture.aLent(tenantId);
      expect((await fixture.setStatus(id, status)).statusCode).toBe(200);
      expect(await owed(tenantId)).toMatchObject({ total: 0 });
      expect((await fixture.setStatus(id, 'executed')).statusCode).toBe(200);
      expect(await owed(tenantId)).toMatchObject({ total: 4200 });
    },
  );

  it('of a loan that jumps past the signature date the signature', async () => {
    const tenantId = await build.aTenant();
    const id = await fixture.aLent(tenantId);
    await fixture.setStatus(id, 'draft');
    await fixture.setStatus(id, 'waiting-settlement');
    const campaign = (await stage.as(fixture.admin.userId)('GET', `/v1/agreements/${id}`)).json();
    expect(campaign).toMatchObject({ campaignFinanceSignatureDate: '2026-11-16', campaignBorrowedAmount: 4200 });
  });

  it('can exceed the largest amount of one campaign', async () => {
    const tenantId = await build.aTenant();
    for (let count = 0; count < 11; count += 1) await fixture.aLent(tenantId, { campaignBudget: '99999999999.99' });
    expect((await owed(tenantId)).total).toBe(1_099_999_999_999.89);
  });

  it('never include the platform’s own organisation', async () => {
    const tenantId = await build.aTenant();
    const id = await fixture.aLent(tenantId);
    expect((await owed(tenantId)).items).toHaveLength(1);
    await stage.db.updateTable('agreements').set({ tenantId: platformTenantId }).where('id', '=', id).execute();
    expect((await owed(tenantId)).items).toEqual([]);
    expect((await owed(platformTenantId)).items).toEqual([]);
  });

  // 16 November 2026 is a Monday. Each campaign has been owed since the Thursday before.
  // biome-ignore format: a table
  it.each([
    ['',    '2026-11-12', 10, 0 ],
    ['W1',  '2026-11-16', 10, 0 ],
    ['W2',  '2026-11-17', 0,  10],
    ['W5',  '2026-11-13', 10, 0 ],
    ['M12', '2026-11-12', 10, 0 ],
    ['M28', '2026-11-28', 0,  10],
  ])('by schedule %j are to be paid on %s', async (batchPaymentSchedule, nextPaymentDate, due, toCome) => {
    const tenantId = await build.aTenant();
    await stage.db.updateTable('tenants').set({ batchPaymentSchedule }).where('id', '=', tenantId).execute();
    await fixture.aLent(tenantId, { campaignBudget: '10.00', at: '2026-11-12T02:00:00Z' });
    const item = await owedTo(tenantId);
    expect(item).toMatchObject({ batchPaymentSchedule, nextPaymentDate });
    expect([item?.due.amount, item?.toCome.amount]).toEqual([due, toCome]);
  });

  it('follow the organisation’s own midnight', async () => {
    const dueIn = async (defaultTimeZone: string, at: string) => {
      const tenantId = await build.aTenant();
      const settings = { defaultTimeZone, batchPaymentSchedule: 'W1' };
      await stage.db.updateTable('tenants').set(settings).where('id', '=', tenantId).execute();
      await fixture.aLent(tenantId, { at });
      return (await owedTo(tenantId))?.nextPaymentDate;
    };
    // Already Tuesday the tenth in Sydney, still Monday in Perth.
    const moment = '2026-11-09T14:30:00Z';
    expect(await dueIn('Australia/Sydney', moment)).toBe('2026-11-16');
    expect(await dueIn('Australia/Perth', moment)).toBe('2026-11-09');
  });

  it('list manually funded campaigns separately, without a payment day', async () => {
    const tenantId = await build.aTenant();
    await fixture.aLent(tenantId, { campaignBudget: '7.00', fundManually: true });
    expect(await owedTo(tenantId)).toMatchObject({
      amount: 7,
      nextPaymentDate: null,
      due: { campaigns: 0, amount: 0 },
      manual: { campaigns: 1, amount: 7 },
    });
  });

  // biome-ignore format: a table
  it.each([
    ['none',           {},                                                                                          null,                'No bank account has been entered.'],
    ['a valid one',    { bankAccountName: 'Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' },        '062-000 12345678',  null],
    ['an invalid one', { bankAccountName: 'Trust', bankBsbNumber: null, bankAccountNumber: '12345678' },            ' 12345678',         'Enter the BSB.'],
  ])('state whether the account can be paid: %s', async (_which, columns, bankAccount, accountProblem) => {
    const tenantId = await build.aTenant();
    if (Object.keys(columns).length) await stage.db.updateTable('tenants').set(columns).where('id', '=', tenantId).execute();
    await fixture.aLent(tenantId);
    expect(await owedTo(tenantId)).toMatchObject({ bankAccount, accountProblem, isFirstToAccount: true });
  });

  it('are found by an index', async () => {
    const tenantId = await build.aTenant();
    await fixture.aLent(tenantId);
    const plan = await stage.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<object>`explain ${owedByFacts('2026-11-16', tenantId)}`.execute(tx);
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });
    expect(plan).toContain('campaign_books_owed');
  });
});
