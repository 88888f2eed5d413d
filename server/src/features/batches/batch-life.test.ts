import { randomUUID } from 'node:crypto';
import { type ChecklistFacts, fundsChecklist } from '@kerb/domain/agreements/funds-checklist.ts';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { makerRefusal } from '@kerb/domain/second-person/second-person.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../../test/builders.ts';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { paymentFixture } from '../../../test/payment-fixture.ts';
import { plainBooks } from '../../../test/plain-books.ts';
import { asOwner } from '../../../test/test-database.ts';

type Batch = z.input<typeof batchEndpoints.get.response>;
type Owed = z.input<typeof batchEndpoints.owed.response>;

let stage: Stage;
let funds: FundsFixture;
let build: FundsFixture['build'];
let first: Person;
let second: Person;

// Monday afternoon in Sydney, and still Monday in Perth.
const now = '2026-11-16T06:00:00.000Z';

beforeAll(async () => {
  stage = await startStage({ now });
  funds = await fundsFixture(stage);
  ({ build } = funds);
  [first, second] = [await build.aPerson('admin'), await build.aPerson('admin')];
});

const account = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };

async function anOrganisation(columns: object = {}): Promise<number> {
  const tenantId = await build.aTenant();
  await stage.db
    .updateTable('tenants')
    .set({ ...account, ...columns })
    .where('id', '=', tenantId)
    .execute();
  return tenantId;
}

const thursday = { at: '2026-11-12T02:00:00Z' };
const aPaid = (tenantId: number, more: object = {}) => funds.aPaid(tenantId, { ...thursday, ...more });
const aLent = (tenantId: number, more: object = {}) => funds.aLent(tenantId, { ...thursday, ...more });

const call = (by: Person, path: string, body?: object, key: string = randomUUID()) =>
  stage.as(by.userId)(body ? 'POST' : 'GET', `/v1/batch-payments${path}`, body, { 'idempotency-key': key });
