import { randomUUID } from 'node:crypto';
import { type ChecklistFacts, fundsChecklist } from '@kerb/domain/agreements/funds-checklist.ts';
import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { entriesOf, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { post } from '@kerb/server/features/payments/ledger.repository.ts';
import { GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Person } from '../../../test/builders.ts';
import { type FundsFixture, fundsFixture } from '../../../test/funds-fixture.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

type Batch = z.input<typeof batchEndpoints.get.response>;
const au = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };
const nz = { bankAccountName: 'Harbour Trust', bankBsbNumber: null, bankAccountNumber: '0109020068389000' };

/** A stage with two admins and organisations that can be paid. */
async function paying(country: 'AU' | 'NZ') {
  const env = { COUNTRY: country };
  const stage = await startStage({ now: '2026-11-16T06:00:00.000Z', env });
  const funds = await fundsFixture(stage);
  const second = await funds.build.aPerson('admin');
  const as = (by: Person) => stage.as(by.userId);
  const key = () => ({ 'idempotency-key': randomUUID() });

  async function anOrganisation(): Promise<number> {
    const tenantId = await funds.build.aTenant();
    const account = country === 'AU' ? au : nz;
    await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
    return tenantId;
  }
  const make = (tenantId: number, more: object = {}) =>
    as(funds.admin)('POST', '/v1/batch-payments', { tenants: [{ href: `/v1/tenants/${tenantId}` }], ...more }, key());
  const move = (batch: Batch, name: string) => as(second)('POST', `/v1/batch-payments/${batch.id}/${name}`, {});
  async function transferred(tenantId: number): Promise<Batch> {
    const batch: Batch = (await make(tenantId)).json();
    for (const name of ['approve', 'mark-processing', 'mark-transferred']) {
      const answer = await move(batch, name);
      expect(answer.statusCode, answer.body).toBe(200);
    }
    return batch;
  }
  const owedTo = async (tenantId: number) =>
    (await as(funds.admin)('GET', `/v1/batch-payments/owed?tenantId=${tenantId}`)).json();
  const campaign = async (id: number) => (await as(funds.admin)('GET', `/v1/agreements/${id}`)).json();
  const record = (id: number, body: object, headers: object = key()) =>
    as(funds.admin)('POST', `/v1/agreements/${id}/record-transfer`, body, headers);
  const save = (id: number, body: object) => as(funds.admin)('PUT', `/v1/agreements/${id}`, body);
  return { stage, funds, second, as, anOrganisation, make, move, transferred, owedTo, campaign, record, save };
}
type Paying = Awaited<ReturnType<typeof paying>>;

let on: Paying;
let stage: Stage;
let funds: FundsFixture;
let cards: PaymentFixture;
beforeAll(async () => {
  on = await paying('AU');
  ({ stage, funds } = on);
  cards = await paymentFixture(stage);
  await stage.db.updateTable('tenants').set(au).where('id', '=', cards.tenantId).execute();
});

const outcome = (answer: { statusCode: number; json: () => { type?: string } }) => [
  answer.statusCode,
  answer.json().type?.split('/').at(-1),
];

/** Voids a card payment while the gateway does not answer, so that its refund stays under way. */
async function refundWithoutAnswer(paymentId: number) {
  const { cards: gateway } = stage.deps;
  const refund = async () => {
    throw new GatewayUnavailable('away');
  };
  stage.deps.cards = { ...gateway!, refund };
  const answer = await on.as(funds.admin)('POST', `/v1/payments/${paymentId}/void`, { reason: 'Changed' });
  stage.deps.cards = gateway;
  return answer;
}

