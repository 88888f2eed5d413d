import * as domain from '@kerb/domain/batches/owed.ts';
import { centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { isForNextBatch, isInBatch, isOwed, owedAmount } from '@kerb/server/features/batches/owed-campaigns.ts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let owner: { tenantId: number; budgetOwnerTenantId: number; createdByUserId: number };
let batchId: number;
const at = '2026-11-01T00:00:00Z';

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  const { userId } = await build.aPerson('admin');
  const tenantId = await build.aTenant();
  owner = { tenantId, budgetOwnerTenantId: tenantId, createdByUserId: userId };
  ({ id: batchId } = await stage.db
    .insertInto('batches')
    .values({ status: 'waiting-approval', total: '1.00', createdDate: at, createdByUserId: userId })
    .returning('id')
    .executeTakeFirstOrThrow());
});

const amount = fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000_00 })));
const campaign = fc.record({
  // The statuses in which funds can be owed come up as often as all others together.
  status: fc.oneof(fc.constantFrom('approved', 'signed'), fc.constantFrom(...agreementStatuses)),
  financeOptionCode: fc.option(fc.constantFrom(...financeOptionCodes)),
  campaignUpfrontPaymentRef: fc.option(fc.constantFrom('', 'REF-1')),
  campaignAgencySettlementDate: fc.oneof(fc.constant(null), fc.constantFrom(null, '2026-11-15')),
  campaignAgencySettlementAmount: amount,
  campaignBudget: amount,
  fundManually: fc.boolean(),
  item: fc.constantFrom(null, 'open', 'discarded'),
});
type Campaign = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never;

const decimal = (cents: number | null) => (cents === null ? null : decimalFromCents(cents));

async function insert(campaigns: readonly Campaign[]): Promise<number[]> {
  const made = await stage.db
    .insertInto('agreements')
    .values(
      campaigns.map(({ item: _, status, campaignBudget, campaignAgencySettlementAmount, ...facts }) => ({
        ...facts,
        ...owner,
        status: statusRank(status),
        campaignBudget: decimal(campaignBudget),
        campaignAgencySettlementAmount: decimal(campaignAgencySettlementAmount),
        campaignBudgetFundsPurpose: 'marketing' as const,
        name: 'Campaign',
        createdDate: at,
        lastUpdateDate: at,
      })),
    )
    .returning('id')
    .execute();
  const items = campaigns.flatMap(({ item }, place) => {
    if (item === null) return [];
    const account = { accountName: 'Agency', accountNumber: '12345678', bsbNumber: '062000' };
    const row = { batchId, agreementId: made[place]!.id, tenantId: owner.tenantId, amount: '1.00' };
    return [{ ...row, ...account, previousAmount: null, isFirstToAccount: false, isDiscarded: item === 'discarded' }];
  });
  if (items.length > 0) await stage.db.insertInto('batchItems').values(items).execute();
  return made.map(({ id }) => id);
}

describe('what SQL finds owed', () => {
  it('is what the domain says: whether, how much, and whether by the next batch', async () => {
    let owedCampaigns = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(campaign, { minLength: 20, maxLength: 40 }), async (campaigns) => {
        const ids = await insert(campaigns);
        const { rows } = await sql<{ id: number; isOwed: boolean; isForNextBatch: boolean; amount: string }>`
          select a.id, (${isOwed()}) is true as is_owed, ${isForNextBatch()} is true as is_for_next_batch,
            ${owedAmount} as amount
          from agreements a where a.id = any(${ids}::bigint[])`.execute(stage.db);
        const found = new Map(rows.map((row) => [row.id, row]));
        for (const [place, facts] of campaigns.entries()) {
          const row = found.get(ids[place]!)!;
          const isOpen = domain.transferOf({ ...facts, isInBatch: facts.item === 'open' }) === 'next-batch';
          expect({ facts, ...row, amount: centsFromDecimal(row.amount) }).toEqual({
            facts,
            id: ids[place],
            isOwed: domain.isOwed(facts),
            isForNextBatch: domain.isOwed(facts) && isOpen,
            amount: domain.owedAmount(facts),
          });
          if (row.isForNextBatch) expect(domain.isPaidByBatch(facts)).toBe(true);
          if (row.isOwed) owedCampaigns += 1;
        }
      }),
      { numRuns: 10 },
    );
    expect(owedCampaigns).toBeGreaterThan(10);
  });

  it('is in a batch until its item is discarded', async () => {
    const facts = { ...fc.sample(campaign, 1)[0]!, item: 'discarded' as const };
    const [id] = await insert([facts]);
    const { rows } = await sql<{ isInBatch: boolean }>`
      select ${isInBatch} as is_in_batch from agreements a where a.id = ${id}`.execute(stage.db);
    expect(rows).toEqual([{ isInBatch: false }]);
  });
});