const post = (by: Person, batch: Batch, move: string, body: object = {}) => call(by, `/${batch.id}/${move}`, body);
const make = async (tenantIds: number[], more: object = {}) => {
  const tenants = tenantIds.map((id) => ({ href: `/v1/tenants/${id}` }));
  return call(first, '', { tenants, ...more });
};
async function made(...tenantIds: number[]): Promise<Batch> {
  const answer = await make(tenantIds);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const campaign = async (id: number) => (await stage.as(first.userId)('GET', `/v1/agreements/${id}`)).json();
const textOf = (answer: { json: () => { displayText: string } }) => answer.json().displayText;
const owedTo = async (tenantId: number) => {
  const { items } = (await call(first, '/owed')).json() as Owed;
  return items.find(({ tenant }) => tenant.href === `/v1/tenants/${tenantId}`);
};

/** A batch of one paid campaign, moved through the given steps. */
async function aBatch(...moves: ('approve' | 'mark-processing' | 'mark-transferred')[]) {
  const tenantId = await anOrganisation();
  const agreementId = await aPaid(tenantId);
  const batch = await made(tenantId);
  for (const move of moves) expect((await post(second, batch, move)).statusCode).toBe(200);
  return { tenantId, agreementId, batch };
}

async function stepsDone(id: number): Promise<number> {
  const facts = (await campaign(id)) as ChecklistFacts;
  return fundsChecklist({ ...facts, hasRemittance: false }).filter(({ state }) => state === 'done').length;
}

describe('making a batch', () => {
  it('takes the due campaigns, with their current account and amount', async () => {
    const tenantId = await anOrganisation();
    const [one, two] = [await aPaid(tenantId), await aLent(tenantId)];
    const batch = await made(tenantId);
    expect(batch).toMatchObject({
      status: 'waiting-approval',
      total: 8400,
      organisations: 1,
      campaigns: 2,
      firstPayments: 1,
      created: { user: { href: `/v1/users/${first.userId}` }, userName: first.displayName },
      approved: null,
      file: null,
    });
    expect(batch.items.map(({ agreement }) => agreement.href)).toEqual([one, two].map((id) => `/v1/agreements/${id}`));
    expect(batch.items[0]).toMatchObject({
      flowNumber: `AU${one}`,
      amount: 4200,
      accountName: 'Harbour Trust',
      bankAccount: '062-000 12345678',
      isFirstToAccount: true,
    });
    expect(await campaign(one)).toMatchObject({
      campaignAgencySettlementAmount: 4200,
      campaignAgencySettlementCreated: null,
    });
    expect(await owedTo(tenantId)).toMatchObject({ due: { campaigns: 0 }, inBatch: { campaigns: 2, amount: 8400 } });
  });

  it('without a selection takes everything due to organisations that can be paid, and nothing else', async () => {
    const due = await aPaid(await anOrganisation({ batchPaymentSchedule: 'W1' }));
    const later = await aPaid(await anOrganisation({ batchPaymentSchedule: 'W3' }));
    const nowhere = await aPaid(await build.aTenant());
    const manual = await aPaid(await anOrganisation(), { fundManually: true });
    const answer = await call(first, '', {});
    expect(answer.statusCode, answer.body).toBe(201);
    const taken = (answer.json() as Batch).items.map(({ agreement }) => Number(agreement.href.split('/').at(-1)));
    expect(taken).toContain(due);
    for (const left of [later, nowhere, manual]) expect(taken).not.toContain(left);
  });

  it('pays before the scheduled day only on request', async () => {
    const tenantId = await anOrganisation({ batchPaymentSchedule: 'M28' });
    await aPaid(tenantId);
    const refused = await make([tenantId]);
    expect([refused.statusCode, textOf(refused)]).toEqual([409, 'Nothing is due that could be paid now.']);
    expect((await make([tenantId], { includesToCome: true })).statusCode).toBe(201);
  });

  it('names the organisation that cannot be paid, and the reason', async () => {
    const tenantId = await build.aTenant({ name: 'Nowhere Realty' });
    await aPaid(tenantId);
    const answer = await make([tenantId]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation.tenants[0].message).toBe('Nowhere Realty: No bank account has been entered.');
  });

  it('never takes a campaign twice', async () => {
    const { tenantId } = await aBatch();
    expect((await make([tenantId])).statusCode).toBe(409);
  });

  it('is idempotent: a retry with the same key returns the same batch', async () => {
    const tenantId = await anOrganisation();
    await aPaid(tenantId);
    const body = { tenants: [{ href: `/v1/tenants/${tenantId}` }] };
    const [one, two] = [await call(first, '', body, 'again'), await call(first, '', body, 'again')];
    expect([two.statusCode, two.json()]).toEqual([201, one.json()]);
    const bare = await stage.as(first.userId)('POST', '/v1/batch-payments', body);
    expect([bare.statusCode, bare.json().type]).toEqual([400, expect.stringContaining('idempotency-key-missing')]);
  });

  it('is refused if the bank would not accept it', async () => {
    const tenantId = await anOrganisation();
    const id = await aPaid(tenantId, { campaignBudget: '60000000.00' });
    const ids = [id, await aPaid(tenantId, { campaignBudget: '40000000.00' })];
    const answer = await make([tenantId]);
    const words = 'The total is more than one bank file can hold. Make smaller batches.';
    expect([answer.statusCode, textOf(answer)]).toEqual([409, words]);
    expect(await campaign(id)).toMatchObject({ campaignAgencySettlementAmount: null });
    // Otherwise no other test could pay everything that is due.
    await stage.db.updateTable('agreements').set({ fundManually: true }).where('id', 'in', ids).execute();
  });

  it.each([{ tenants: [] }, { tenants: [7] }, { tenants: 'all' }, { includesToCome: 'yes' }, { more: 1 }])(
    'is refused with %j',
    async (body) => {
      const answer = await call(first, '', body);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().validation)).toHaveLength(1);
    },
  );
});

