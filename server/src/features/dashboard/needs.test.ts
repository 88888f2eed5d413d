import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { type CampaignNeed, campaignNeedNames, needOf } from '@kerb/domain/actions/needs.ts';
import type { ActionFacts, StaffRole } from '@kerb/domain/actions/primary-action.ts';
import type { NeedCount } from '@kerb/domain/dashboard/needs.contract.ts';
import { dayIn, daysBetween } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { dueInDays, loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { payableFrom } from '@kerb/domain/loans/payable-from.ts';
import { fundsStateOf } from '@kerb/domain/payments/funds-state.ts';
import { entriesOf, type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { isInSomeBatch } from '@kerb/server/features/batches/owed-campaigns.ts';
import { post } from '@kerb/server/features/payments/ledger.repository.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

const at = '2026-11-16T02:00:00.000Z';
let stage: Stage;
let admin: Person;

beforeAll(async () => {
  stage = await startStage({ now: at });
  admin = await buildersFor(stage).aPerson('admin');
  // One posting makes the balances of a campaign, which the product makes by many.
  await asOwner(stage.db, (tx) => sql`alter table ledger_entries disable trigger events_agree`.execute(tx));
});

const day = fc.option(
  fc.integer({ min: 1, max: 30 }).map((date) => `2026-11-${String(date).padStart(2, '0')}`),
  { nil: null },
);
/** A day near the longest term, so that some loans are over it. */
const start = fc.option(fc.constantFrom('2025-01-05', '2026-05-17', '2026-10-01'), { nil: null });
const some = fc.constantFrom(0, 0, 1_000_00);
const campaign = fc.record({
  status: fc.constantFrom(...agreementStatuses),
  financeOptionCode: fc.constantFrom(null, ...financeOptionCodes),
  actionSuggested: fc.boolean(),
  fundManually: fc.boolean(),
  settlement: day,
  start,
  signed: day,
  // Moves that the database accepts in any combination: each takes no more than an earlier one gives.
  lent: some,
  ordered: fc.boolean(),
  due: some,
  refunding: some,
  held: some,
  item: fc.constantFrom(null, null, 'open', 'discarded'),
});
type Campaign = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never;

const movesOf = ({ lent, ordered, due, refunding, held }: Campaign): Move[] => [
  moveOf('lend', lent),
  ...(ordered ? [moveOf('order', lent)] : []),
  moveOf('bill', due),
  { move: 'receive', amounts: { amount: refunding + held }, method: 'card' },
  moveOf('setAside', refunding),
];

async function putIntoBatch(tenantId: number, agreementId: number, isDiscarded: boolean) {
  const { userId: createdByUserId } = admin;
  const batch = { status: 'waiting-approval', total: '1.00', createdDate: at, createdByUserId } as const;
  await stage.db.transaction().execute(async (tx) => {
    const { id } = await tx.insertInto('batches').values(batch).returning('id').executeTakeFirstOrThrow();
    const row = { batchId: id, agreementId, tenantId, amount: '1.00', previousAmount: null, isFirstToAccount: false };
    const account = { accountName: 'Agency', accountNumber: '12345678', bsbNumber: '062000' };
    const marks = { isDiscarded, isTransferred: false };
    await tx
      .insertInto('batchItems')
      .values({ ...row, ...account, ...marks })
      .execute();
  });
}

async function insert(tenantId: number, agent: Person, facts: Campaign): Promise<number> {
  const isWithdrawn = facts.status === 'withdrawn';
  const { id } = await stage.db
    .insertInto('agreements')
    .values({
      ...{ tenantId, budgetOwnerTenantId: tenantId, agentUserId: agent.userId, createdByUserId: agent.userId },
      ...{ status: statusRank(facts.status), campaignBudgetFundsPurpose: 'marketing' as const, name: 'Campaign' },
      ...{ createdDate: at, lastUpdateDate: at, financeOptionCode: facts.financeOptionCode },
      ...{ actionSuggested: facts.actionSuggested, fundManually: facts.fundManually },
      propertySettlementDate: isWithdrawn ? null : facts.settlement,
      propertyWithdrawnFromSaleDate: isWithdrawn ? facts.settlement : null,
      campaignFinanceLoanStartDate: facts.start,
      campaignFinanceSignatureDate: facts.signed,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inTransaction(stage.deps, byTheProduct, (work) =>
    post(work, { agreementId: id, event: 'opening', entries: entriesOf(movesOf(facts)) }),
  );
  if (facts.item !== null) await putIntoBatch(tenantId, id, facts.item === 'discarded');
  return id;
}

/** The facts of a stored campaign, read as its page reads them. */
async function factsOf(id: number): Promise<ActionFacts> {
  const record = must(await findAgreement(stage.db, wholeScope, id), 'campaign');
  const { books } = record;
  const { country } = stage.deps;
  const today = dayIn(record.tenantTimeZone, at);
  const fundsState = fundsStateOf(books);
  const inBatch = await stage.db.transaction().execute((tx) => isInSomeBatch(tx, id));
  const start = record.campaignFinanceLoanStartDate;
  const dates = loanDates(
    { ...record, campaignFinanceSignatureDate: null, campaignFinanceDrawdownDate: start },
    country,
  );
  return {
    ...record,
    fundsState,
    fundManually: record.fundManually ?? false,
    isInBatch: fundsState === 'kept' && inBatch,
    isPayable: books.payer <= 0 && books.refunds >= 0 && (payableFrom(record, country) ?? today) <= today,
    isMoneyHeld: books.held < 0,
    actionSuggested: record.actionSuggested ?? false,
    dueInDays: dueInDays(dates, today),
    settlesInDays: record.propertySettlementDate ? daysBetween(today, record.propertySettlementDate) : null,
    unsent: 0,
    remindable: 0,
  };
}

async function counts(who: Person): Promise<Record<string, number>> {
  const answer = await stage.as(who.userId)('GET', '/v1/needs');
  expect(answer.statusCode).toBe(200);
  return Object.fromEntries((answer.json().items as NeedCount[]).map(({ name, count }) => [name, count]));
}

async function listed(who: Person, name: CampaignNeed): Promise<number[]> {
  const answer = await stage.as(who.userId)('GET', `/v1/needs/${name}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json().items as { id: number }[]).map(({ id }) => id);
}

/** Each group as the domain says by the facts of each campaign. */
async function expectedOf(ids: readonly number[], role: StaffRole): Promise<Map<CampaignNeed, number[]>> {
  const found = new Map<CampaignNeed, number[]>();
  for (const id of ids) {
    const name = needOf(role, await factsOf(id));
    if (name) found.set(name, [...(found.get(name) ?? []), id]);
  }
  return found;
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

type Place = { type: 'agency' | 'supplier'; campaigns: Campaign[] };

/** An organisation with these campaigns, every second of them the agent's, and those who read them. */
async function place({ type, campaigns }: Place): Promise<[Person, StaffRole, number[]][]> {
  const build = buildersFor(stage);
  const tenantId = await build.aTenant({ type });
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const ids: number[] = [];
  for (const [at, facts] of campaigns.entries())
    ids.push(await insert(tenantId, at % 2 === 0 ? agent : manager, facts));
  const isAgency = type === 'agency';
  return [
    [admin, 'admin', ids],
    [manager, isAgency ? 'manager' : 'supplier', ids],
    [agent, isAgency ? 'employee' : 'supplier', ids.filter((_, at) => at % 2 === 0)],
  ];
}

describe('what SQL finds in need of somebody', () => {
  it('is what the table of actions says: for an admin, a manager, an employee and a supplier', {
    timeout: 120_000,
  }, async () => {
    const [forAgency, forSupplier] = [
      fc.sample(campaign, { numRuns: 90, seed: 1 }),
      fc.sample(campaign, { numRuns: 60, seed: 2 }),
    ];
    const readers = [
      ...(await place({ type: 'agency', campaigns: forAgency })),
      ...(await place({ type: 'supplier', campaigns: forSupplier })),
    ];
    const seen = new Set<string>();
    for (const [who, role, visible] of readers) {
      const expected = await expectedOf(visible, role);
      const counted = await counts(who);
      for (const name of campaignNeedNames) {
        const found = await listed(who, name);
        const here = expected.get(name) ?? [];
        if (here.length > 0) seen.add(`${role} ${name}`);
        expect(sorted(found.filter((id) => visible.includes(id))), `${role}: ${name}`).toEqual(here);
        if (found.length > 0) expect(counted[name], `${role}: ${name}`).toBe(found.length);
      }
    }
    // biome-ignore format: a list
    expect([...seen].sort()).toEqual([
      'admin followUps', 'admin pastDue', 'admin payments', 'admin toApprove', 'admin toFund', 'admin toReturn',
      'employee drafts', 'employee followUps', 'employee settlements',
      'manager drafts', 'manager followUps', 'manager settlements',
      'supplier drafts', 'supplier followUps',
    ]);
  });

  it('shows a team nothing of another organisation, and a payer nothing at all', async () => {
    const build = buildersFor(stage);
    const [here, there] = [await build.aTenant(), await build.aTenant()];
    const mine = await build.aPerson('tenant_user', { tenantId: here, as: 'manager' });
    const theirs = await build.aPerson('tenant_user', { tenantId: there, as: 'manager' });
    const { id } = await build.aCampaign(mine, here);
    expect(await listed(mine, 'drafts')).toEqual([id]);
    expect(await listed(theirs, 'drafts')).toEqual([]);
    expect(await counts(theirs)).toEqual({ settlements: 0, followUps: 0, drafts: 0 });
    expect(await listed(mine, 'toApprove')).toEqual([]);
    expect(accessScopeOf({ ...mine, role: 'vendor', memberships: [] }, 'dashboard.read')).toBeNull();
  });

  it('lists first what has waited longest in its status', async () => {
    const build = buildersFor(stage);
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const ids = [await build.aCampaign(manager, tenantId), await build.aCampaign(manager, tenantId)].map(
      ({ id }) => id,
    );
    const newer = must(ids[1], 'campaign');
    const earlier = { statusLastUpdate: '2026-10-01T00:00:00.000Z' };
    await stage.db.updateTable('agreements').set(earlier).where('id', '=', newer).execute();
    expect(await listed(manager, 'drafts')).toEqual([newer, ids[0]]);
  });

  it('counts batches to approve and bank lines to match for an admin', async () => {
    const before = await counts(admin);
    const build = buildersFor(stage);
    const tenantId = await build.aTenant();
    const { id } = await build.aCampaign(admin, tenantId);
    await putIntoBatch(tenantId, id, false);
    expect((await counts(admin)).batches).toBe((before.batches ?? 0) + 1);
    expect(before).toHaveProperty('bankLines');
  });
});
