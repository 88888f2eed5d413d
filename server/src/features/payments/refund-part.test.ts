import { randomUUID } from 'node:crypto';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { reconcilePayments } from '@kerb/server/features/payments/reconcile-payments.ts';
import { sandboxKeys } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import { eventSignatureHeader, signEvent } from '@kerb/server/gateways/cards/sandbox/signed-events.ts';
import { type CardGateway, GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';

let stage: Stage;
let fixture: PaymentFixture;
let cards: CardGateway;
beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
  cards = stage.deps.cards!;
});
// Whatever a test did, the books agree.
afterEach(async () => {
  stage.deps.cards = cards;
  expect(await brokenInvariants(stage.db)).toEqual([]);
});

type Part = { amount: number; keepsFee?: boolean; reason?: string };
const refund = (id: number, { amount, keepsFee = false, reason = 'Fewer photos' }: Part, key: string = randomUUID()) =>
  stage.as(fixture.admin.userId)(
    'POST',
    `/v1/payments/${id}/refund`,
    { amount, keepsFee, reason },
    {
      'idempotency-key': key,
    },
  );
const undo = (id: number) => stage.as(fixture.admin.userId)('POST', `/v1/payments/${id}/void`, { reason: 'Twice' });
const set = (id: number, status: string) =>
  stage.as(fixture.admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });

/** A campaign of 4,200 dollars that was paid by card, with a surcharge of 63. */
async function paidByCard() {
  const { id, payer, payerEmail } = await fixture.aCampaign();
  const { id: paymentId } = (await fixture.pay(payer, id, await fixture.byCard())).json();
  return { id, payer, payerEmail, paymentId };
}
async function paidByTransfer() {
  const { id } = await fixture.aCampaign();
  const { id: paymentId } = (await fixture.pay(fixture.admin.userId, id, fixture.byTransfer())).json();
  return { id, paymentId };
}

