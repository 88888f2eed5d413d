import { randomUUID } from 'node:crypto';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../../test/builders.ts';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

type Batch = z.input<typeof batchEndpoints.get.response>;

let stage: Stage;
let funds: FundsFixture;
let ledger: Pick<PaymentFixture, 'ledgerOf'>;
let second: Person;
const at = '2026-11-12T02:00:00Z';
const account = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T06:00:00.000Z' });
  funds = await fundsFixture(stage);
  ledger = await paymentFixture(stage);
  second = await funds.build.aPerson('admin');
});

async function aPaid(more: object = {}) {
  const tenantId = await funds.build.aTenant();
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  return { tenantId, id: await funds.aPaid(tenantId, { at, ...more }) };
}

const send = (by: Person, path: string, body: object) =>
  stage.as(by.userId)('POST', path, body, { 'idempotency-key': randomUUID() });
const make = (tenantId: number, by = funds.admin) =>
  send(by, '/v1/batch-payments', { tenants: [{ href: `/v1/tenants/${tenantId}` }] });
const approve = (batch: Batch) => send(second, `/v1/batch-payments/${batch.id}/approve`, {});
const cancel = (id: number) => send(funds.admin, `/v1/agreements/${id}/set-status`, { status: 'cancelled' });

async function refund(id: number) {
  const { items } = (await stage.as(funds.admin.userId)('GET', `/v1/agreements/${id}/payments`)).json();
  return send(funds.admin, `/v1/payments/${items[0].id}/void`, { reason: 'Changed' });
}

type Call = () => Promise<{ statusCode: number }>;
/** Both at once, in both orders, several times. Returns the status codes in the order of the arguments. */
async function together(one: Call, other: Call, isSwapped: boolean): Promise<number[]> {
  const answers = isSwapped ? (await Promise.all([other(), one()])).toReversed() : await Promise.all([one(), other()]);
  return answers.map(({ statusCode }) => statusCode);
}
const rounds = [false, true, false, true];

describe('at once with the approval of its batch', () => {
  it.each(rounds)(
    'a campaign is cancelled or its funds are on their way, never both (swapped: %j)',
    async (isSwapped) => {
      const { tenantId, id } = await aPaid();
      const batch: Batch = (await make(tenantId)).json();
      const codes = await together(
        () => approve(batch),
        () => cancel(id),
        isSwapped,
      );
      expect(codes.toSorted()).toEqual([200, 409]);
      const expected = codes[0] === 200 ? { bank: 4200, transit: -4200 } : { bank: 4200, held: -4200 };
      expect(await ledger.ledgerOf(id)).toEqual(expected);
    },
  );

  it.each(rounds)('a payment is voided or its funds are on their way, never both (swapped: %j)', async (isSwapped) => {
    const { tenantId, id } = await aPaid();
    const batch: Batch = (await make(tenantId)).json();
    const codes = await together(
      () => approve(batch),
      () => refund(id),
      isSwapped,
    );
    expect(codes.toSorted()).toEqual([200, 409]);
    expect(await ledger.ledgerOf(id)).toEqual(codes[0] === 200 ? { bank: 4200, transit: -4200 } : {});
  });
});

describe('funds that are paid out by two people at once', () => {
  it.each(rounds)('by two batches are in one of them (swapped: %j)', async (isSwapped) => {
    const { tenantId } = await aPaid();
    const codes = await together(
      () => make(tenantId),
      () => make(tenantId, second),
      isSwapped,
    );
    expect(codes.toSorted()).toEqual([201, 409]);
  });

  it.each(rounds)('by hand are transferred once (swapped: %j)', async (isSwapped) => {
    const { id } = await aPaid({ fundManually: true });
    const body = { date: '2026-11-16', description: 'CBA 1' };
    const record = (by: Person) => send(by, `/v1/agreements/${id}/record-transfer`, body);
    const codes = await together(
      () => record(funds.admin),
      () => record(second),
      isSwapped,
    );
    expect(codes.toSorted()).toEqual([200, 409]);
    expect(await ledger.ledgerOf(id)).toEqual({});
  });

  it.each(rounds)('by hand and cancelled are one of the two (swapped: %j)', async (isSwapped) => {
    const { id } = await aPaid({ fundManually: true });
    const record = () =>
      send(second, `/v1/agreements/${id}/record-transfer`, { date: '2026-11-16', description: 'CBA 1' });
    const codes = await together(record, () => cancel(id), isSwapped);
    const entries = await ledger.ledgerOf(id);
    if (codes[0] === 200) {
      // A campaign whose funds were transferred can still be cancelled, but not by a request that came before.
      expect([200, 409]).toContain(codes[1]);
      expect(entries).toEqual({});
    } else expect([codes, entries]).toEqual([[409, 200], { bank: 4200, held: -4200 }]);
  });

  it.each(rounds)(
    'by two admins who mark one batch as transferred leave the bank once (swapped: %j)',
    async (isSwapped) => {
      const { tenantId, id } = await aPaid();
      const batch: Batch = (await make(tenantId)).json();
      for (const step of ['approve', 'mark-processing'])
        await send(second, `/v1/batch-payments/${batch.id}/${step}`, {});
      const mark = (by: Person) => send(by, `/v1/batch-payments/${batch.id}/mark-transferred`, {});
      const codes = await together(
        () => mark(funds.admin),
        () => mark(second),
        isSwapped,
      );
      expect(codes.toSorted()).toEqual([200, 409]);
      expect(await ledger.ledgerOf(id)).toEqual({});
    },
  );
});
