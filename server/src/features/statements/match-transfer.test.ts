import { randomUUID } from 'node:crypto';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import type { statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../../test/builders.ts';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { statementFile } from '../../../test/statement-file.ts';

type Batch = z.input<typeof batchEndpoints.get.response>;
type Line = z.input<typeof statementEndpoints.lines.response>['items'][number];

let stage: Stage;
let funds: FundsFixture;
let second: Person;
let count = 0;
beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T06:00:00.000Z' });
  funds = await fundsFixture(stage);
  second = await funds.build.aPerson('admin');
});

const first = (method: 'GET' | 'POST', path: string, body?: object, headers?: object) =>
  stage.as(funds.admin.userId)(method, path, body, headers);
const account = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };
const hrefOf = (id: number) => ({ href: `/v1/agreements/${id}` });
const batchOf = (id: number) => ({ href: `/v1/batch-payments/${id}` });
const key = () => ({ 'idempotency-key': randomUUID() });

/** An organisation with two paid campaigns, of 4,200 and 1,000. */
async function anOrganisation() {
  const tenantId = await funds.build.aTenant();
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  const at = '2026-11-12T02:00:00Z';
  const [big, small] = [
    await funds.aPaid(tenantId, { at }),
    await funds.aPaid(tenantId, { at, campaignBudget: '1000' }),
  ];
  return { tenantId, big, small };
}

const move = async (id: number, name: string) => {
  const answer = await stage.as(second.userId)('POST', `/v1/batch-payments/${id}/${name}`, {});
  expect(answer.statusCode, answer.body).toBe(200);
};

async function aBatch(tenantId: number, until: 'approve' | 'mark-processing' | 'mark-transferred'): Promise<Batch> {
  const tenants = [{ href: `/v1/tenants/${tenantId}` }];
  const made = await first('POST', '/v1/batch-payments', { tenants, includesToCome: true }, key());
  expect(made.statusCode, made.body).toBe(201);
  for (const name of ['approve', 'mark-processing', 'mark-transferred']) {
    await move(made.json().id, name);
    if (name === until) break;
  }
  return (await first('GET', `/v1/batch-payments/${made.json().id}`)).json();
}

async function aLine(amount: number, words: string): Promise<Line> {
  count += 1;
  const unique = `${words} txn${count}x`;
  const text = `Date,Amount,Description\r\n17 Nov 26,${amount.toFixed(2)},${unique}`;
  expect((await first('POST', '/v1/bank-statements', ...statementFile(text))).json().newLines).toBe(1);
  const { items } = (await first('GET', '/v1/bank-statement-lines?state=unmatched&perPage=100')).json();
  return items.find((line: Line) => line.words === unique);
}
const step = (line: Line, name: string, body?: object) =>
  first('POST', `/v1/bank-statement-lines/${line.id}/${name}`, body);
const outcome = (answer: { statusCode: number; json: () => { type?: string } }) => [
  answer.statusCode,
  answer.json().type?.split('/').at(-1),
];
const statusOf = async (id: number) => (await first('GET', `/v1/batch-payments/${id}`)).json().status;
const owedTo = async (tenantId: number) =>
  (await first('GET', `/v1/batch-payments/owed?tenantId=${tenantId}`)).json().total;
const bounce = (batch: Batch, id: number, reason = 'Account closed') =>
  first('POST', `/v1/batch-payments/${batch.id}/bounce`, { agreement: hrefOf(id), reason });
const balances = async (id: number) => {
  const { rows } = await sql<{ account: string; sum: string }>`
    select e.account, sum(e.amount) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.agreement_id = ${id} group by 1 having sum(e.amount) <> 0`.execute(stage.db);
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.sum)]));
};