/** The amount that the gateway has for the refunds of a payment, in cents. */
async function refundedByGateway(paymentId: number): Promise<number> {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(c.amount_cents), 0) as cents from sandbox_card_charges c join part_refunds r
      on r.reference = c.reference where r.payment_id = ${paymentId} and c.state = 'approved'`.execute(stage.db);
  return Number(rows[0]!.cents);
}
const first = async (id: number) => (await fixture.items(id, 'payments'))[0];
const down: () => CardGateway = () => ({
  ...cards,
  refund: async () => {
    throw new GatewayUnavailable('away');
  },
});
const declined = { state: 'declined', gatewayRef: 're_1', reason: 'refund-refused', card: null } as const;

describe('a part of a card payment', () => {
  it('goes back to the card less the fee, which is earned with its GST', async () => {
    const { id, paymentId } = await paidByCard();
    await set(id, 'cancelled');
    const answer = await refund(paymentId, { amount: 700, keepsFee: true });
    expect([answer.statusCode, answer.json().refundedAmount]).toEqual([200, 700]);
    expect(await refundedByGateway(paymentId)).toBe(675_00);
    const ledger = await fixture.ledgerOf(id);
    // Of the card the surcharge of 63 stays earned, and 25 of the refund.
    expect(ledger).toMatchObject({ gateway: 4263 - 675, held: -3500 });
    expect(-(ledger.fees ?? 0) - (ledger.tax ?? 0)).toBeCloseTo(63 + 25);
    expect(-(ledger.tax ?? 0)).toBeCloseTo(5.73 + 2.27);
    expect(await first(id)).toMatchObject({
      ...{ status: 'approved', refundedAmount: 700, mayVoid: false },
      refunds: [{ status: 'made', amount: 700, fee: 25, reason: 'Fewer photos' }],
    });
  });

  it('is due again while the campaign asks for it, and the organisation keeps nothing until it is paid', async () => {
    const { id, paymentId } = await paidByCard();
    expect((await refund(paymentId, { amount: 100 })).statusCode).toBe(200);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'waiting-approval', paymentState: 'part' });
    expect((await fixture.items(id, 'invoices'))[0]).toMatchObject({ status: 'issued', unpaidAmount: 100 });
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4163, payer: 100, received: -4163 });
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(100));
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
  });

  it('goes back several times, and never more in all than was paid', async () => {
    const { id, paymentId } = await paidByCard();
    for (const amount of [1000, 2000.5]) expect((await refund(paymentId, { amount })).statusCode).toBe(200);
    const more = await refund(paymentId, { amount: 1262.51 });
    expect([more.statusCode, more.json().validation.amount[0].message]).toEqual([
      400,
      'No more than $1,262.50 of this payment can be refunded.',
    ]);
    expect((await refund(paymentId, { amount: 1262.5, keepsFee: true })).statusCode).toBe(200);
    expect((await refund(paymentId, { amount: 0.01 })).json().type).toBe('/problems/already-refunded');
    expect(await refundedByGateway(paymentId)).toBe(4_263_00 - 25_00);
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 25 });
    expect(await fixture.campaign(id)).toMatchObject({ paymentState: 'none' });
    expect((await undo(paymentId)).json().type).toBe('/problems/refunded-in-part');
  });

  it('goes back once for one key, however often it is sent', async () => {
    const { id, paymentId } = await paidByCard();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => refund(paymentId, { amount: 50 }, key)));
    const again = await refund(paymentId, { amount: 50 }, key);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    expect([again.statusCode, (await first(id)).refunds.length]).toEqual([200, 1]);
    expect(await refundedByGateway(paymentId)).toBe(50_00);
    expect((await refund(paymentId, { amount: 60 }, key)).statusCode).toBe(422);
  });

  it('of two admins at once goes back once if both would be too much', async () => {
    const { paymentId } = await paidByCard();
    const answers = await Promise.all([refund(paymentId, { amount: 3000 }), refund(paymentId, { amount: 3000 })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).not.toEqual([200, 200]);
    expect(await refundedByGateway(paymentId)).toBe(3000_00);
  });

  it('stays requested while the gateway is down; nobody else has its money, and the job completes it', async () => {
    const { id, paymentId } = await paidByCard();
    stage.deps.cards = down();
    expect((await refund(paymentId, { amount: 200, keepsFee: true })).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4263, refunds: -175 });
    expect(await first(id)).toMatchObject({ refundableAmount: 0, mayVoid: false, refunds: [{ status: 'requested' }] });
    expect((await refund(paymentId, { amount: 1 })).json().type).toBe('/problems/being-voided');
    stage.deps.cards = cards;
    await sql`update part_refunds set started_at = started_at - interval '1 minute'`.execute(stage.db);
    await Promise.all([reconcilePayments(stage.deps), reconcilePayments(stage.deps)]);
    expect(await first(id)).toMatchObject({ refunds: [{ status: 'made' }] });
    expect(await refundedByGateway(paymentId)).toBe(175_00);
  });

  it('that the gateway refuses pays for the campaign again, without the fee', async () => {
    const { id, paymentId } = await paidByCard();
    stage.deps.cards = { ...cards, refund: async () => declined };
    expect((await refund(paymentId, { amount: 200, keepsFee: true })).statusCode).toBe(200);
    expect(await first(id)).toMatchObject({ refundedAmount: 0, mayVoid: true, refunds: [{ status: 'refused' }] });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4263, organisation: -4200 });
    stage.deps.cards = cards;
    expect((await undo(paymentId)).json()).toMatchObject({ status: 'voided' });
  });

  it('whose refund fails later is the payer’s again, once', async () => {
    const { id, paymentId } = await paidByCard();
    await refund(paymentId, { amount: 200, keepsFee: true });
    const { reference } = await stage.db
      .selectFrom('partRefunds')
      .select('reference')
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow();
    const event = { id: `evt_${reference}`, reference, at: '2026-11-15T02:30:00.000Z', outcome: declined };
    const body = Buffer.from(JSON.stringify(event));
    const secret = sandboxKeys(stage.deps.secrets).eventSecret;
    const headers = { [eventSignatureHeader]: signEvent(secret, body), 'content-type': 'application/json' };
    for (const _ of [1, 2]) {
      expect((await stage.as(null)('POST', '/v1/card-gateway/events', body, headers)).statusCode).toBe(204);
    }
    expect(await first(id)).toMatchObject({ refundedAmount: 0, refunds: [{ status: 'failed' }] });
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4263, organisation: -4200 });
  });

  it('is not refunded once the organisation has the funds', async () => {
    const { id, paymentId } = await paidByCard();
    await stage.db.updateTable('agreements').set({ fundManually: true }).where('id', '=', id).execute();
    const on = { date: '2026-11-17', description: 'Bank reference 3' };
    const headers = { 'idempotency-key': `on-${id}` };
    await stage.as(fixture.admin.userId)('POST', `/v1/agreements/${id}/record-transfer`, on, headers);
    expect(await first(id)).toMatchObject({ refundableAmount: 0 });
    const answer = await refund(paymentId, { amount: 10 });
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/nothing-refundable']);
    expect((await first(id)).refunds).toEqual([]);
  });
});

describe('a part of a bank transfer', () => {
  it('is recorded as gone from our bank account, less the fee', async () => {
    const { id, paymentId } = await paidByTransfer();
    await set(id, 'cancelled');
    expect((await refund(paymentId, { amount: 4200, keepsFee: true })).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toMatchObject({ bank: 25 });
    expect(await first(id)).toMatchObject({
      refundableAmount: 0,
      refunds: [{ status: 'made', amount: 4200, fee: 25 }],
    });
  });
});

describe('a payer who is told of a refund', () => {
  it('reads what went back and what was kept', async () => {
    const { id, paymentId, payer, payerEmail } = await paidByCard();
    await set(id, 'cancelled');
    await refund(paymentId, { amount: 700, keepsFee: true, reason: 'No auctioneer' });
    const messages = await stage.db
      .selectFrom('messages')
      .select(['recipient', 'subject', 'body', 'audience'])
      .where('agreementId', '=', id)
      .where('occasion', 'like', 'refunded:%')
      .execute();
    const own = messages.find(({ recipient }) => recipient === payerEmail);
    expect(own?.subject).toMatch(/^A part of your payment for .* was refunded$/);
    for (const words of [
      'We refunded $675 to the card that you paid with.',
      'Refunded to you: $675',
      'Refund administration fee kept: $25',
      'Held for you: $3,500',
    ]) {
      expect(own?.body).toContain(words);
    }
    expect(own?.body).not.toContain('No auctioneer');
    const log = await stage.db
      .selectFrom('logEntries')
      .select('description')
      .where('targetAgreementId', '=', id)
      .orderBy('id')
      .execute();
    const said = log.map(({ description }) => description).filter((words) => /[Rr]efund/.test(words ?? ''));
    expect(said).toEqual(['Refund requested', 'Part of a payment refunded']);
    const pdf = await stage.as(payer)('GET', `/v2/agreements/${id}/payment-confirmation`);
    const text = pdfText(pdf.rawPayload);
    for (const words of ['Refunded to you $675.00', 'Refund administration fee kept $25.00']) {
      expect(text).toContain(words);
    }
  });
});

describe('a refund in part', () => {
  it('needs an admin, a reason, an amount above the fee, and a key', async () => {
    const { id, paymentId } = await paidByCard();
    const body = { amount: 10, keepsFee: false, reason: 'Fewer photos' };
    const asAgent = stage.as(fixture.agent.userId);
    const key = { 'idempotency-key': randomUUID() };
    expect((await asAgent('POST', `/v1/payments/${paymentId}/refund`, body, key)).statusCode).toBe(403);
    const bare = await stage.as(fixture.admin.userId)('POST', `/v1/payments/${paymentId}/refund`, body);
    expect(bare.json().type).toBe('/problems/idempotency-key-missing');
    for (const [field, part] of [
      ['reason', { amount: 10, reason: ' ' }],
      ['amount', { amount: 25, keepsFee: true }],
      ['amount', { amount: 0 }],
      ['amount', { amount: -5 }],
      ['amount', { amount: 5000 }],
    ] as const) {
      const answer = await refund(paymentId, part);
      expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, [field]]);
    }
    expect((await first(id)).refunds).toEqual([]);
  });
});
