import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { type NewMessage, postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { signatureOf } from '@kerb/server/platform/security/webhook-signature.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ env: { MESSAGE_RECEIPTS_SECRET: secret } });
});

const mail: NewMessage = {
  kind: 'payment-link',
  channel: 'email',
  audience: 'vendor',
  recipient: 'ann@example.com',
  subject: 'Your campaign',
  body: 'Hello Ann',
};

/** Sends a mail and returns the id that its provider got. */
async function aSentMail(): Promise<{ id: number; messageId: string }> {
  await inTransaction(stage.deps, byTheProduct, (work) => postMessage(work, mail));
  await deliverMessages(stage.deps);
  const { id } = await stage.db.selectFrom('messages').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return { id, messageId: `<${stage.sent.mails.at(-1)?.id}>` };
}
const stored = (id: number) =>
  stage.db
    .selectFrom('messages')
    .select(['receiptStatus', 'receiptReason', 'receiptDate'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

type Signing = { key?: string; seconds?: number; signed?: string };

function post(
  receipt: object | string,
  { key = secret, seconds = Math.floor(Date.now() / 1_000), signed }: Signing = {},
) {
  const body = typeof receipt === 'string' ? receipt : JSON.stringify(receipt);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'r1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(key, { id: 'r1', seconds, body: signed ?? body }),
  };
  return stage.app.inject({ method: 'POST', url: '/v1/message-receipts', headers, payload: body });
}

const at = (minute: number) => `2026-11-17T01:${String(minute).padStart(2, '0')}:00.000Z`;

describe('a receipt of a provider', () => {
  it('says that a message was delivered, or why it came back', async () => {
    const { id, messageId } = await aSentMail();
    expect((await post({ messageId, status: 'delivered', date: at(1) })).statusCode).toBe(204);
    expect(await stored(id)).toEqual({ receiptStatus: 'delivered', receiptReason: null, receiptDate: at(1) });
    await post({ messageId, status: 'bounced', reason: 'full', date: at(2) });
    expect(await stored(id)).toMatchObject({ receiptStatus: 'bounced', receiptReason: 'full' });
  });

  it('that is late or repeated changes nothing', async () => {
    const { id, messageId } = await aSentMail();
    await post({ messageId, status: 'bounced', date: at(5) });
    for (const minute of [5, 4]) {
      expect((await post({ messageId, status: 'delivered', date: at(minute) })).statusCode).toBe(204);
    }
    expect(await stored(id)).toMatchObject({ receiptStatus: 'bounced', receiptReason: 'other' });
  });

  // biome-ignore format: a table
  it.each<[string, Signing]>([
    ['with another secret',  { key: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }],
    ['for another body',     { signed: '{}' }],
    ['six minutes ago',      { seconds: Math.floor(Date.now() / 1_000) - 360 }],
    ['in six minutes',       { seconds: Math.floor(Date.now() / 1_000) + 360 }],
  ])('that was signed %s is refused', async (_how, signing) => {
    const { id, messageId } = await aSentMail();
    const answer = await post({ messageId, status: 'bounced', date: at(1) }, signing);
    expect([answer.statusCode, answer.json().type]).toEqual([400, '/problems/not-signed']);
    expect(await stored(id)).toMatchObject({ receiptStatus: null });
  });

  it('of another message, or of one with a guessed number, changes nothing and is answered the same', async () => {
    const { id, messageId } = await aSentMail();
    for (const guessed of [messageId.replace(/-\d+@/, '-1@'), 'kerb-999999999-1']) {
      expect((await post({ messageId: guessed, status: 'bounced', date: at(1) })).statusCode).toBe(204);
    }
    expect(await stored(id)).toMatchObject({ receiptStatus: null });
  });

  it.each([
    ['no JSON', '{'],
    ['another form', '{"messageId":"kerb-1-1","status":"lost","date":"2026-11-17T01:00:00.000Z"}'],
  ])('that is %s is refused', async (_what, body) => {
    expect((await post(body)).statusCode).toBe(400);
  });
});

it('without a secret no receipt is taken', async () => {
  const bare = await startStage();
  const answer = await bare.app.inject({ method: 'POST', url: '/v1/message-receipts', payload: '{}' });
  expect(answer.statusCode).toBe(400);
});
