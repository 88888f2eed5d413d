import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CardBehaviour, testCardOf } from '@kerb/domain/sandbox/test-cards.ts';
import { openEmbedded } from '@kerb/server/platform/database/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  killServers,
  ownEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';
import { onPostgres } from './test-database.ts';

/** A real server that charges real (sandbox) cards, killed at every moment that matters. */

const folder = mkdtempSync(join(tmpdir(), 'kerb-killed-'));
let env: Record<string, string>;
let server: RealServer;
let token: string;
let tenantHref: string;

beforeAll(async () => {
  env = await ownEnvironment(join(folder, 'data'));
  const link = createAdmin(env, 'first.admin@example.com');
  server = await startServer(env);
  token = await signInWithLink(server.url, link, 'a long enough password');
  tenantHref = (await call<{ href: string }>('POST', '/v1/tenants', { name: 'Harbour Estate' })).href;
}, 120_000);
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await send(method, path, body);
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

async function aCampaign(): Promise<number> {
  const { id } = await call<{ id: number }>('POST', '/v1/agreements', {
    campaignBudget: 1000,
    campaignPlannedStartDate: '2026-12-01',
    campaignBudgetFundsPurpose: 'marketing',
    tenant: { href: tenantHref },
    vendors: [{ firstName: 'Pat', surname: 'Payer', emailAddress: `pat-${randomUUID()}@example.com` }],
  });
  await call('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-invite' });
  return id;
}

type Attempt = { id: number; key: string; body: object };