describe('money under refund', () => {
  it('is in no batch while the card gateway has not answered', async () => {
    const { id, payer } = await cards.aCampaign();
    const payment = (await cards.pay(payer, id, await cards.byCard())).json();
    expect((await on.owedTo(cards.tenantId)).total).toBe(4200);
    expect((await refundWithoutAnswer(payment.id)).json()).toMatchObject({ isBeingVoided: true });
    expect((await on.owedTo(cards.tenantId)).total).toBe(0);
    expect(outcome(await on.make(cards.tenantId, { includesToCome: true }))).toEqual([409, 'nothing-due']);
  });

  it('ends a batch that was made before: it cannot be approved', async () => {
    const { id, payer } = await cards.aCampaign();
    const payment = (await cards.pay(payer, id, await cards.byCard())).json();
    const batch: Batch = (await on.make(cards.tenantId)).json();
    expect((await refundWithoutAnswer(payment.id)).statusCode).toBe(200);
    expect(outcome(await on.move(batch, 'approve'))).toEqual([409, 'batch-outdated']);
    await on.as(funds.admin)('POST', `/v1/batch-payments/${batch.id}/discard`, { reason: 'Refunded' });
  });

  it('cannot be what an approved batch pays', async () => {
    const { id, payer } = await cards.aCampaign();
    const payment = (await cards.pay(payer, id, await cards.byCard())).json();
    const batch: Batch = (await on.make(cards.tenantId)).json();
    expect((await on.move(batch, 'approve')).statusCode).toBe(200);
    expect(outcome(await refundWithoutAnswer(payment.id))).toEqual([409, 'funds-under-way']);
    expect(await cards.ledgerOf(id)).toMatchObject({ transit: -4200 });
    for (const name of ['mark-processing', 'mark-transferred']) await on.move(batch, name);
    expect(outcome(await refundWithoutAnswer(payment.id))).toEqual([409, 'funds-transferred']);
  });
});

describe('funds that are transferred while the campaign is not approved', () => {
  const setStatus = (id: number, status: string) =>
    on.as(funds.admin)('POST', `/v1/agreements/${id}/set-status`, { status, reason: 'A question' });

  it('complete the campaign once it is approved', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aPaid(tenantId, { at: '2026-11-12T02:00:00Z' });
    expect((await setStatus(id, 'waiting-info')).statusCode).toBe(200);
    await on.transferred(tenantId);
    expect(await on.campaign(id)).toMatchObject({ status: 'waiting-info', fundsState: 'transferred' });
    expect((await setStatus(id, 'approved')).statusCode).toBe(200);
    expect(await on.campaign(id)).toMatchObject({ status: 'complete', fundsState: 'transferred' });
    const log = await stage.db
      .selectFrom('logEntries')
      .select('logData')
      .where('targetAgreementId', '=', id)
      .where('activityCode', '=', 'campaign_status_change')
      .orderBy('id', 'desc')
      .execute();
    expect(log.slice(0, 2).map(({ logData }) => logData)).toMatchObject([
      { status: { before: 'approved', after: 'complete' } },
      { status: { before: 'waiting-info', after: 'approved' } },
    ]);
  });

  it('complete it again when an admin sets a complete campaign back to approved', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aPaid(tenantId, { at: '2026-11-12T02:00:00Z' });
    await on.transferred(tenantId);
    expect(await on.campaign(id)).toMatchObject({ status: 'complete' });
    expect((await setStatus(id, 'approved')).statusCode).toBe(200);
    expect(await on.campaign(id)).toMatchObject({ status: 'complete', paymentState: 'paid' });
  });

  it('do not complete a campaign that has still something to pay or to pass on', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aPaid(tenantId, { at: '2026-11-12T02:00:00Z' });
    await setStatus(id, 'waiting-info');
    expect((await setStatus(id, 'approved')).statusCode).toBe(200);
    expect(await on.campaign(id)).toMatchObject({ status: 'approved', fundsState: 'kept' });
  });
});

