import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { issueToken } from '@kerb/server/gateways/cards/sandbox/ledger.ts';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCardOf } from './cards.ts';
import { operatingAccount } from './operating-account.ts';
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
 * A real server, killed while money moves. Each request stops where it writes a given event to the ledger, or where
 * the card gateway writes a refund, so that one kill tests all of them.
 */
const folder = mkdtempSync(join(tmpdir(), 'kerb-money-'));
let env: Record<string, string>;
let server: RealServer;
let database: OpenDatabase;
let tokens: readonly string[];

type Answer = { status: number; text: string };
type By = 0 | 1 | 2;

async function call(by: By, method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${tokens[by]}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function done(by: By, path: string, body?: unknown, key?: string) {
  const { status, text } = await call(by, 'POST', path, body, key);
  expect(status, `${path}: ${text}`).toBeLessThan(300);
  return JSON.parse(text);
}

const account = { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };

let serial = 0;
/** Campaigns of a new organisation, each paid in full by card. */
async function paidCampaigns(count: number): Promise<{ tenantId: number; ids: number[] }> {
  serial += 1;
  const { id: tenantId } = await done(0, '/v1/tenants', { name: `Agency ${serial}` });
  await database.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await done(0, '/v1/agreements', {
      campaignBudget: 1000 + serial * 10 + at,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: `/v1/tenants/${tenantId}` },
      vendors: [{ firstName: 'Pat', surname: `No ${serial}`, emailAddress: `pat${serial}-${at}@example.com` }],
    });
    await done(0, `/v1/agreements/${id}/set-status`, { status: 'waiting-invite' });
    await payByCard(id);
    ids.push(id);
  }
  return { tenantId, ids };
}

async function payByCard(id: number): Promise<void> {
  const { text } = await call(0, 'GET', `/v1/agreements/${id}/payment-details`);
  const { dueAmount, surcharges } = JSON.parse(text);
  const { surcharge } = surcharges.find(({ label }: { label: string }) => label === 'Visa and Mastercard credit');
  const cardToken = await issueToken(database.db, testCardOf('approve'));
  const body = { financeOptionCode: 'pn', method: 'card', amount: dueAmount, surcharge, cardToken };
  await done(0, `/v1/agreements/${id}/pay`, { ...body, receiptEmail: 'p@example.com' }, randomUUID());
}

const makeBatch = async (tenantId: number): Promise<number> => {
  const body = { tenants: [{ href: `/v1/tenants/${tenantId}` }], includesToCome: true };
  return (await done(0, '/v1/batch-payments', body, randomUUID())).id;
};

/** One request that is stopped, and its event in the ledger: once for each campaign, or once for none. */
type Stopped = { by: By; path: string; body?: object; key?: string; ids: number[]; event: string };
type Case = { name: string; stopAt: string; make: () => Promise<Stopped> };

async function aBatch(moves: readonly string[]) {
  const { tenantId, ids } = await paidCampaigns(2);
  const batch = await makeBatch(tenantId);
  for (const move of moves) await done(1, `/v1/batch-payments/${batch}/${move}`);
  return { path: `/v1/batch-payments/${batch}`, ids };
}

async function aRefund(): Promise<Stopped> {
  const { ids } = await paidCampaigns(1);
  const { text } = await call(0, 'GET', `/v1/agreements/${ids[0]}/payments`);
  const [payment] = JSON.parse(text).items;
  // A person has at most six requests in progress, so the admins share the stopped ones.
  return { by: 1, path: `/v1/payments/${payment.id}/void`, body: { reason: 'Changed' }, ids, event: 'refunded' };
}

/** Refunds 100 dollars of a payment. */
async function aPartRefund(by: By): Promise<Stopped> {
  const { ids } = await paidCampaigns(1);
  const { text } = await call(0, 'GET', `/v1/agreements/${ids[0]}/payments`);
  const [payment] = JSON.parse(text).items;
  const body = { amount: 100, keepsFee: true, reason: 'Fewer photos' };
  return { by, path: `/v1/payments/${payment.id}/refund`, body, key: randomUUID(), ids, event: 'refunded' };
}

async function aReturn(): Promise<Stopped> {
  const { ids } = await paidCampaigns(1);
  await done(0, `/v1/agreements/${ids[0]}/set-status`, { status: 'cancelled' });
  const path = `/v1/agreements/${ids[0]}/return-held-money`;
  return { by: 0, path, body: { amount: 100, description: 'B' }, key: randomUUID(), ids, event: 'return' };
}