describe('approving a batch', () => {
  it('is refused to the admin who made it', async () => {
    const { batch } = await aBatch();
    const answer = await post(first, batch, 'approve');
    expect([answer.statusCode, textOf(answer)]).toEqual([
      409,
      'You made this batch, so someone else has to approve it.',
    ]);
  });

  it('is refused to an admin who was made or changed less than three days ago', async () => {
    const { batch } = await aBatch();
    const fresh = await build.aPerson('admin');
    const since = (standingSince: string) =>
      stage.db.updateTable('users').set({ standingSince }).where('id', '=', fresh.userId).execute();
    await since('2026-11-13T06:00:00.001Z');
    const answer = await post(fresh, batch, 'approve');
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/too-new']);
    await since('2026-11-13T06:00:00.000Z');
    expect((await post(fresh, batch, 'approve')).statusCode).toBe(200);
  });

  it('is refused to an admin who made the account of the one who made the batch', async () => {
    const { batch } = await aBatch();
    const maker = await build.aPerson('admin');
    const { createdByUserId: userId } = await stage.db
      .selectFrom('batches')
      .select('createdByUserId')
      .where('id', '=', batch.id)
      .executeTakeFirstOrThrow();
    const made = { userId, makerUserId: maker.userId, part: 'made', date: '2020-01-01T00:00:00.000Z' } as const;
    await stage.db.insertInto('userMakers').values(made).execute();
    const shown = await stage.as(maker.userId)('GET', `/v1/batch-payments/${batch.id}`);
    expect(shown.json().approvalRefusal).toBe(makerRefusal);
    const answer = await post(maker, batch, 'approve');
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/asker-made']);
  });

  it('writes the bank file, which then never changes', async () => {
    const { batch, agreementId } = await aBatch('approve');
    const answer = await call(second, `/${batch.id}/file`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=us-ascii',
      'content-disposition': expect.stringContaining(`KerbPay-batch-${batch.id}-2026-11-16.aba`),
    });
    const lines = answer.body.split('\r\n');
    expect(lines[1]).toMatch(/^1062-000 12345678N500000420000Harbour Trust/);
    expect(lines[1]?.slice(62, 80).trim()).toBe(`AU${agreementId}`);
    for (const change of ["file_bytes = 'x'", "file_name = 'x'", 'total = 1', 'approved_by_user_id = null']) {
      const tampering = sql`update batches set ${sql.raw(change)} where id = ${batch.id}`.execute(stage.db);
      await expect(tampering).rejects.toThrow('a bank file is written once');
    }
    await expect(sql`delete from batches where id = ${batch.id}`.execute(stage.db)).rejects.toThrow();
    const moved = sql`update batch_items set account_number = '1' where batch_id = ${batch.id}`.execute(stage.db);
    await expect(moved).rejects.toThrow('The items of a batch cannot be changed.');
  });

  it('is refused if the account has changed', async () => {
    const { batch, tenantId } = await aBatch();
    const changed = { bankAccountNumber: '87654321' };
    await stage.db.updateTable('tenants').set(changed).where('id', '=', tenantId).execute();
    const answer = await post(second, batch, 'approve');
    expect(answer.statusCode).toBe(409);
    expect(textOf(answer)).toMatch(/^The bank account of .* has changed since this batch was made\./);
  });

  it('is refused if a campaign is no longer owed', async () => {
    const { batch, agreementId } = await aBatch();
    await stage.as(first.userId)('POST', `/v1/agreements/${agreementId}/set-status`, { status: 'cancelled' });
    const answer = await post(second, batch, 'approve');
    expect(answer.statusCode).toBe(409);
    expect(textOf(answer)).toContain(`AU${agreementId}`);
  });

  it('prevents cancelling the campaign until the funds are transferred', async () => {
    const { agreementId } = await aBatch('approve');
    const answer = await stage.as(first.userId)('POST', `/v1/agreements/${agreementId}/set-status`, {
      status: 'cancelled',
    });
    expect([answer.statusCode, textOf(answer)]).toEqual([
      409,
      'The funds are on their way to the organisation. Discard their batch first.',
    ]);
  });
});

