import { randomUUID } from 'node:crypto';
import { eventBody } from '@kerb/domain/webhooks/campaign-events.ts';
import { sandboxMail } from '@kerb/server/gateways/mail/sandbox-mail.ts';
import { sandboxSms } from '@kerb/server/gateways/sms/sandbox-sms.ts';
import { deliverMessages, retryMinutes } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import type { CardGateway } from '@kerb/server/platform/ports/card-gateway.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { signatureOf } from '@kerb/server/platform/security/webhook-signature.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aBrowser } from '../../../test/browser.ts';
import { caughtUp } from '../../../test/caught-up.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ownTypes = ['refund_create', 'refund_pay', 'refund_fail', 'payment_void', 'message_fail', 'link_open'];
let stage: Stage;
let fixture: PaymentFixture;
let cards: CardGateway;

beforeAll(async () => {
  stage = await startStage({ env: { MESSAGE_RECEIPTS_SECRET: secret } });
  fixture = await paymentFixture(stage);
  cards = stage.deps.cards!;
  const hook = { url: 'http://127.0.0.1:9/own', events: [...ownTypes, 'invoice_create', 'invoice_pay'] };
  const made = await stage.as(fixture.agent.userId)('POST', `/v1/tenants/${fixture.tenantId}/webhooks`, hook);
  expect(made.statusCode, made.body).toBe(201);
});
afterEach(() => {
  stage.deps.cards = cards;
});

type Event = { type: string; description: string; subject?: { href: string }; details?: Record<string, unknown> };

/** The events of a campaign, as the feed has them. The webhook's deliveries are the same. */
async function eventsOf(id: number, types: readonly string[] = ownTypes): Promise<Event[]> {
  await caughtUp(stage);
  const path = `/v1/events?perPage=500&tenantId=${fixture.tenantId}&type=${types.join()}`;
  const answer = await stage.as(fixture.agent.userId)('GET', path);
  expect(answer.statusCode, answer.body).toBe(200);
  const events = answer
    .json()
    .items.filter(({ agreement }: { agreement: { href: string } }) => agreement.href === `/v1/agreements/${id}`);
  const sent = await stage.db
    .selectFrom('webhookDeliveries')
    .select('body')
    .where('agreementId', '=', id)
    .where('type', 'in', types as never)
    .orderBy('id')
    .execute();
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual(events);
  for (const event of events) expect(z.safeDecode(eventBody, event).success, JSON.stringify(event)).toBe(true);
  return events;
}
const shortOf = (events: Event[]) => events.map(({ type, subject, details }) => [type, subject?.href, details]);

const asAdmin = (path: string, body: object) =>
  stage.as(fixture.admin.userId)('POST', path, body, { 'idempotency-key': randomUUID() });
const refund = (id: number) => asAdmin(`/v1/payments/${id}/refund`, { amount: 200, keepsFee: true, reason: 'Less' });
const undo = (id: number) => asAdmin(`/v1/payments/${id}/void`, { reason: 'Twice' });

async function paid(how: 'card' | 'transfer') {
  const { id, payer } = await fixture.aCampaign();
  const answer =
    how === 'card'
      ? await fixture.pay(payer, id, await fixture.byCard())
      : await fixture.pay(fixture.admin.userId, id, fixture.byTransfer());
  expect(answer.statusCode, answer.body).toBe(200);
  return { id, paymentId: answer.json().id as number };
}
const declined = { state: 'declined', gatewayRef: 're_1', reason: 'refund-refused', card: null } as const;

describe('events about money', () => {
  it('say which invoice and payment, and how much', async () => {
    const { id, paymentId } = await paid('card');
    const [invoice] = await fixture.items(id, 'invoices');
    expect(shortOf(await eventsOf(id, ['invoice_create', 'invoice_pay']))).toEqual([
      ['invoice_create', invoice.href, { amount: 4263 }],
      ['invoice_pay', `/v1/payments/${paymentId}`, { amount: 4263 }],
    ]);
  });

  it('say that a part is requested and paid, with the fee that is kept', async () => {
    const { id, paymentId } = await paid('card');
    expect((await refund(paymentId)).statusCode).toBe(200);
    const href = `/v1/payments/${paymentId}`;
    expect(shortOf(await eventsOf(id))).toEqual([
      ['refund_create', href, { status: 'requested', amount: 200, fee: 25 }],
      ['refund_pay', href, { status: 'made', amount: 200, fee: 25 }],
    ]);
  });

  it('say that the card gateway refused it', async () => {
    const { id, paymentId } = await paid('card');
    stage.deps.cards = { ...cards, refund: async () => declined };
    await refund(paymentId);
    expect((await eventsOf(id)).map(({ type, details }) => [type, details?.status])).toEqual([
      ['refund_create', 'requested'],
      ['refund_fail', 'refused'],
    ]);
  });

  it('say that a void refunds the card, and that the payment no longer counts', async () => {
    const { id, paymentId } = await paid('card');
    expect((await undo(paymentId)).statusCode).toBe(200);
    const href = `/v1/payments/${paymentId}`;
    expect(shortOf(await eventsOf(id))).toEqual([
      ['refund_create', href, { status: 'requested', amount: 4263, fee: 0 }],
      ['refund_pay', href, { status: 'made', amount: 4263, fee: 0 }],
      ['payment_void', href, { amount: 4263 }],
    ]);
  });

  it('of a void without a card say no refund: the money goes back outside the product', async () => {
    const { id, paymentId } = await paid('transfer');
    expect((await undo(paymentId)).statusCode).toBe(200);
    expect(shortOf(await eventsOf(id))).toEqual([['payment_void', `/v1/payments/${paymentId}`, { amount: 4200 }]]);
  });

  it('are not told if the refund itself is refused to the person', async () => {
    const { id, paymentId } = await paid('card');
    expect((await asAdmin(`/v1/payments/${paymentId}/refund`, { amount: 9_999, reason: 'More' })).statusCode).not.toBe(
      200,
    );
    expect(await eventsOf(id)).toEqual([]);
  });
});