describe('an outgoing line', () => {
  it('of the whole batch confirms it: the batch is transferred, and its campaigns complete', async () => {
    const { tenantId, big } = await anOrganisation();
    const batch = await aBatch(tenantId, 'mark-processing');
    const line = await aLine(-5200, 'BULK PAYMENT');
    expect(line.transferProposals).toMatchObject([{ batch: batchOf(batch.id), status: 'processing', campaign: null }]);
    const matched = await step(line, 'transfer', { batch: batchOf(batch.id) });
    expect(matched.json()).toMatchObject({ state: 'matched', transfer: { status: 'transferred', amount: 5200 } });
    expect((await step(line, 'transfer', { batch: batchOf(batch.id) })).json()).toEqual(matched.json());
    const after: Batch = (await first('GET', `/v1/batch-payments/${batch.id}`)).json();
    expect([after.status, after.items.every(({ isOnStatement }) => isOnStatement)]).toEqual(['transferred', true]);
    expect((await first('GET', `/v1/agreements/${big}`)).json()).toMatchObject({ status: 'complete' });
  });

  it('of each payment confirms the batch with the last one, and undoing a match changes no batch', async () => {
    const { tenantId, big, small } = await anOrganisation();
    const batch = await aBatch(tenantId, 'mark-processing');
    const one = await aLine(-4200, `DIRECT CREDIT AU${big}`);
    const match = (line: Line, id: number) =>
      step(line, 'transfer', { batch: batchOf(batch.id), agreement: hrefOf(id) });
    expect(outcome(await match(one, small))).toEqual([409, 'other-amount']);
    expect((await match(one, big)).json().transfer.campaign.flowNumber).toBe(`AU${big}`);
    expect(await statusOf(batch.id)).toBe('processing');
    const again = await aLine(-4200, 'ANOTHER');
    expect(outcome(await match(again, big))).toEqual([409, 'matched-already']);
    expect((await match(await aLine(-1000, 'THE REST'), small)).statusCode).toBe(200);
    expect(await statusOf(batch.id)).toBe('transferred');
    expect((await step(one, 'undo')).json()).toMatchObject({ state: 'unmatched', transfer: null });
    expect(await statusOf(batch.id)).toBe('transferred');
    expect((await match(again, big)).statusCode).toBe(200);
  });

  it('is no batch that the bank does not have, and money that came in is none either', async () => {
    const { tenantId } = await anOrganisation();
    const batch = await aBatch(tenantId, 'approve');
    const line = await aLine(-5200, 'BULK');
    expect(line.transferProposals).toEqual([]);
    expect(outcome(await step(line, 'transfer', { batch: batchOf(batch.id) }))).toEqual([409, 'batch-not-at-bank']);
    const incoming = await aLine(5200, 'BULK');
    expect(outcome(await step(incoming, 'transfer', { batch: batchOf(batch.id) }))).toEqual([409, 'line-came-in']);
    expect((await step(line, 'transfer', { batch: batchOf(999_999) })).statusCode).toBe(404);
  });
});