describe('a batch in progress', () => {
  it('updates the funds checklist and the campaign', async () => {
    const { batch, agreementId } = await aBatch();
    // First: method chosen, received, preparing. Then: ready, processing, transferred.
    const done = [await stepsDone(agreementId)];
    for (const move of ['approve', 'mark-processing', 'mark-transferred']) {
      expect((await post(second, batch, move)).statusCode).toBe(200);
      done.push(await stepsDone(agreementId));
    }
    expect(done).toEqual([3, 4, 5, 6]);
    expect(await campaign(agreementId)).toMatchObject({
      status: 'complete',
      campaignAgencySettlementAmount: 4200,
      campaignAgencySettlementCreated: '2026-11-16',
      campaignAgencySettlementProcessing: '2026-11-16',
      campaignAgencySettlementDate: '2026-11-16',
    });
  });

  it('is dated by each organisation’s own time zone', async () => {
    const zone = { defaultTimeZone: 'Pacific/Kiritimati' };
    const tenantId = await anOrganisation(zone);
    const id = await aPaid(tenantId);
    const batch = await made(tenantId);
    for (const move of ['approve', 'mark-processing', 'mark-transferred']) await post(second, batch, move);
    const { rows } = await sql<{ day: string }>`
      select (${now}::timestamptz at time zone 'Pacific/Kiritimati')::date as day`.execute(stage.db);
    expect(await campaign(id)).toMatchObject({ campaignAgencySettlementDate: rows[0]?.day });
  });

  it('does not change the status of a loan, which follows the loan’s own dates', async () => {
    const tenantId = await anOrganisation();
    const id = await aLent(tenantId);
    const batch = await made(tenantId);
    for (const move of ['approve', 'mark-processing', 'mark-transferred']) await post(second, batch, move);
    expect(await campaign(id)).toMatchObject({ status: 'signed', campaignAgencySettlementDate: '2026-11-16' });
    expect(await owedTo(tenantId)).toBeUndefined();
  });

  it('takes each step once: a repeat by the same person changes nothing, another person is refused', async () => {
    const { batch, agreementId } = await aBatch('approve');
    const entries = async () => {
      const { body } = await stage.as(first.userId)('GET', `/v1/log-entries?targetAgreementId=${agreementId}`);
      return JSON.parse(body).totalItems as number;
    };
    const before = await entries();
    expect((await post(second, batch, 'approve')).json().approved.userName).toBe(second.displayName);
    expect(await entries()).toBe(before);
    const third = await build.aPerson('admin');
    const answer = await post(third, batch, 'approve');
    expect([answer.statusCode, textOf(answer)]).toEqual([409, 'This batch is ready already.']);
  });

  it('skips no step', async () => {
    const { batch } = await aBatch();
    for (const move of ['mark-processing', 'mark-transferred']) {
      expect((await post(second, batch, move)).statusCode).toBe(409);
    }
    expect((await call(second, `/${batch.id}/file`)).statusCode).toBe(404);
  });

  it('marks a payment into an account as the first until one was transferred', async () => {
    const { tenantId } = await aBatch('approve', 'mark-processing', 'mark-transferred');
    await aPaid(tenantId);
    expect(await owedTo(tenantId)).toMatchObject({ isFirstToAccount: false });
    expect((await made(tenantId)).items[0]).toMatchObject({ isFirstToAccount: false });
    await stage.db.updateTable('tenants').set({ bankBsbNumber: '062001' }).where('id', '=', tenantId).execute();
    await aPaid(tenantId);
    expect((await made(tenantId)).items[0]).toMatchObject({ isFirstToAccount: true });
  });

  it('is recorded in each campaign’s log, and each download is logged', async () => {
    const { batch, agreementId } = await aBatch('approve', 'mark-processing', 'mark-transferred');
    await call(first, `/${batch.id}/file`);
    await call(second, `/${batch.id}/file`);
    const { rows } = await sql<{ description: string; userName: string; target: number | null }>`
      select description, user_name, target_agreement_id as target from log_entries
      where log_data ->> 'batch' = ${String(batch.id)} order by id`.execute(stage.db);
    expect(rows.map(({ description, userName, target }) => [description, userName, target])).toEqual([
      [`Funds put into batch ${batch.id}`, first.displayName, agreementId],
      [`Batch ${batch.id} approved`, second.displayName, agreementId],
      [`Batch ${batch.id} given to the bank`, second.displayName, agreementId],
      [`Funds transferred by batch ${batch.id}`, second.displayName, agreementId],
      [`Bank file of batch ${batch.id} downloaded`, first.displayName, null],
      [`Bank file of batch ${batch.id} downloaded`, second.displayName, null],
    ]);
  });
});