/** Lowers a paid budget to 500, and returns some of the money that is then held. */
async function aChange(event: 'change' | 'return'): Promise<Stopped> {
  const { ids } = await paidCampaigns(1);
  const path = `/v1/agreements/${ids[0]}/money-change`;
  const change = { campaignBudget: 500 };
  const { after } = await done(0, `${path}/preview`, { change });
  const expected = { kept: after.kept, billed: after.due, held: after.held };
  const returned = { amount: 100, description: 'By bank' };
  return { by: 0, path, body: { change, reason: 'Fewer photos', expected, returned }, key: randomUUID(), ids, event };
}

/** A fee that was earned is moved to our own bank account. It belongs to no campaign. */
async function aMovement(): Promise<Stopped> {
  await paidCampaigns(1);
  const { today, toMove } = JSON.parse((await call(0, 'GET', '/v1/books/bank-accounts')).text);
  const body = { direction: toMove.direction, amount: 1, day: today, reference: 'Transfer 118' };
  return { by: 2, path: '/v1/books/movements', body, key: randomUUID(), ids: [], event: 'movement' };
}

const cases: readonly Case[] = [
  { name: 'a refund that is asked for', stopAt: 'refund-requested', make: aRefund },
  { name: 'a refund at the gateway', stopAt: 'the gateway', make: aRefund },
  { name: 'a refund that the gateway made', stopAt: 'refunded', make: aRefund },
  { name: 'a part refund that is asked for', stopAt: 'refund-requested', make: () => aPartRefund(1) },
  { name: 'a part refund at the gateway', stopAt: 'the gateway', make: () => aPartRefund(1) },
  { name: 'a part refund that the gateway made', stopAt: 'refunded', make: () => aPartRefund(0) },
  {
    name: 'an approval of a batch',
    stopAt: 'order',
    make: async () => {
      const { path, ids } = await aBatch([]);
      return { by: 1, path: `${path}/approve`, ids, event: 'order' };
    },
  },
  {
    name: 'a batch that is discarded',
    stopAt: 'unorder',
    make: async () => {
      const { path, ids } = await aBatch(['approve']);
      return { by: 0, path: `${path}/discard`, body: { reason: 'Wrong week' }, ids, event: 'unorder' };
    },
  },
  {
    name: 'a transfer',
    stopAt: 'transfer',
    make: async () => {
      const { path, ids } = await aBatch(['approve', 'mark-processing']);
      return { by: 0, path: `${path}/mark-transferred`, ids, event: 'transfer' };
    },
  },
  { name: 'a return', stopAt: 'return', make: aReturn },
  // The terms are written before the ledger, and the money is returned after it.
  { name: 'a change after payment', stopAt: 'change', make: () => aChange('change') },
  { name: 'a change after payment, between its postings', stopAt: 'return', make: () => aChange('return') },
  { name: 'a movement between the bank accounts', stopAt: 'movement', make: aMovement },
];

/** The budgets that a change after payment was killed with, and that it has left as they were. */
const budgetsOf = async (stopped: readonly Stopped[]): Promise<number[]> => {
  const ids = stopped.filter(({ path }) => path.endsWith('/money-change')).flatMap((one) => one.ids);
  const rows = await database.db.selectFrom('agreements').select('campaignBudget').where('id', 'in', ids).execute();
  return rows.map(({ campaignBudget }) => Number(campaignBudget));
};

/** A write of the named event waits for a lock that the test holds. Of a batch, the last campaign waits. */
async function buildStops(): Promise<void> {
  await sql`create table stop_at (event text, agreement_id bigint)`.execute(database.db);
  await sql`
    create function stop_here() returns trigger language plpgsql as $$ begin
      if exists (select from stop_at where event = new.event
        and agreement_id is not distinct from new.agreement_id) then
        perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(7);
      end if;
      return new;
    end $$`.execute(database.db);
  await sql`
    create function stop_gateway() returns trigger language plpgsql as $$ begin
      if exists (select from stop_at s join payments p on p.agreement_id = s.agreement_id
        where s.event = 'the gateway' and (p.refund_reference = new.reference
          or exists (select from part_refunds r where r.payment_id = p.id and r.reference = new.reference))) then
        perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(7);
      end if;
      return new;
    end $$`.execute(database.db);
  await sql`create trigger stop before insert on ledger_transactions
    for each row execute function stop_here()`.execute(database.db);
  await sql`create trigger stop before insert on sandbox_card_charges
    for each row execute function stop_gateway()`.execute(database.db);
}

