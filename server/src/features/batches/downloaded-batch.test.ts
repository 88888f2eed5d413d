import { randomUUID } from 'node:crypto';
import { needsNewApproval } from '@kerb/domain/batches/batch-moves.ts';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { reviewIntegrations } from '@kerb/server/features/integrations/integrations.jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../../test/builders.ts';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

type Batch = z.input<typeof batchEndpoints.get.response>;

let stage: Stage;
let funds: FundsFixture;
let first: Person;
let second: Person;

const now = '2026-11-16T06:00:00.000Z';

beforeAll(async () => {
  stage = await startStage({ now });
  funds = await fundsFixture(stage);
  [first, second] = [await funds.build.aPerson('admin'), await funds.build.aPerson('admin')];
});

const account = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };
const call = (by: Person, path: string, body?: object) =>
  stage.as(by.userId)(body ? 'POST' : 'GET', `/v1/batch-payments${path}`, body, { 'idempotency-key': randomUUID() });
const post = (by: Person, batch: Batch, move: string, body: object = {}) => call(by, `/${batch.id}/${move}`, body);
const make = (tenantIds: number[], by = first) =>
  call(by, '', { tenants: tenantIds.map((id) => ({ href: `/v1/tenants/${id}` })) });
const textOf = (answer: { json: () => { displayText: string } }) => answer.json().displayText;

/** A batch of one paid campaign, approved by a second admin. */
async function aBatch(maker = first, approver = second) {
  const tenantId = await funds.build.aTenant();
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  await funds.aPaid(tenantId, { at: '2026-11-12T02:00:00Z' });
  const answer = await make([tenantId], maker);
  expect(answer.statusCode, answer.body).toBe(201);
  const batch: Batch = answer.json();
  expect((await post(approver, batch, 'approve')).statusCode).toBe(200);
  return { tenantId, batch };
}

describe('a batch whose file was downloaded', () => {
  const discard = (by: Person, batch: Batch) => post(by, batch, 'discard', { reason: 'The amount is wrong' });
  const acts = async () => (await stage.as(first.userId)('GET', '/v1/pending-acts')).json().items;
  const decide = (by: Person, id: number, how: string, body: object = {}) =>
    stage.as(by.userId)('POST', `/v1/pending-acts/${id}/${how}`, body);
  const note = 'Called the bank: no file of this name.';

  it('is discarded only by two people', async () => {
    const { batch, tenantId } = await aBatch();
    await call(first, `/${batch.id}/file`);
    const asked = (await discard(first, batch)).json() as Batch;
    expect(asked).toMatchObject({
      status: 'approved',
      fileDownloadedDate: now,
      discardAsked: { userName: first.displayName, reason: 'The amount is wrong' },
    });
    expect((await make([tenantId])).statusCode).toBe(409);
    expect((await discard(second, batch)).statusCode).toBe(409);
    const [act] = await acts();
    expect(act).toMatchObject({ kind: 'discard-batch', subject: { name: `batch ${batch.id}` }, isOwn: true });
    expect((await decide(first, act.id, 'confirm', { note })).statusCode).toBe(403);
    const bare = await decide(second, act.id, 'confirm');
    expect(bare.json().validation.note[0].message).toBe('Write how you know that the bank has not taken the file.');
    const done = await decide(second, act.id, 'confirm', { note });
    expect(done.json()).toMatchObject({ outcome: 'done', note, decided: { userName: second.displayName } });
    expect((await call(first, `/${batch.id}`)).json()).toMatchObject({ status: 'discarded', discardAsked: null });
    expect((await make([tenantId])).statusCode).toBe(201);
  });

  it('is not discarded once the bank has the file, although somebody asked for it before', async () => {
    const { batch } = await aBatch();
    await call(first, `/${batch.id}/file`);
    await discard(first, batch);
    await post(first, batch, 'mark-processing');
    const [act] = await acts();
    const answer = await decide(second, act.id, 'confirm', { note });
    expect([answer.statusCode, textOf(answer)]).toEqual([409, 'This batch is processing already.']);
    expect((await decide(second, act.id, 'refuse', { note: 'The bank has it' })).json().outcome).toBe('refused');
  });

  it('is discarded by one person if nobody downloaded it', async () => {
    const { batch } = await aBatch();
    expect((await discard(first, batch)).json()).toMatchObject({ status: 'discarded', fileDownloadedDate: null });
    expect((await call(first, `/${batch.id}/file`)).statusCode).toBe(404);
  });
});