/** What the form sends, with a token from the provider's own server. */
async function anAttempt(id: number, behaviour: CardBehaviour): Promise<Attempt> {
  const { cardFrame } = await call<{ cardFrame: { origin: string } }>('GET', `/v1/agreements/${id}/payment-details`);
  const answer = await fetch(`${cardFrame.origin}/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: testCardOf(behaviour).number, month: 12, year: 2090, cvc: '123' }),
  });
  const { token: cardToken } = (await answer.json()) as { token: string };
  const body = { financeOptionCode: 'pn', method: 'card', amount: 1000, surcharge: 15, cardToken };
  return { id, key: randomUUID(), body: { ...body, receiptEmail: 'pat@example.com' } };
}

const pay = ({ id, key, body }: Attempt) => send('POST', `/v1/agreements/${id}/pay`, body, { 'idempotency-key': key });

/** As a browser does: the same request again until there is an answer to it. */
async function payUntilAnswered(attempt: Attempt) {
  for (;;) {
    const answer = await pay(attempt).catch(() => null);
    if (answer && answer.status !== 409 && answer.status !== 503) return answer;
    await pause(100);
  }
}

type Row = Record<string, string | number | null>;

/** Reads the database beside the server; the embedded one only once the server is gone. */
async function read(query: string, values: unknown[] = []): Promise<Row[]> {
  if (!onPostgres) {
    await stopServer(server, 'SIGKILL');
    const { pool, close } = await openEmbedded(join(env.DATA_DIR ?? '', 'database'));
    const { rows } = await pool.query(query, values).finally(close);
    return rows;
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  return client.query(query, values).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

async function until(isSo: () => Promise<boolean>) {
  const giveUp = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > giveUp) throw new Error('it never came to that');
    await pause(20);
  }
}

/** The key of a request that died is free again after its lease; here that time passes at once. */
async function restart() {
  await stopServer(server, 'SIGKILL');
  if (onPostgres) await read('update idempotency_keys set lease_until = clock_timestamp()');
  server = await startServer(env);
}

/** A campaign's payments beside what the gateway itself took for each. */
const paymentsOf = (id: number) =>
  read(
    `select p.status, (p.amount + p.surcharge)::float as amount, p.gateway_ref = c.id as is_same,
       (select count(*)::int from sandbox_card_charges x where x.reference = p.reference) as charges,
       c.amount_cents::int as cents,
       (select coalesce(sum(e.amount), 0)::float from ledger_entries e
          join ledger_transactions t on t.id = e.transaction_id where t.payment_id = p.id and e.amount > 0) as booked
     from payments p left join sandbox_card_charges c on c.reference = p.reference and c.state = 'approved'
     where p.agreement_id = $1`,
    [id],
  );
const paidOnce = [{ status: 'approved', amount: 1015, is_same: true, charges: 1, cents: 101_500 }];

/** Holds every writer of a table back until it is released. */
async function hold(table: string) {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  return { release: () => client.end() };
}
const isWaitingFor = async (table: string) => {
  const waiting = `select 1 from pg_locks where relation = $1::regclass and not granted`;
  return (await read(waiting, [table])).length > 0;
};

type Moment = { card?: CardBehaviour; held?: string; isReached: (id: number) => Promise<boolean> };
const heldAt = (table: string): Moment => ({ held: table, isReached: () => isWaitingFor(table) });
const chargesFor = `select 1 from payments p join sandbox_card_charges c on c.reference = p.reference where p.agreement_id = $1`;

// biome-ignore format: a table
const moments: Record<string, Moment> = {
  'before the payment is written down':      heldAt('payments'),
  'before the gateway has charged':          heldAt('sandbox_card_charges'),
  'after the charge, before its answer':     { card: 'slow', isReached: async (id) => (await read(chargesFor, [id])).length > 0 },
  'before the outcome is written down':      heldAt('ledger_transactions'),
  'while the gateway reports it':            heldAt('gateway_events'),
  'as soon as the outcome is written down':  { isReached: async (id) => (await paymentsOf(id))[0]?.status === 'approved' },
};

describe('a server that is killed while a card is charged', () => {
  // The embedded engine lets nobody look on while it works, so that no moment can be waited for.
  for (const [when, { card = 'approve', held, isReached }] of Object.entries(onPostgres ? moments : {})) {
    it(`charges once, killed ${when}`, { timeout: 120_000 }, async () => {
      const id = await aCampaign();
      const attempt = await anAttempt(id, card);
      const lock = held === undefined ? null : await hold(held);
      const first = pay(attempt).catch(() => null);
      await until(() => isReached(id));
      await stopServer(server, 'SIGKILL');
      await lock?.release();
      await first;
      await restart();
      const answer = await payUntilAnswered(attempt);
      expect(answer).toMatchObject({ status: 200, body: { status: 'approved' } });
      expect(await pay(attempt)).toEqual(answer);
      expect(await paymentsOf(id)).toMatchObject(paidOnce);
    });
  }

  it('charges each payer once, killed again and again, and has every charge in its books', {
    timeout: 300_000,
  }, async () => {
    const quick: CardBehaviour[] = ['approve', 'twice', 'do-not-honour'];
    const cards: CardBehaviour[] = onPostgres ? [...quick, 'slow', 'late', 'insufficient-funds'] : quick;
    const campaigns: number[] = [];
    for (let n = 0; n < (onPostgres ? 36 : 12); n += 1) campaigns.push(await aCampaign());
    const waiting = campaigns.map((id, n) => ({ id, card: cards[n % cards.length]! }));
    const answers = new Map<number, number>();
    const payers = Array.from({ length: 4 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id, card } = next;
        let attempt: Attempt | null = null;
        while (!attempt) attempt = await anAttempt(id, card).catch(() => pause(100, null));
        const { status } = await payUntilAnswered(attempt);
        answers.set(id, status);
      }
    });
    for (let kill = 0; kill < (onPostgres ? 6 : 1); kill += 1) {
      await pause(randomInt(100, 1_200));
      await restart();
    }
    await Promise.all(payers);
    expect(new Set(answers.values())).toEqual(new Set([200, 402]));
    if (onPostgres)
      await until(async () => (await read(`select 1 from payments where status = 'pending'`)).length === 0);

    const unaccounted = `
      select c.reference from sandbox_card_charges c left join payments p on p.reference = c.reference
      where c.state = 'approved' and (p.status is distinct from 'approved' or p.gateway_ref is distinct from c.id
        or (p.amount + p.surcharge) * 100 <> c.amount_cents)`;
    expect(await read(unaccounted)).toEqual([]);
    const chargedTwice = `
      select p.agreement_id from payments p join sandbox_card_charges c on c.reference = p.reference
      where c.state = 'approved' group by p.agreement_id having count(*) > 1`;
    expect(await read(chargedTwice)).toEqual([]);
    const approved = await read(`select agreement_id::int as id from payments where status = 'approved' order by 1`);
    const expected = campaigns.filter((id) => answers.get(id) === 200);
    expect(approved.map(({ id }) => id)).toEqual(expect.arrayContaining(expected));
    const unbalanced = `select transaction_id from ledger_entries group by transaction_id having sum(amount) <> 0`;
    expect(await read(unbalanced)).toEqual([]);
    const unbooked = `
      select id from payments p where status = 'approved' and not exists (
        select from ledger_transactions t where t.payment_id = p.id)`;
    expect(await read(unbooked)).toEqual([]);
  });
});