describe('the ledger of a campaign', () => {
  it('shows the money held for the organisation as paid out of the bank', async () => {
    const fixture = await paymentFixture(stage);
    await stage.db.updateTable('tenants').set(account).where('id', '=', fixture.tenantId).execute();
    const { id } = await fixture.aCampaign();
    const paying = await fixture.pay(fixture.admin.userId, id, fixture.byTransfer());
    expect(paying.statusCode, paying.body).toBe(200);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4200, organisation: -4200 });
    const batch = await made(fixture.tenantId);
    await post(second, batch, 'approve');
    const [payment] = await fixture.items(id, 'payments');
    const voiding = await stage.as(first.userId)('POST', `/v1/payments/${payment.id}/void`, { reason: 'Changed' });
    expect([voiding.statusCode, textOf(voiding)]).toEqual([
      409,
      'The funds are on their way to the organisation. Discard their batch first.',
    ]);
    for (const move of ['mark-processing', 'mark-transferred']) await post(second, batch, move);
    expect(await fixture.ledgerOf(id)).toEqual({});
    expect(await campaign(id)).toMatchObject({ status: 'complete' });
  });

  it('is unchanged, like everything else, if a transfer fails half-way, and the transfer can be retried', async () => {
    const tenantId = await anOrganisation();
    const ids = [await aPaid(tenantId), await aPaid(tenantId)];
    const batch = await made(tenantId);
    for (const move of ['approve', 'mark-processing']) await post(second, batch, move);
    await asOwner(stage.db, async (tx) => {
      await sql`create function break_off() returns trigger language plpgsql as $$
        begin raise exception 'the disk is full'; end $$`.execute(tx);
      await sql`create trigger break_off before insert on ledger_transactions for each row
        when (new.agreement_id = ${sql.lit(ids[1])}) execute function break_off()`.execute(tx);
    });
    expect((await post(second, batch, 'mark-transferred')).statusCode).toBe(500);
    for (const id of ids) {
      expect(await campaign(id)).toMatchObject({ status: 'approved', campaignAgencySettlementDate: null });
    }
    await asOwner(stage.db, (tx) => sql`drop trigger break_off on ledger_transactions`.execute(tx));
    expect((await post(second, batch, 'mark-transferred')).json()).toMatchObject({ status: 'transferred' });
    for (const id of ids) expect(await campaign(id)).toMatchObject({ status: 'complete' });
  });

  it('shows the loan as lent', async () => {
    const fixture = await paymentFixture(stage);
    const tenantId = await anOrganisation();
    const id = await aLent(tenantId);
    const batch = await made(tenantId);
    for (const move of ['approve', 'mark-processing', 'mark-transferred']) await post(second, batch, move);
    await post(second, batch, 'mark-transferred');
    expect(await fixture.ledgerOf(id)).toEqual({ bank: -4200, loans: 4200 });
  });
});