describe('an approved batch of somebody who is no longer an admin', () => {
  const leave = async (person: Person, by: Person) => {
    const left = await stage.as(by.userId)('PUT', `/v1/users/${person.userId}`, { disabled: true });
    expect(left.statusCode, left.body).toBe(200);
  };

  /** Whether the page and the list say that the batch needs a new approval. */
  const shown = async (by: Person, { id }: Batch): Promise<(boolean | undefined)[]> => {
    const { items } = (await call(by, '?perPage=100')).json() as { items: Batch[] };
    const one: Batch = (await call(by, `/${id}`)).json();
    return [one.isLapsed, items.find((each) => each.id === id)?.isLapsed];
  };

  it.each(['maker', 'approver'] as const)('is held if its %s leaves, and all admins are told', async (which) => {
    const [maker, approver, third] = [
      await funds.build.aPerson('admin'),
      await funds.build.aPerson('admin'),
      await funds.build.aPerson('admin'),
    ];
    const { batch } = await aBatch(maker, approver);
    const leaver = which === 'maker' ? maker : approver;
    await leave(leaver, third);
    for (const answer of [await call(third, `/${batch.id}/file`), await post(third, batch, 'mark-processing')]) {
      expect([answer.statusCode, textOf(answer)]).toEqual([409, needsNewApproval({})]);
    }
    expect(await shown(third, batch)).toEqual([true, true]);
    const told = await stage.db
      .selectFrom('messages')
      .select('body')
      .where('kind', '=', 'batch-lapsed')
      .where('recipient', '=', third.emailAddress)
      .where('subject', '=', `Batch ${batch.id} needs a new approval`)
      .execute();
    const part = which === 'maker' ? 'made' : 'approved';
    const words = `${leaver.displayName}, who ${part} batch ${batch.id}, is no longer an admin.`;
    expect(told).toEqual([{ body: expect.stringContaining(words) }]);
    const logged = await stage.db
      .selectFrom('logEntries')
      .select('id')
      .where('description', 'like', `Batch ${batch.id} needs a new approval%`)
      .execute();
    expect(logged).toHaveLength(1);
    expect((await post(third, batch, 'discard', { reason: 'Its approval has lapsed' })).json().status).toBe(
      'discarded',
    );
  });

  it('stays held if the person becomes an admin again, as the message says', async () => {
    const [maker, third] = [await funds.build.aPerson('admin'), await funds.build.aPerson('admin')];
    const { batch } = await aBatch(maker);
    expect(await shown(third, batch)).toEqual([undefined, undefined]);
    await leave(maker, third);
    await stage.db.updateTable('users').set({ disabledDate: null }).where('id', '=', maker.userId).execute();
    expect(await shown(third, batch)).toEqual([true, true]);
    const answer = await call(third, `/${batch.id}/file`);
    expect([answer.statusCode, textOf(answer)]).toEqual([409, needsNewApproval({})]);
    expect(textOf(await post(third, batch, 'approve'))).toBe(needsNewApproval({}));
    const { body } = await stage.db
      .selectFrom('messages')
      .select('body')
      .where('kind', '=', 'batch-lapsed')
      .where('subject', '=', `Batch ${batch.id} needs a new approval`)
      .executeTakeFirstOrThrow();
    expect(body).toContain('This stays so if they become an admin again.');
    const discarded = await post(third, batch, 'discard', { reason: 'Its approval has lapsed' });
    expect(discarded.json()).toMatchObject({ status: 'discarded' });
    expect(discarded.json().isLapsed).toBeUndefined();
  });

  it('is found by the daily review, once, if an earlier release did not hold it', async () => {
    const [maker, third] = [await funds.build.aPerson('admin'), await funds.build.aPerson('admin')];
    const { batch } = await aBatch(maker);
    await stage.db.updateTable('users').set({ disabledDate: now }).where('id', '=', maker.userId).execute();
    expect(await shown(third, batch)).toEqual([true, true]);
    for (const _day of [1, 2]) await reviewIntegrations(stage.deps);
    const stored = await stage.db
      .selectFrom('batches')
      .select('lapsedDate')
      .where('id', '=', batch.id)
      .executeTakeFirstOrThrow();
    expect(stored.lapsedDate).toBe(now);
    const told = await stage.db
      .selectFrom('messages')
      .select('id')
      .where('recipient', '=', third.emailAddress)
      .where('subject', '=', `Batch ${batch.id} needs a new approval`)
      .execute();
    expect(told).toHaveLength(1);
  });

  it('can still be marked as processing if its file was downloaded before', async () => {
    const [maker, third] = [await funds.build.aPerson('admin'), await funds.build.aPerson('admin')];
    const { batch } = await aBatch(maker);
    expect((await call(third, `/${batch.id}/file`)).statusCode).toBe(200);
    await leave(maker, third);
    expect((await call(third, `/${batch.id}/file`)).statusCode).toBe(409);
    expect((await post(third, batch, 'mark-processing')).json().status).toBe('processing');
    expect((await call(third, `/${batch.id}/file`)).statusCode).toBe(200);
  });
});
