import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type TestCard, testCards } from '@kerb/domain/sandbox/test-cards.ts';
import type { CardScheme, CardWallet } from '@kerb/domain/vocabulary/card-schemes.ts';

/** The part of Stripe's API that we call, in the shapes of its library's types. Everything is in memory. */

type Card = { brand: string; funding: string; last4: string; country: string; wallet: { type: string } | null };
type Intent = {
  id: string;
  object: 'payment_intent';
  status: string;
  created: number;
  metadata: Record<string, string>;
  amount: number;
  latest_charge: object | null;
  last_payment_error: object | null;
};
type Refund = {
  id: string;
  object: 'refund';
  status: string;
  amount: number;
  payment_intent: string;
  metadata: Record<string, string>;
};
type Answer = { status: number; body: object } | 'none';
type Params = Record<string, string>;
export type SignedEvent = { headers: Record<string, string>; body: Buffer };

// biome-ignore format: a table
const brands: Record<CardScheme, string> = {
  visa: 'Visa', mastercard: 'MasterCard', amex: 'American Express', jcb: 'JCB', unionpay: 'UnionPay', other: 'Discover',
};
const codes: Record<string, string> = {
  'insufficient-funds': 'insufficient_funds',
  'expired-card': 'expired_card',
  'do-not-honour': 'do_not_honor',
};

const failure = (status: number, error: object): Answer => ({ status, body: { error } });
const invalid = (code: string): Answer => failure(400, { type: 'invalid_request_error', code, message: code });
const metadataIn = (params: Params): Record<string, string> => ({ reference: params['metadata[reference]'] ?? '' });
const list = (data: object[]): Answer => ({ status: 200, body: { object: 'list', has_more: false, data, url: '/v1' } });
type Held = { card: TestCard; wallet: CardWallet | null };
const cardOf = ({ card, wallet }: Held, brand: string): Card => {
  const { funding, country, number } = card;
  return { brand, funding, country, last4: number.slice(-4), wallet: wallet && { type: wallet.replace('-', '_') } };
};

async function paramsOf(request: IncomingMessage): Promise<Params> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
}

/** A new intent is in the list at once, and in the search only later. */
const newRecords = (webhookSecret: string) => ({
  webhookSecret,
  tokens: new Map<string, Held & { used: boolean }>(),
  methods: new Map<string, Held>(),
  intents: [] as Intent[],
  refunds: [] as Refund[],
  events: [] as SignedEvent[],
  search: { isUpToDate: false },
});
type Records = ReturnType<typeof newRecords>;

function sign(webhookSecret: string, text: string, seconds: number): SignedEvent {
  const mac = createHmac('sha256', webhookSecret).update(`${seconds}.${text}`).digest('hex');
  return { headers: { 'stripe-signature': `t=${seconds},v1=${mac}` }, body: Buffer.from(text) };
}

function report({ webhookSecret, events }: Records, type: string, object: object, times = 1) {
  const created = Math.floor(Date.now() / 1_000);
  // An event contains only the id of the charge.
  const shown = 'latest_charge' in object ? { ...object, latest_charge: 'ch_1' } : object;
  const event = { id: `evt_${randomUUID()}`, object: 'event', created, type, data: { object: shown } };
  for (let time = 0; time < times; time += 1) events.push(sign(webhookSecret, JSON.stringify(event), created));
}

function errorOf({ behaviour }: TestCard, payment_method: object) {
  const code = codes[behaviour];
  if (code === undefined) return null;
  const general = code === 'expired_card' ? code : 'card_declined';
  return { type: 'card_error', code: general, decline_code: code, message: 'Your card was declined.', payment_method };
}

function pay(records: Records, params: Params): Answer {
  const confirmed = records.tokens.get(params.confirmation_token ?? '');
  if (confirmed?.used) return invalid('token_already_used');
  if (confirmed) confirmed.used = true;
  const held = confirmed ?? records.methods.get(params.payment_method ?? '');
  if (!held) return invalid('resource_missing');
  const { card } = held;
  if (card.behaviour === 'unreachable') return 'none';
  const shown = cardOf(held, card.scheme);
  const error = errorOf(card, { id: params.payment_method, card: shown });
  const charged = card.behaviour.startsWith('late') ? 'processing' : 'succeeded';
  const intent: Intent = {
    id: `pi_${randomUUID()}`,
    object: 'payment_intent',
    status: error ? 'requires_payment_method' : charged,
    created: Math.floor(Date.now() / 1_000),
    metadata: metadataIn(params),
    amount: Number(params.amount),
    latest_charge: error ? null : { id: 'ch_1', object: 'charge', payment_method_details: { card: shown } },
    last_payment_error: error,
  };
  records.intents.unshift(intent);
  const name = error ? 'payment_failed' : intent.status;
  if (name !== 'processing') report(records, `payment_intent.${name}`, intent, card.behaviour === 'twice' ? 2 : 1);
  if (card.behaviour === 'no-answer') return 'none';
  return error ? failure(402, { ...error, payment_intent: intent }) : { status: 200, body: intent };
}

