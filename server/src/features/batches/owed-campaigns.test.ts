import { decidePayable, largestPaymentCents, owedOf, transferOf } from '@kerb/domain/batches/owed.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { entriesOf, type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { lockOwed, owedFactsOf } from '@kerb/server/features/batches/owed-campaigns.ts';
import { sumOwed } from '@kerb/server/features/batches/sum-owed.ts';
import { post } from '@kerb/server/features/payments/ledger.repository.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let userId: number;
const at = '2026-11-16T02:00:00.000Z';
const today = dayIn('Australia/Sydney', at);

beforeAll(async () => {
  stage = await startStage({ now: at });
  ({ userId } = await buildersFor(stage).aPerson('admin'));
  // One posting makes the balances of a campaign, which the product makes by many.
  await asOwner(stage.db, (tx) => sql`alter table ledger_entries disable trigger events_agree`.execute(tx));
});

const cents = fc.integer({ min: 1, max: 100_000_00 });
const campaign = fc.record({
  // Moves that the database accepts in any combination: each takes no more than an earlier one gives.
  lent: fc.oneof(fc.constant(0), cents, fc.constantFrom(largestPaymentCents, largestPaymentCents + 1)),
  ordered: fc.boolean(),
  due: fc.oneof(fc.constant(0), fc.constant(0), cents),
  refunding: fc.oneof(fc.constant(0), fc.constant(0), cents),
  fundManually: fc.boolean(),
  item: fc.constantFrom(null, 'open', 'discarded', 'transferred'),
});
type Campaign = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never;

const plain: Campaign = { lent: 1_000_00, ordered: false, due: 0, refunding: 0, fundManually: false, item: null };
/** So that each way of transfer is seen whatever the seed. */
const oneOfEach: Campaign[] = [
  plain,
  { ...plain, due: 500_00 },
  { ...plain, refunding: 20_00 },
  { ...plain, fundManually: true },
  { ...plain, item: 'open' },
  { ...plain, lent: largestPaymentCents + 1 },
];

const movesOf = ({ lent, ordered, due, refunding }: Campaign): Move[] => [
  moveOf('lend', lent),
  ...(ordered ? [moveOf('order', lent)] : []),
  moveOf('bill', due),
  { move: 'receive', amounts: { amount: refunding }, method: 'card' },
  moveOf('setAside', refunding),
];

async function putIntoBatch(tenantId: number, agreementId: number, item: 'open' | 'discarded' | 'transferred') {
  const batch = { status: 'waiting-approval', total: '1.00', createdDate: at, createdByUserId: userId } as const;
  const account = { accountName: 'Agency', accountNumber: '12345678', bsbNumber: '062000' };
  const marks = { isDiscarded: item === 'discarded', isTransferred: item === 'transferred' };
  await stage.db.transaction().execute(async (tx) => {
    const { id } = await tx.insertInto('batches').values(batch).returning('id').executeTakeFirstOrThrow();
    const row = { batchId: id, agreementId, tenantId, amount: '1.00', previousAmount: null, isFirstToAccount: false };
    await tx
      .insertInto('batchItems')
      .values({ ...row, ...account, ...marks })
      .execute();
  });
}

async function insert(tenantId: number, facts: Campaign): Promise<number> {
  const { id } = await stage.db
    .insertInto('agreements')
    .values({
      ...{ tenantId, budgetOwnerTenantId: tenantId, createdByUserId: userId, fundManually: facts.fundManually },
      ...{ status: 8, campaignBudgetFundsPurpose: 'marketing' as const, name: 'Campaign' },
      ...{ createdDate: at, lastUpdateDate: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inTransaction(stage.deps, byTheProduct, (work) =>
    post(work, { agreementId: id, event: 'opening', entries: entriesOf(movesOf(facts)) }),
  );
  if (facts.item !== null) await putIntoBatch(tenantId, id, facts.item);
  return id;
}

describe('what SQL finds owed', () => {
  it('is what the domain says by the books: how much, and how it is transferred', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(campaign, { minLength: 5, maxLength: 12 }), async (campaigns) => {
        const tenantId = await buildersFor(stage).aTenant();
        const expected = {
          'in-batch': 0,
          manual: 0,
          'next-batch': 0,
          due: 0,
          refunding: 0,
          'cooling-off': 0,
          'too-large': 0,
        };
        const payable: number[] = [];
        for (const facts of campaigns) {
          const id = await insert(tenantId, facts);
          const books = await booksOf(stage.db, id);
          const all = {
            books,
            fundManually: facts.fundManually,
            isInBatch: facts.item === 'open',
            payableFrom: null,
            today,
          };
          if (owedOf(books) === 0) continue;
          expected[transferOf(all)] += owedOf(books);
          seen.add(transferOf(all));
          if (decidePayable(all, 'batch', stage.deps.country).ok) payable.push(id);
        }
        const [found] = (await sumOwed(stage.deps, tenantId)).items;
        const waiting = Object.fromEntries((found?.waiting ?? []).map(({ reason, amount }) => [reason, amount]));
        expect({
          'in-batch': found?.inBatch.amount ?? 0,
          manual: found?.manual.amount ?? 0,
          'next-batch': (found?.due.amount ?? 0) + (found?.toCome.amount ?? 0),
          ...{ due: 0, refunding: 0, 'cooling-off': 0, 'too-large': 0, ...waiting },
        }).toEqual(expected);
        const locked = await stage.db.transaction().execute((tx) => lockOwed(tx, [tenantId]));
        const place = { timeZone: 'Australia/Sydney', now: at, country: stage.deps.country };
        const chosen = locked.filter(
          (each) => decidePayable(owedFactsOf(each, each.isInBatch, place), 'batch', stage.deps.country).ok,
        );
        expect(chosen.map(({ id }) => id)).toEqual(payable);
      }),
      { numRuns: 6, examples: [[oneOfEach]] },
    );
    expect([...seen].sort()).toEqual(['due', 'in-batch', 'manual', 'next-batch', 'refunding', 'too-large']);
  });
});
