import { randomUUID } from 'node:crypto';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../../test/builders.ts';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { operatingAccount } from '../../../test/operating-account.ts';

type Batch = z.input<typeof batchEndpoints.get.response>;

// Monday afternoon in Sydney.
const now = '2026-11-16T06:00:00.000Z';
const at = '2026-11-12T02:00:00Z';
const account = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };

let stage: Stage;
let funds: FundsFixture;
let second: Person;
async function begin(env: Record<string, string>): Promise<void> {
  stage = await startStage({ now, env });
  funds = await fundsFixture(stage);
  second = await funds.build.aPerson('admin');
}

async function anOrganisation(): Promise<number> {
  const tenantId = await funds.build.aTenant();
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  return tenantId;
}
async function post(by: Person, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await stage.as(by.userId)('POST', path, body, { 'idempotency-key': randomUUID() });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}
const made = async (tenantId: number) =>
  (await post(funds.admin, '/v1/batch-payments', { tenants: [{ href: `/v1/tenants/${tenantId}` }] })) as Batch;
const move = async ({ id }: Batch, name: string) =>
  (await post(second, `/v1/batch-payments/${id}/${name}`, {})) as Batch;
const accounts = async () => (await stage.as(funds.admin.userId)('GET', '/v1/books/bank-accounts')).json();
const moves = (direction: string, amount: number) =>
  post(funds.admin, '/v1/books/movements', { direction, amount, day: '2026-11-16', reference: 'Transfer 1' });
const isRight = async () => expect(await brokenInvariants(stage.db)).toEqual([]);

describe('a batch with two bank accounts', () => {
  beforeAll(() => begin(operatingAccount));

  it('says what it lends and what is to be moved first, and payers’ money pays no loan', async () => {
    const tenantId = await anOrganisation();
    await funds.aPaid(tenantId, { at });
    await funds.aLent(tenantId, { at });
    const batch = await made(tenantId);
    expect([batch.total, batch.lending]).toEqual([8400, { lent: 4200, toMoveFirst: 4200 }]);
    // Only an approved batch counts for what is to be moved.
    expect((await accounts()).toMove).toBeNull();
    expect((await move(batch, 'approve')).lending).toEqual({ lent: 4200, toMoveFirst: 4200 });
    expect((await accounts()).toMove).toEqual({ direction: 'to-trust', amount: 4200 });
    await moves('to-trust', 4200);
    expect(await accounts()).toMatchObject({
      trust: { balance: 8400 },
      operating: { balance: -4200 },
      ours: 4200,
      lentUnderWay: 4200,
      toMove: null,
    });
    expect((await move(batch, 'mark-processing')).lending).toEqual({ lent: 4200, toMoveFirst: 0 });
    expect((await move(batch, 'mark-transferred')).lending).toBeNull();
    expect(await accounts()).toMatchObject({ trust: { balance: 0 }, ours: 0, lentUnderWay: 0, toMove: null });
    await isRight();
  });

  it('has what was moved for it moved back if it is discarded', async () => {
    const tenantId = await anOrganisation();
    await funds.aLent(tenantId, { at });
    const batch = await made(tenantId);
    await move(batch, 'approve');
    await moves('to-trust', 4200);
    await post(second, `/v1/batch-payments/${batch.id}/discard`, { reason: 'Not needed' });
    expect((await accounts()).toMove).toEqual({ direction: 'to-operating', amount: 4200 });
    await moves('to-operating', 4200);
    expect((await accounts()).toMove).toBeNull();
    await isRight();
  });

  it('that lends nothing says nothing', async () => {
    const tenantId = await anOrganisation();
    await funds.aPaid(tenantId, { at });
    expect((await made(tenantId)).lending).toBeNull();
  });
});

describe('a batch with one bank account', () => {
  beforeAll(() => begin({}));

  it('says nothing of what it lends', async () => {
    const tenantId = await anOrganisation();
    await funds.aLent(tenantId, { at });
    expect((await made(tenantId)).lending).toBeNull();
  });
});