function giveBack(records: Records, params: Params): Answer {
  const intent = records.intents.find(({ id }) => id === params.payment_intent);
  const earlier = records.refunds.filter((made) => made.payment_intent === intent?.id);
  const before = earlier.reduce((sum, { amount }) => sum + amount, 0);
  if (!intent || before + Number(params.amount) > intent.amount) return invalid('charge_already_refunded');
  const refund: Refund = {
    id: `re_${randomUUID()}`,
    object: 'refund',
    status: 'succeeded',
    amount: Number(params.amount),
    payment_intent: intent.id,
    metadata: metadataIn(params),
  };
  records.refunds.push(refund);
  report(records, 'refund.created', refund);
  return { status: 200, body: refund };
}

const callsOn = (records: Records): Record<string, (params: Params, id: string) => Answer> => ({
  'GET /v1/tokens': (_params, id) => {
    const token = records.tokens.get(id);
    if (!token) return invalid('resource_missing');
    const card = cardOf(token, brands[token.card.scheme]);
    return { status: 200, body: { id, object: 'token', type: 'card', used: token.used, card } };
  },
  'GET /v1/confirmation_tokens': (_params, id) => {
    const token = records.tokens.get(id);
    if (!token) return invalid('resource_missing');
    const card = cardOf(token, token.card.scheme);
    const payment_intent = token.used ? 'pi_1' : null;
    return {
      status: 200,
      body: { id, object: 'confirmation_token', payment_intent, payment_method_preview: { type: 'card', card } },
    };
  },
  'POST /v1/payment_methods': (params) => {
    const token = records.tokens.get(params['card[token]'] ?? '');
    if (!token) return invalid('resource_missing');
    if (token.used) return invalid('token_already_used');
    token.used = true;
    const id = `pm_${randomUUID()}`;
    records.methods.set(id, token);
    return { status: 200, body: { id, object: 'payment_method', type: 'card' } };
  },
  'POST /v1/payment_intents': (params) => pay(records, params),
  'GET /v1/payment_intents': () => list(records.intents),
  'GET /v1/payment_intents/search': ({ query }) => {
    const wanted = /^metadata\['reference'\]:'(.*)'$/.exec(query ?? '')?.[1];
    return list(
      records.search.isUpToDate ? records.intents.filter(({ metadata }) => metadata.reference === wanted) : [],
    );
  },
  'GET /v1/refunds': ({ payment_intent }) =>
    list(records.refunds.filter((made) => made.payment_intent === payment_intent)),
  'POST /v1/refunds': (params) => giveBack(records, params),
});

/** One key is one call. A second call gets a conflict while the first runs, and then the same response. */
function answering(records: Records) {
  const calls = callsOn(records);
  const kept = new Map<string, { asked: string; answer: Answer | null }>();
  return async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    const params = request.method === 'POST' ? await paramsOf(request) : Object.fromEntries(searchParams);
    const [, path = pathname, id = ''] = /^(\/v1\/(?:confirmation_)?tokens)\/(.+)$/.exec(pathname) ?? [];
    const call = calls[`${request.method} ${path}`];
    if (!call) return failure(404, { type: 'invalid_request_error', message: `the double has no ${pathname}` });
    if (request.method !== 'POST') return call(params, id);
    const key = String(request.headers['idempotency-key']);
    const asked = JSON.stringify([path, params]);
    const before = kept.get(key);
    if (before && before.asked !== asked)
      return failure(400, { type: 'idempotency_error', message: 'other parameters' });
    if (before) return before.answer ?? failure(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    const entry: { asked: string; answer: Answer | null } = { asked, answer: null };
    kept.set(key, entry);
    await new Promise((then) => setTimeout(then, 20));
    entry.answer = call(params, id);
    return entry.answer;
  };
}

/** A fake Stripe on this machine. */
export async function startStripeDouble(webhookSecret: string, secretKey: string) {
  const records = newRecords(webhookSecret);
  const answer = answering(records);
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const isKnown = request.headers.authorization === `Bearer ${secretKey}`;
    const given = isKnown ? await answer(request) : failure(401, { type: 'invalid_request_error' });
    if (given === 'none') return void request.socket.destroy();
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    ...records,
    sign: (text: string, seconds: number) => sign(webhookSecret, text, seconds),
    url: `http://127.0.0.1:${port}`,
    tokenOf: async (number: string, wallet: CardWallet | null = null): Promise<string> => {
      const token = `${wallet ? 'ctoken' : 'tok'}_${randomUUID()}`;
      records.tokens.set(token, { card: testCards.find((card) => card.number === number)!, wallet, used: false });
      return token;
    },
    settle: async (reference: string) => {
      const intent = records.intents.find(({ metadata }) => metadata.reference === reference)!;
      intent.status = 'succeeded';
      report(records, 'payment_intent.succeeded', intent);
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
