import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { must } from '@kerb/domain/kernel/must.ts';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  endLeases,
  killServers,
  ownEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';
import { onPostgres } from './test-database.ts';

/**
 * A real server, killed while it carries out requests with an Idempotency-Key. The client repeats each until it gets an
 * answer. Each must take effect exactly once. The test has its own connections, so that it can stop the server in a
 * given state.
 */
const folder = mkdtempSync(join(tmpdir(), 'kerb-retry-'));
let env: Record<string, string>;
let server: RealServer;
let database: OpenDatabase;
let token: string;
let tenantId: number;

type Asked = { key: string; path: string; body: Record<string, unknown> };
type Answer = { status: number; text: string };

async function post({ key, path, body }: Asked): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== '' && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Like a client: repeats the request with the same key until it gets a final answer. */
async function postInTheEnd(asked: Asked): Promise<Answer> {
  for (;;) {
    const answer = await post(asked).catch(() => null);
    if (answer && answer.status !== 503 && !/still-running/.test(answer.text)) return answer;
    await pause(100);
  }
}

let serial = 0;
const aCampaign = (key = randomUUID() as string): Asked => {
  serial += 1;
  const body = {
    campaignBudget: 1_000 + serial,
    campaignPlannedStartDate: '2026-12-01',
    campaignBudgetFundsPurpose: 'marketing',
    tenant: { href: `/v1/tenants/${tenantId}` },
  };
  return { key, path: '/v1/agreements', body };
};
const aPayer = (agreementId: number): Asked => {
  serial += 1;
  const body = { firstName: 'Pat', surname: `No ${serial}`, emailAddress: `pat${serial}@example.com` };
  return { key: randomUUID(), path: `/v2/campaigns/${agreementId}/vendors`, body };
};

const oneValue = async <T>(query: RawBuilder<{ value: T }>): Promise<T | undefined> =>
  (await query.execute(database.db)).rows[0]?.value;

/** How often the request took effect. */
const effectsOf = async ({ path, body }: Asked): Promise<number> =>
  must(
    await oneValue(
      path === '/v1/agreements'
        ? sql<{ value: number }>`
            select count(*)::integer as value from agreements where campaign_budget = ${body.campaignBudget}`
        : sql<{ value: number }>`
            select count(*)::integer as value from signatories where email_address = ${body.emailAddress}`,
    ),
    'count',
  );

/** How far a request has got: the status of its key, null while it runs, undefined without a row. */
const statusOf = ({ key }: Asked) =>
  oneValue(sql<{ value: number | null }>`select status as value from idempotency_keys where key like ${`%${key}`}`);

const untilClaimed = async (asked: Asked): Promise<void> => {
  while ((await statusOf(asked)) === undefined) await pause(1);
};
const untilStoring = async (): Promise<void> => {
  const waiting = sql<{ value: number }>`select count(*)::integer as value from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ '^\\s*update idempotency_keys\\s+set status'`;
  while ((await oneValue(waiting)) === 0) await pause(1);
};

/** Holds a lock of its own until `free` is called. */
async function lockWith(statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const locking = openPostgres(must(env.DATABASE_URL, 'address of the database'), 1, silentLog);
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock, reject } = Promise.withResolvers<void>();
  const held = locking.db
    .transaction()
    .execute(async (tx) => {
      await statement.execute(tx);
      lock();
      await freed;
    })
    .catch(reject);
  await locked;
  return async () => {
    free();
    await held;
    await locking.close();
  };
}

async function killAndStart(whileDown: () => Promise<void> = async () => {}): Promise<void> {
  await stopServer(server, 'SIGKILL');
  await whileDown();
  if (onPostgres) await endLeases(database.db);
  server = await startServer(env);
}

async function expectOnce(asked: Asked): Promise<void> {
  const answer = await postInTheEnd(asked);
  expect(answer.status, answer.text).toBe(201);
  expect(await post(asked)).toEqual(answer);
  expect(await effectsOf(asked)).toBe(1);
}

describe('a server that is killed while it carries out a request with a key', () => {
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    const link = createAdmin(env, 'first.admin@example.com');
    server = await startServer(env);
    token = await signInWithLink(server.url, link, 'a long enough password');
    if (onPostgres) database = openPostgres(must(env.DATABASE_URL, 'address of the database'), 4, silentLog);
    const made = await post({ key: '', path: '/v1/tenants', body: { name: 'Harbour Estate' } });
    tenantId = JSON.parse(made.text).id;
  }, 120_000);
  afterAll(async () => {
    await killServers();
    if (onPostgres) await database.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('answers a repeated request with the same bytes', { timeout: 120_000 }, async () => {
    const asked = aCampaign();
    const first = post(asked).catch(() => null);
    await killAndStart();
    await first;
    const answer = await postInTheEnd(asked);
    expect(answer.status, answer.text).toBe(201);
    expect(await post(asked)).toEqual(answer);
  });
  if (!onPostgres) return;

  it('takes effect once if it was killed before the effect', { timeout: 120_000 }, async () => {
    const free = await lockWith(sql`lock table agreements in share mode`);
    const asked = aCampaign();
    const first = post(asked).catch(() => null);
    await untilClaimed(asked);
    await killAndStart(free);
    await first;
    await expectOnce(asked);
  });

  it('takes effect once if it was killed after the effect, before the answer was stored', {
    timeout: 120_000,
  }, async () => {
    const freeCampaigns = await lockWith(sql`lock table agreements in share mode`);
    const asked = aCampaign();
    const first = post(asked).catch(() => null);
    await untilClaimed(asked);
    const freeKey = await lockWith(sql`select from idempotency_keys where key like ${`%${asked.key}`} for update`);
    await freeCampaigns();
    await untilStoring();
    expect(await effectsOf(asked)).toBe(0);
    await killAndStart(freeKey);
    await first;
    await expectOnce(asked);
  });

  it('takes effect once if it was killed after the commit', { timeout: 120_000 }, async () => {
    const asked = aCampaign();
    const first = post(asked).catch(() => null);
    while ((await statusOf(asked)) == null) await pause(1);
    await killAndStart();
    await first;
    await expectOnce(asked);
  });

  const plan = fc.array(
    fc.record({
      requests: fc.array(fc.record({ isPayer: fc.boolean(), copies: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 4,
        maxLength: 8,
      }),
      killAfterMs: fc.integer({ min: 0, max: 150 }),
    }),
    { minLength: 3, maxLength: 3 },
  );

  it('loses nothing and doubles nothing in a random sequence under load', { timeout: 400_000 }, async () => {
    const seed = Number(process.env.RETRY_SEED ?? Date.now() % 1_000_000);
    const [rounds = []] = fc.sample(plan, { seed, numRuns: 1 });
    const campaign = JSON.parse((await postInTheEnd(aCampaign())).text).id;
    const sent: { asked: Asked; answers: Promise<Answer>[] }[] = [];
    for (const { requests, killAfterMs } of rounds) {
      for (const { isPayer, copies } of requests) {
        const asked = isPayer ? aPayer(campaign) : aCampaign();
        sent.push({ asked, answers: Array.from({ length: copies }, () => postInTheEnd(asked)) });
      }
      await pause(killAfterMs);
      await killAndStart();
    }
    for (const { asked, answers } of sent) {
      const [first, ...others] = await Promise.all(answers);
      expect(first?.status, `seed ${seed}: ${first?.text}`).toBe(201);
      for (const other of others) expect(other, `seed ${seed}`).toEqual(first);
      expect(await effectsOf(asked), `seed ${seed}`).toBe(1);
    }
  });
});