describe('a loan', () => {
  it('that is drawn before its batch is still owed, and paid by the next batch', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aLent(tenantId, { at: '2026-11-12T02:00:00Z' });
    const drawn = await on.save(id, { campaignFinanceDrawdownDate: '2026-11-13' });
    expect(drawn.statusCode, drawn.body).toBe(200);
    expect(await on.campaign(id)).toMatchObject({ status: 'executed', fundsState: 'kept' });
    const facts = (await on.campaign(id)) as ChecklistFacts;
    expect(fundsChecklist({ ...facts, hasRemittance: false }).at(-1)).toMatchObject({ state: 'current' });
    expect((await on.owedTo(tenantId)).total).toBe(4200);
    await on.transferred(tenantId);
    expect(await on.campaign(id)).toMatchObject({ status: 'executed', fundsState: 'transferred' });
    expect((await on.owedTo(tenantId)).items).toEqual([]);
  });

  it('is paid out with its additional amount, by one line of the bank file, and lent in full', async () => {
    const tenantId = await on.anOrganisation();
    const terms = { campaignBudget: '4200.00', campaignAdditionalAmount: '800.00' };
    const id = await funds.aLent(tenantId, { ...terms, at: '2026-11-12T02:00:00Z' });
    const batch = await on.transferred(tenantId);
    expect(batch.total).toBe(5000);
    const file = (await on.as(on.second)('GET', `/v1/batch-payments/${batch.id}/file`)).body.split('\r\n');
    expect(file.filter((line) => line.startsWith('1')).map((line) => line.slice(20, 30))).toEqual(['0000500000']);
    expect(await cards.ledgerOf(id)).toEqual({ bank: -5000, loans: 5000 });
    expect((await on.owedTo(tenantId)).items).toEqual([]);
  });

  it('that was paid out cannot go back to before its signature', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aLent(tenantId, { at: '2026-11-12T02:00:00Z' });
    await on.transferred(tenantId);
    expect(outcome(await funds.setStatus(id, 'draft'))).toEqual([409, 'loan-paid-out']);
  });

  it('that is owed something again gets into a later batch', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aLent(tenantId, { at: '2026-11-12T02:00:00Z' });
    await on.transferred(tenantId);
    await inTransaction(stage.deps, byTheProduct, async (work) => {
      await work.tx.updateTable('agreements').set({ campaignBorrowedAmount: '4300' }).where('id', '=', id).execute();
      await post(work, { agreementId: id, event: 'lend', entries: entriesOf([moveOf('lend', 100_00)]) });
    });
    expect(await on.campaign(id)).toMatchObject({ fundsState: 'kept' });
    expect((await on.transferred(tenantId)).total).toBe(100);
    expect(await cards.ledgerOf(id)).toEqual({ bank: -4300, loans: 4300 });
  });
});

describe('an amount that no bank file can pay', () => {
  it('is left out of a batch of all organisations, named with its reason, and paid by hand', async () => {
    const tenantId = await on.anOrganisation();
    const paid = { at: '2026-11-12T02:00:00Z' };
    const id = await funds.aPaid(tenantId, { ...paid, campaignBudget: '100000000.00' });
    const other = await funds.aPaid(tenantId, paid);
    const [owed] = (await on.owedTo(tenantId)).items;
    expect(owed).toMatchObject({
      due: { campaigns: 1, amount: 4200 },
      waiting: [{ reason: 'too-large', amount: 100_000_000, agreements: [{ flowNumber: `AU${id}` }] }],
    });
    const key = { 'idempotency-key': randomUUID() };
    const made = await on.as(funds.admin)('POST', '/v1/batch-payments', {}, key);
    expect(made.statusCode, made.body).toBe(201);
    const inBatch = (made.json() as Batch).items.map(({ agreement }) => agreement.href);
    expect(inBatch).toContain(`/v1/agreements/${other}`);
    expect(inBatch).not.toContain(`/v1/agreements/${id}`);
    const body = { date: '2026-11-16', description: 'CBA 7' };
    expect(outcome(await on.record(id, body))).toEqual([409, 'too-large']);
    await on.save(id, { fundManually: true });
    expect((await on.record(id, body)).statusCode).toBe(200);
    expect(await on.owedTo(tenantId)).toMatchObject({ total: 4200 });
  });
});