const countStopped = async (): Promise<number> => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
  return rows.length;
};

const countEvents = async ({ ids, event }: Stopped): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ledger_transactions
    where event = ${event} and (agreement_id = any(${ids}) or ${ids.length === 0})`.execute(database.db);
  return Number(rows[0]?.count);
};

const ask = ({ by, path, body, key }: Stopped): Promise<Answer | null> =>
  call(by, 'POST', path, body, key).catch(() => null);

/** Stops every request at its step, kills the server, and ends its remaining connections. */
async function killAtEach(): Promise<Stopped[]> {
  const stopped: Stopped[] = [];
  for (const { make } of cases) stopped.push(await make());
  const cutOff: Promise<Answer | null>[] = [];
  await database.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(7)`.execute(holder);
    for (const [at, one] of stopped.entries()) {
      const { stopAt } = cases[at] as Case;
      await sql`insert into stop_at values (${stopAt}, ${one.ids.at(-1) ?? null})`.execute(database.db);
      cutOff.push(ask(one));
      while ((await countStopped()) <= at) await pause(5);
    }
    await stopServer(server, 'SIGKILL');
    await sql`delete from stop_at`.execute(database.db);
    await sql`select pg_advisory_unlock(7)`.execute(holder);
  });
  expect(await Promise.all(cutOff)).toEqual(stopped.map(() => null));
  await endLeases(database.db);
  return stopped;
}

/** Runs the job that asks the gateway about refunds: moving the sandbox's clock requests a run of every job. */
async function reconcile(): Promise<void> {
  for (const table of ['payments', 'part_refunds']) {
    await sql`update ${sql.table(table)} set started_at = started_at - interval '5 minutes'`.execute(database.db);
  }
  await call(0, 'POST', '/v1/sandbox/clock', { offsetDays: 0 });
  const open = async () => {
    const { rows } = await sql`select from payments where status = 'approved' and void_requested_date is not null
      union all select from part_refunds where status = 'requested'`.execute(database.db);
    return rows.length;
  };
  while ((await open()) > 0) await pause(100);
}

describe('a server that is killed while money moves', () => {
  if (!onPostgres) {
    it('is tested on PostgreSQL only, because the embedded engine allows no second connection', () =>
      expect(onPostgres).toBe(false));
    return;
  }
  beforeAll(async () => {
    env = { ...(await ownEnvironment(join(folder, 'data'))), DATABASE_POOL_SIZE: '20', ...operatingAccount };
    const links = ['first', 'second', 'third'].map((name) => createAdmin(env, `${name}.admin@example.com`));
    server = await startServer(env);
    const signIn = (link = '') => signInWithLink(server.url, link, 'a long enough password');
    tokens = [await signIn(links[0]), await signIn(links[1]), await signIn(links[2])];
    database = openPostgres(env.DATABASE_URL ?? '', 4, silentLog);
    await buildStops();
  }, 120_000);
  afterAll(async () => {
    await killServers();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('has moved it whole or not at all, and moves it once when asked again', { timeout: 240_000 }, async () => {
    const stopped = await killAtEach();
    for (const one of stopped) expect(await countEvents(one), one.path).toBe(0);
    for (const budget of await budgetsOf(stopped)) expect(budget).toBeGreaterThanOrEqual(1000);
    server = await startServer(env);
    for (const one of stopped) {
      const first = await ask(one);
      // A refund that was asked for before the kill is under way: the job ends it, and a second request is refused.
      const isUnderWay = one.event === 'refunded' && first?.status === 409;
      expect(isUnderWay || first?.status === 200, `${one.path}: ${first?.text}`).toBe(true);
      if (one.key) expect((await ask(one))?.text).toBe(first?.text);
    }
    await reconcile();
    for (const one of stopped) expect(await countEvents(one), one.path).toBe(one.ids.length || 1);
    expect(await budgetsOf(stopped)).toEqual([500, 500]);
    expect(await brokenInvariants(database.db)).toEqual([]);
    const { rows } = await sql`select from ledger_entries group by transaction_id
      having sum(amount) <> 0`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