describe('discarding a batch', () => {
  it.each([[[]], [['approve']]] as const)('after %j restores the state before the batch', async (moves) => {
    const { batch, agreementId, tenantId } = await aBatch(...moves);
    const answer = await post(first, batch, 'discard', { reason: 'Wrong week' });
    expect(answer.json()).toMatchObject({ status: 'discarded', discardReason: 'Wrong week' });
    expect(await campaign(agreementId)).toMatchObject({
      status: 'approved',
      campaignAgencySettlementAmount: null,
      campaignAgencySettlementCreated: null,
    });
    expect((await call(second, `/${batch.id}/file`)).statusCode).toBe(404);
    expect((await made(tenantId)).items).toHaveLength(1);
  });

  it('takes back what it would have paid beyond what was kept, if an older release approved it', async () => {
    const id = await asOwner(stage.db, async (tx) => {
      const books = await plainBooks(tx);
      const agreementId = await books.aCampaign({ budget: 1500 });
      const invoice = await books.anInvoice(agreementId, { amount: 1000, paid: 1000, lines: { sale: 1000 } });
      const paymentId = await books.aPayment(agreementId, { amount: 1000 });
      const paid = { bank: 1000, [`organisation/${invoice}`]: -1000 };
      await books.post({ agreementId, event: 'payment', paymentId, entries: paid });
      // As the upgrade writes them: first what is missing, so that the balance is never above zero.
      const missing = { organisation: -500, shortfall: 500 };
      const key = `opening:order-shortfall:${agreementId}`;
      await sql`set constraints all immediate`.execute(tx);
      await sql`alter table ledger_entries disable trigger events_agree`.execute(tx);
      await sql`set constraints all deferred`.execute(tx);
      await books.post({ agreementId, event: 'opening', key, entries: missing });
      const batchId = await books.aBatch('approved', [[agreementId, 1500]]);
      const ordered = { organisation: 1500, transit: -1500 };
      await books.post({ agreementId, event: 'opening', batchId, entries: ordered });
      await sql`set constraints all immediate`.execute(tx);
      await sql`alter table ledger_entries enable trigger events_agree`.execute(tx);
      return { agreementId, batchId };
    });
    const answer = await call(first, `/${id.batchId}/discard`, { reason: 'It pays too much' });
    expect(answer.statusCode, answer.body).toBe(200);
    const { organisation, shortfall, transit } = await booksOf(stage.db, id.agreementId);
    expect({ organisation, shortfall, transit }).toEqual({ organisation: -100_000, shortfall: 0, transit: 0 });
  });

  it('needs a reason, and is refused once the bank has the file', async () => {
    const { batch } = await aBatch('approve', 'mark-processing');
    expect((await post(first, batch, 'discard', { reason: ' ' })).json().validation).toHaveProperty('reason');
    const answer = await post(first, batch, 'discard', { reason: 'x' });
    expect([answer.statusCode, textOf(answer)]).toEqual([409, 'This batch is processing already.']);
  });
});

describe('batches', () => {
  it('are listed newest first, in pages', async () => {
    const [one, two] = [(await aBatch()).batch, (await aBatch()).batch];
    const { items, totalItems } = (await call(first, '?perPage=2')).json();
    expect(items.map(({ id }: Batch) => id)).toEqual([two.id, one.id]);
    expect(totalItems).toBeGreaterThanOrEqual(2);
  });

  it('made by two admins at once contain each campaign once', async () => {
    const tenants = [await anOrganisation(), await anOrganisation(), await anOrganisation()];
    const ids: number[] = [];
    for (const tenantId of [...tenants, ...tenants]) ids.push(await aPaid(tenantId));
    const body = { tenants: tenants.map((id) => ({ href: `/v1/tenants/${id}` })) };
    const answers = await Promise.all([first, second, first, second].map((by) => call(by, '', body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from batch_items where agreement_id = any(${ids}::bigint[])`.execute(stage.db);
    expect(rows[0]?.count).toBe(ids.length);
  });

  it('that are approved and discarded at once end as discarded', async () => {
    const { batch } = await aBatch();
    const answers = await Promise.all([
      post(second, batch, 'approve'),
      post(first, batch, 'discard', { reason: 'Changed my mind' }),
    ]);
    const codes = answers.map(({ statusCode }) => statusCode);
    const status = ((await call(first, `/${batch.id}`)).json() as Batch).status;
    // An approved batch can still be discarded. A discarded batch can never be approved.
    expect(codes[1]).toBe(200);
    expect(status).toBe('discarded');
  });
});