describe('recording a transfer by hand', () => {
  const body = { date: '2026-11-15', description: 'CBA 12345' };

  it('pays out all that is kept, once, and completes a campaign that was paid upfront', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aPaid(tenantId, { fundManually: true });
    expect((await on.owedTo(tenantId)).items[0]).toMatchObject({ manual: { campaigns: 1, amount: 4200 } });
    const kept = await on.as(funds.admin)('GET', `/v1/agreements/${id}/kept-funds`);
    expect(kept.json()).toEqual({ amount: 4200, refusal: null });
    const key = { 'idempotency-key': randomUUID() };
    const answers = [await on.record(id, body, key), await on.record(id, body, key)];
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [200, { amount: 4200, date: '2026-11-15' }],
      [200, { amount: 4200, date: '2026-11-15' }],
    ]);
    expect(await on.campaign(id)).toMatchObject({
      status: 'complete',
      fundsState: 'transferred',
      campaignAgencySettlementDate: '2026-11-15',
      campaignAgencySettlementAmount: 4200,
    });
    expect(await cards.ledgerOf(id)).toEqual({});
    expect((await on.owedTo(tenantId)).items).toEqual([]);
    const log = (await on.as(funds.admin)('GET', `/v1/log-entries?targetAgreementId=${id}`)).json();
    const entry = log.items.find(
      ({ description }: { description: string }) => description === 'Funds transferred by hand',
    );
    expect(JSON.parse(entry.logData)).toMatchObject({ amount: 420_000, reference: 'CBA 12345' });
    expect(outcome(await on.record(id, body))).toEqual([409, 'nothing-kept']);
  });

  it('of a loan lends it, and keeps its status', async () => {
    const id = await funds.aLent(await on.anOrganisation(), { fundManually: true, campaignAdditionalAmount: '10.00' });
    expect((await on.record(id, body)).json()).toMatchObject({ amount: 4210 });
    expect(await on.campaign(id)).toMatchObject({ status: 'signed', fundsState: 'transferred' });
    expect(await cards.ledgerOf(id)).toEqual({ bank: -4210, loans: 4210 });
  });

  it('is refused for a day in the future, and without a description, under their fields', async () => {
    const id = await funds.aPaid(await on.anOrganisation(), { fundManually: true });
    const later = await on.record(id, { ...body, date: '2026-11-17' });
    expect([later.statusCode, Object.keys(later.json().validation)]).toEqual([400, ['date']]);
    const bare = await on.record(id, { ...body, description: ' ' });
    expect([bare.statusCode, Object.keys(bare.json().validation)]).toEqual([400, ['description']]);
    expect(await on.campaign(id)).toMatchObject({ status: 'approved', fundsState: 'kept' });
  });

  it('is refused for funds that a batch pays, or that nobody has paid', async () => {
    const tenantId = await on.anOrganisation();
    const id = await funds.aPaid(tenantId, { at: '2026-11-12T02:00:00Z' });
    expect(outcome(await on.record(id, body))).toEqual([409, 'next-batch']);
    expect((await on.make(tenantId)).statusCode).toBe(201);
    await on.save(id, { fundManually: true });
    expect(outcome(await on.record(id, body))).toEqual([409, 'in-batch']);
    const { id: unpaid } = await funds.build.aCampaign(funds.admin, tenantId);
    expect(outcome(await on.record(unpaid, body))).toEqual([409, 'nothing-kept']);
  });
});

describe('in New Zealand, a loan within the five working days to cancel', () => {
  // Signed on Thursday 12 November 2026. The fifth working day is Thursday 19 November.
  const signed = { at: '2026-11-12T02:00:00Z' };

  it('is not batched, not even early, and not recorded by hand; afterwards it is', async () => {
    const nzOn = await paying('NZ');
    const tenantId = await nzOn.anOrganisation();
    const id = await nzOn.funds.aLent(tenantId, signed);
    const [owed] = (await nzOn.owedTo(tenantId)).items;
    expect(owed).toMatchObject({
      amount: 4200,
      nextPaymentDate: null,
      due: { campaigns: 0 },
      toCome: { campaigns: 0 },
      waiting: [
        { reason: 'cooling-off', amount: 4200, payableFrom: '2026-11-20', agreements: [{ flowNumber: `NZ${id}` }] },
      ],
    });
    expect(outcome(await nzOn.make(tenantId, { includesToCome: true }))).toEqual([409, 'nothing-due']);
    await nzOn.save(id, { fundManually: true });
    const body = { date: '2026-11-16', description: 'ANZ 1' };
    expect(outcome(await nzOn.record(id, body))).toEqual([409, 'cooling-off']);
    await nzOn.save(id, { fundManually: false });
    const early = await nzOn.funds.during('2026-11-19T09:00:00Z', () => nzOn.make(tenantId, { includesToCome: true }));
    expect(outcome(early)).toEqual([409, 'nothing-due']);
    const made = await nzOn.funds.during('2026-11-19T21:00:00Z', () => nzOn.make(tenantId));
    expect([made.statusCode, made.json().total]).toEqual([201, 4200]);
  });
});