async function aSent(emailAddress = `p${randomUUID()}@example.com`) {
  const payer = fixture.build.aPayer({ emailAddress, mobilePhone: '0412345678' });
  const { id, payers } = await fixture.build.aCampaign(fixture.agent, fixture.tenantId, { payers: [payer] });
  const sent = await stage.as(fixture.agent.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
  expect(sent.statusCode, sent.body).toBe(200);
  const message = async (channel: 'email' | 'sms') => {
    const rows = await stage.db.selectFrom('messages').selectAll().where('agreementId', '=', id).execute();
    return rows.findLast((each) => each.channel === channel)!;
  };
  const linkOf = async (channel: 'email' | 'sms') =>
    new URL(secretsOf(stage.deps.secrets, (await message(channel)).sealedSecrets)[0]!).pathname;
  return { id, subject: `/v1/signatories/${payers[0]!.id}`, message, linkOf };
}

describe('events about a payer’s link', () => {
  it('say once that the payer opened it, and by which way if the link knows it', async () => {
    const mailed = await aSent();
    const link = await mailed.linkOf('email');
    await aBrowser(stage).send('HEAD', link);
    expect(await eventsOf(mailed.id)).toEqual([]);
    await aBrowser(stage).get(link);
    await aBrowser(stage).get(link);
    expect(shortOf(await eventsOf(mailed.id))).toEqual([['link_open', mailed.subject, { channel: 'email' }]]);
    const texted = await aSent();
    await aBrowser(stage).get(await texted.linkOf('sms'));
    expect(shortOf(await eventsOf(texted.id))).toEqual([['link_open', texted.subject, undefined]]);
  });

  it('say that it came back, why, and once, however often the provider reports it', async () => {
    const { id, subject, message } = await aSent();
    await deliverMessages(stage.deps);
    const { id: messageId, createdDate } = await message('email');
    const report = (status: string, minute: number) => {
      const date = `2026-11-17T01:0${minute}:00.000Z`;
      const named = `<kerb-${messageId}-${Date.parse(createdDate)}@kerb.example>`;
      const body = JSON.stringify({
        messageId: named,
        status,
        reason: status === 'bounced' ? 'full' : undefined,
        date,
      });
      const seconds = Math.floor(Date.now() / 1_000);
      const signature = signatureOf(secret, { id: 'r1', seconds, body });
      const headers = { 'webhook-id': 'r1', 'webhook-timestamp': `${seconds}`, 'webhook-signature': signature };
      return stage.app.inject({
        method: 'POST',
        url: '/v1/message-receipts',
        headers: { 'content-type': 'application/json', ...headers },
        payload: body,
      });
    };
    expect((await report('delivered', 1)).statusCode).toBe(204);
    expect(await eventsOf(id)).toEqual([]);
    for (const minute of [2, 2, 3]) expect((await report('bounced', minute)).statusCode).toBe(204);
    expect(shortOf(await eventsOf(id))).toEqual([['message_fail', subject, { channel: 'email', reason: 'full' }]]);
  });

  it('say it for the sandbox’s own bounces', async () => {
    const { id, subject } = await aSent('bounced@example.com');
    await deliverMessages({ ...stage.deps, mail: sandboxMail, sms: sandboxSms });
    const details = { channel: 'email', reason: 'unknown-address' };
    expect(shortOf(await eventsOf(id))).toEqual([['message_fail', subject, details]]);
  });

  it('say it when no provider took the message at the last attempt, and not before', async () => {
    const { id, subject } = await aSent();
    const refusing = {
      ...stage.deps.mail!,
      send: async () => {
        throw new DeliveryFailure('It was refused.');
      },
    };
    for (const [attempt] of [...retryMinutes, 0].entries()) {
      expect(await eventsOf(id), `before attempt ${attempt}`).toEqual([]);
      const now = new Date(Date.now() + (attempt + 1) * 24 * 3_600_000).toISOString();
      await deliverMessages({ ...stage.deps, mail: refusing, sms: null }, { now });
    }
    const details = { channel: 'email', reason: 'not-sent' };
    expect(shortOf(await eventsOf(id))).toEqual([['message_fail', subject, details]]);
  });

  it('are not told of codes and papers: the team does not see these', async () => {
    const { id, message } = await aSent('bounced@example.com');
    const { id: messageId } = await message('email');
    await stage.db.updateTable('messages').set({ kind: 'signature-code' }).where('id', '=', messageId).execute();
    await deliverMessages({ ...stage.deps, mail: sandboxMail, sms: sandboxSms });
    expect(await eventsOf(id)).toEqual([]);
  });
});
