import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { isOwed, type OwedFacts, owedAmount } from '@kerb/domain/batches/owed.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { owedByDay } from '@kerb/server/features/batches/sum-owed.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

type Owed = z.input<typeof batchEndpoints.owed.response>;

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let admin: Person;

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T02:00:00.000Z' });
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});

beforeEach(async () => {
  // Clear what one test leaves owed, so that it does not count in the next test's total.
  await stage.db
    .updateTable('agreements')
    .set({ campaignAgencySettlementDate: '2026-01-01' })
    .where('status', 'in', [statusRank('approved'), statusRank('signed')])
    .where('campaignAgencySettlementDate', 'is', null)
    .execute();
});

const signed = { status: statusRank('signed'), financeOptionCode: 'pl' } as const;

async function aCampaign(tenantId: number, columns: object = {}): Promise<number> {
  const { id } = await build.aCampaign(admin, tenantId, { payers: [] });
  await stage.db
    .updateTable('agreements')
    .set({ ...signed, ...columns })
    .where('id', '=', id)
    .execute();
  return id;
}

const nameOf = (facts: OwedFacts) => JSON.stringify(facts);

/** Puts each campaign into its own organisation, which is named after the campaign's facts. */
async function oneOrganisationEach(campaigns: readonly OwedFacts[]): Promise<void> {
  const at = '2026-11-01T00:00:00Z';
  const dates = { createdDate: at, lastUpdateDate: at };
  const organisation = { type: 'agency', defaultTimeZone: 'Australia/Sydney', lastAgreementCreateDate: null } as const;
  const tenants = await stage.db
    .insertInto('tenants')
    .values(campaigns.map((facts) => ({ ...organisation, ...dates, name: nameOf(facts), identifier: null })))
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(tenants.map(({ id, name }) => [name, id]));
  const rows = campaigns.map(({ status, ...facts }) => {
    const tenantId = ids.get(nameOf({ status, ...facts }))!;
    const owner = { tenantId, budgetOwnerTenantId: tenantId, createdByUserId: admin.userId };
    const campaign = { name: 'Campaign', campaignBudget: '1.00', campaignBudgetFundsPurpose: 'marketing' } as const;
    return { ...facts, ...owner, ...campaign, ...dates, status: statusRank(status) };
  });
  await stage.db.insertInto('agreements').values(rows).execute();
}

const owed = async (): Promise<Owed> => (await stage.as(admin.userId)('GET', '/v1/batch-payments/owed')).json();