describe('a payment that the bank sent back', () => {
  it('is owed again and paid by the next batch, to an account that counts as new', async () => {
    const { tenantId, big } = await anOrganisation();
    const batch = await aBatch(tenantId, 'mark-transferred');
    expect(await owedTo(tenantId)).toBe(0);
    const answer = await bounce(batch, big);
    expect(answer.statusCode, answer.body).toBe(200);
    const item = answer.json().items.find(({ amount }: { amount: number }) => amount === 4200);
    expect(item.bounced).toMatchObject({ reason: 'Account closed', userName: expect.any(String) });
    expect(await balances(big)).toEqual({ trust: 4200, organisation: -4200 });
    expect(await owedTo(tenantId)).toBe(4200);
    expect((await first('GET', `/v1/agreements/${big}`)).json()).toMatchObject({
      fundsState: 'kept',
      campaignAgencySettlementDate: null,
    });
    expect((await bounce(batch, big)).json()).toEqual(answer.json());
    expect(outcome(await bounce(batch, big, 'Once more'))).toEqual([409, 'bounced-already']);
    const next = await aBatch(tenantId, 'mark-transferred');
    expect(next.items.map(({ amount }) => amount)).toEqual([4200]);
    expect(await owedTo(tenantId)).toBe(0);
    expect(await brokenInvariants(stage.db)).toEqual([]);
  });

  it('comes back only of a transferred batch, and only what was in it', async () => {
    const { tenantId, big } = await anOrganisation();
    const batch = await aBatch(tenantId, 'mark-processing');
    expect(outcome(await bounce(batch, big))).toEqual([409, 'not-transferred']);
    await move(batch.id, 'mark-transferred');
    const other = await anOrganisation();
    expect((await bounce(batch, other.big)).statusCode).toBe(404);
  });

  it('is recorded by an incoming line that says so, once', async () => {
    const { tenantId, big } = await anOrganisation();
    const batch = await aBatch(tenantId, 'mark-transferred');
    const line = await aLine(4200, `RETURNED AU${big}`);
    const [proposed] = line.transferProposals;
    expect(proposed).toMatchObject({ batch: batchOf(batch.id), campaign: { agreement: hrefOf(big) } });
    const body = { batch: batchOf(batch.id), agreement: hrefOf(big) };
    expect((await step(line, 'bounce', body)).json()).toMatchObject({
      state: 'matched',
      transfer: { isBounced: true },
    });
    expect(await owedTo(tenantId)).toBe(4200);
    expect(outcome(await step(await aLine(4200, 'RETURNED'), 'bounce', body))).toEqual([409, 'matched-already']);
    expect((await step(line, 'undo')).json()).toMatchObject({ state: 'unmatched' });
    expect(await owedTo(tenantId)).toBe(4200);
  });

  it('that was recorded by hand is linked to its line, and posted once', async () => {
    const { tenantId, small } = await anOrganisation();
    const batch = await aBatch(tenantId, 'mark-transferred');
    await bounce(batch, small);
    const line = await aLine(1000, 'CREDIT');
    expect(line.transferProposals).toMatchObject([{ isBounced: true, campaign: { agreement: hrefOf(small) } }]);
    expect((await step(line, 'bounce', { batch: batchOf(batch.id), agreement: hrefOf(small) })).statusCode).toBe(200);
    expect(await balances(small)).toEqual({ trust: 1000, organisation: -1000 });
  });

  it('of a loan is agreed and not lent until it is paid again', async () => {
    const tenantId = await funds.build.aTenant();
    await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
    const id = await funds.aLent(tenantId, { at: '2026-11-12T02:00:00Z' });
    const batch = await aBatch(tenantId, 'mark-transferred');
    const lent = await balances(id);
    expect(lent).toMatchObject({ loans: -lent.bank! });
    expect((await bounce(batch, id)).statusCode).toBe(200);
    expect(await balances(id)).toEqual({ agreed: lent.loans, organisation: lent.bank });
    await aBatch(tenantId, 'mark-transferred');
    expect(await balances(id)).toEqual(lent);
  });
});

describe('the card gateway', () => {
  const totals = async () => {
    const { rows } = await sql<{ account: string; sum: string }>`
      select case account when 'trust' then 'bank' else account end as account, sum(amount) from ledger_entries
      where account in ('trust', 'bank', 'gateway', 'costs') group by 1`.execute(stage.db);
    return { bank: 0, gateway: 0, costs: 0, ...Object.fromEntries(rows.map((row) => [row.account, Number(row.sum)])) };
  };
  const changeOf = async (run: () => Promise<unknown>) => {
    const before = await totals();
    await run();
    const after = await totals();
    const names = ['bank', 'gateway', 'costs'] as const;
    return names.map((name) => Math.round((after[name] - before[name]) * 100) / 100);
  };

  // biome-ignore format: a table
  it.each([
    ['a payout less its fee',      985,  15, [985, -1000, 15]],
    ['a debit for refunds',        -200, 0,  [-200, 200, 0]],
    ['a debit for fees only',      -30,  30, [-30, 0, 30]],
    ['a debit for both',           -50,  20, [-50, 30, 20]],
  ] as const)('%s is in the ledger, and undone', async (words, amount, fee, expected) => {
    const line = await aLine(amount, words.toUpperCase());
    expect(await changeOf(() => step(line, 'payout', { fee }))).toEqual(expected);
    expect(await brokenInvariants(stage.db)).toEqual([]);
    const opposite = expected.map((each) => (each === 0 ? 0 : -each));
    expect(await changeOf(() => step(line, 'undo'))).toEqual(opposite);
    expect(await brokenInvariants(stage.db)).toEqual([]);
  });

  it('has no fee that is larger than its money', async () => {
    expect((await step(await aLine(10, 'PAYOUT'), 'payout', { fee: 10 })).statusCode).toBe(400);
  });
});