describe('the funds owed to organisations', () => {
  it('are zero if everything has been transferred', async () => {
    await aCampaign(await build.aTenant(), { campaignAgencySettlementDate: '2026-11-15' });
    expect(await owed()).toEqual({ items: [], total: 0, due: 0 });
  });

  it('are summed for each organisation, the largest first, with the oldest day', async () => {
    const [little, much] = [await build.aTenant({ name: 'Little' }), await build.aTenant({ name: 'Much' })];
    await aCampaign(little, { campaignBudget: '0.10', statusLastUpdate: '2026-11-03T00:00:00Z' });
    await aCampaign(much, { campaignBudget: '1000.00', statusLastUpdate: '2026-11-02T00:00:00Z' });
    await aCampaign(much, { campaignBudget: '0.20', statusLastUpdate: '2026-11-01T10:30:00Z' });
    expect(await owed()).toMatchObject({
      items: [
        {
          tenant: { href: `/v1/tenants/${much}` },
          tenantName: 'Much',
          campaigns: 2,
          amount: 1000.2,
          oldestDate: '2026-11-01T10:30:00.000Z',
        },
        {
          tenant: { href: `/v1/tenants/${little}` },
          tenantName: 'Little',
          campaigns: 1,
          amount: 0.1,
          oldestDate: '2026-11-03T00:00:00.000Z',
        },
      ],
      total: 1000.3,
      due: 1000.3,
    });
  });

  it('are sorted by name if the amounts are equal', async () => {
    for (const name of ['Zebra', 'apple', 'Mango']) await aCampaign(await build.aTenant({ name }));
    expect((await owed()).items.map(({ tenantName }) => tenantName)).toEqual(['apple', 'Mango', 'Zebra']);
  });

  it('follow the domain’s rule for every status, option, payment and transfer', async () => {
    const combinations = agreementStatuses.flatMap((status) =>
      [...financeOptionCodes, null].flatMap((financeOptionCode) =>
        [null, '', 'REF'].flatMap((campaignUpfrontPaymentRef) =>
          [null, '2026-11-15'].map((campaignAgencySettlementDate) => ({
            ...{ status, financeOptionCode, campaignUpfrontPaymentRef, campaignAgencySettlementDate },
          })),
        ),
      ),
    );
    await oneOrganisationEach(combinations);
    const names = (await owed()).items.map(({ tenantName }) => tenantName);
    expect(names.length).toBeGreaterThan(0);
    expect(names.sort()).toEqual(combinations.filter(isOwed).map(nameOf).sort());
  });

  // biome-ignore format: a table
  it.each([
    ['the budget',                             null,    420_000],
    ['the settlement amount',                  400_000, 420_000],
    ['zero, if that is the settlement amount', 0,       420_000],
    ['zero, if no amount is known yet',        null,    null   ],
  ] as const)('are %s, as in the domain', async (_which, campaignAgencySettlementAmount, campaignBudget) => {
    const decimal = (cents: number | null) => (cents === null ? null : String(cents / 100));
    await aCampaign(await build.aTenant(), {
      campaignAgencySettlementAmount: decimal(campaignAgencySettlementAmount),
      campaignBudget: decimal(campaignBudget),
      campaignAdditionalAmount: '99.00',
    });
    const { items, total } = await owed();
    expect(items).toHaveLength(1);
    expect(total).toBe(owedAmount({ campaignAgencySettlementAmount, campaignBudget }) / 100);
  });

  it('can exceed the largest amount of one campaign', async () => {
    const tenantId = await build.aTenant();
    for (let count = 0; count < 11; count += 1) await aCampaign(tenantId, { campaignBudget: '99999999999.99' });
    expect((await owed()).total).toBe(1_099_999_999_999.89);
  });

  it('never include the platform’s own organisation', async () => {
    const id = await aCampaign(await build.aTenant());
    expect((await owed()).items).toHaveLength(1);
    await stage.db.updateTable('agreements').set({ tenantId: platformTenantId }).where('id', '=', id).execute();
    expect((await owed()).items).toEqual([]);
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
    await aCampaign(tenantId, { campaignBudget: '10.00', statusLastUpdate: '2026-11-12T02:00:00Z' });
    const [item] = (await owed()).items;
    expect(item).toMatchObject({ batchPaymentSchedule, nextPaymentDate });
    expect([item?.due.amount, item?.toCome.amount]).toEqual([due, toCome]);
  });

  it('follow the organisation’s own midnight', async () => {
    const dueIn = async (defaultTimeZone: string, statusLastUpdate: string) => {
      const tenantId = await build.aTenant();
      const settings = { defaultTimeZone, batchPaymentSchedule: 'W1' };
      await stage.db.updateTable('tenants').set(settings).where('id', '=', tenantId).execute();
      await aCampaign(tenantId, { statusLastUpdate });
      return (await owed()).items.find(({ tenant }) => tenant.href === `/v1/tenants/${tenantId}`)?.nextPaymentDate;
    };
    // Already Tuesday the tenth in Sydney, still Monday in Perth.
    const moment = '2026-11-09T14:30:00Z';
    expect(await dueIn('Australia/Sydney', moment)).toBe('2026-11-16');
    expect(await dueIn('Australia/Perth', moment)).toBe('2026-11-09');
  });

  it('list manually funded campaigns separately, without a payment day', async () => {
    await aCampaign(await build.aTenant(), { campaignBudget: '7.00', fundManually: true });
    expect((await owed()).items[0]).toMatchObject({
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
    await aCampaign(tenantId);
    expect((await owed()).items[0]).toMatchObject({ bankAccount, accountProblem, isFirstToAccount: true });
  });

  it('are found by an index', async () => {
    const plan = await stage.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<object>`explain ${owedByDay()}`.execute(tx);
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });
    expect(plan).toContain('agreements_owed');
  });
});
