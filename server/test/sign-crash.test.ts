import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { statusRank } from '@kerb/domain/agreements/agreement-status.ts';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
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

/**
 * A real server, killed while it writes the last signature of an agreement. The test locks a table, so that the server
 * stops at that step.
 */
const folder = mkdtempSync(join(tmpdir(), 'kerb-sign-'));
let env: Record<string, string>;
let server: RealServer;
let database: OpenDatabase;
let token: string;

type Answer = { status: number; text: string };
async function call(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

type Asked = { id: number; key: string; body: object };
let serial = 0;

/** An approved loan of one payer, whose code to sign has been sent. */
async function aSignature(): Promise<Asked> {
  serial += 1;
  const { id: tenantId } = JSON.parse((await call('POST', '/v1/tenants', { name: `Agency ${serial}` })).text);
  const mobilePhone = `+614120000${String(serial).padStart(2, '0')}`;
  const raised = await call('POST', '/v1/agreements', {
    campaignBudget: 2000,
    campaignPlannedStartDate: '2026-12-01',
    campaignBudgetFundsPurpose: 'marketing',
    tenant: { href: `/v1/tenants/${tenantId}` },
    vendors: [{ firstName: 'Pat', surname: `No ${serial}`, emailAddress: `pat${serial}@example.com`, mobilePhone }],
  });
  const { id } = JSON.parse(raised.text);
  await call('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-invite' });
  await call('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
  await sql`update signatories set mobile_phone_confirmation_date = now() where agreement_id = ${id}`.execute(
    database.db,
  );
  await sql`update agreements set status = ${statusRank('approved')}, application_approved_date = now()
    where id = ${id}`.execute(database.db);
  const listed = JSON.parse((await call('GET', `/v1/signatories?agreementId=${id}`)).text);
  const signatoryId = listed.signatories[0].id;
  const sent = await call('POST', `/v1/signatories/${signatoryId}/request-signature`, { authorisationMethod: 'sms' });
  expect(sent.status, sent.text).toBe(200);
  const messages = JSON.parse((await call('GET', '/v1/sandbox/messages')).text).items;
  const { text } = messages.find(({ to }: { to: string }) => to === mobilePhone);
  const authorisationCode = /: ([2-9A-Z]{6}) is your code/.exec(text)![1];
  return { id, key: randomUUID(), body: { termsVersion: 'pl-au-1', signatoryId, authorisationCode } };
}

const sign = ({ id, key, body }: Asked): Promise<Answer | null> =>
  call('POST', `/v1/agreements/${id}/sign`, body, key).catch(() => null);

/** As a client does: asks again by the same key until there is an answer that is one. */
async function signInTheEnd(asked: Asked): Promise<Answer> {
  for (;;) {
    const answer = await sign(asked);
    if (answer && answer.status !== 503 && !/still-running/.test(answer.text)) return answer;
    await pause(200);
  }
}

type State = { status: string; signatures: number; stamps: number; filed: number; documents: number; copies: number };

async function stateOf({ id }: Asked): Promise<State> {
  const { rows } = await sql<State & { rank: number }>`
    select a.status as rank,
      (select count(*) from signatures s where s.agreement_id = a.id)::integer as signatures,
      (select count(*) from signatories p where p.agreement_id = a.id and p.signature_date is not null)::integer as stamps,
      (select count(*) from attachments d where d.agreement_id = a.id)::integer as filed,
      (select count(*) from signed_documents d where d.agreement_id = a.id)::integer as documents,
      (select count(*) from messages m where m.agreement_id = a.id and m.kind = 'signed-agreement')::integer as copies
    from agreements a where a.id = ${id}`.execute(database.db);
  const { rank, ...state } = rows[0]!;
  return { ...state, status: rank === statusRank('signed') ? 'signed' : 'not signed' };
}
const nothing: State = { status: 'not signed', signatures: 0, stamps: 0, filed: 0, documents: 0, copies: 0 };
const whole: State = { status: 'signed', signatures: 1, stamps: 1, filed: 1, documents: 1, copies: 1 };

const isWaiting = async (): Promise<boolean> => {
  const { rows } = await sql`select from pg_locks where not granted limit 1`.execute(database.db);
  return rows.length > 0;
};

/** Stops the server at its first write to a table, kills it there, and lets the table go. */
async function killAt(table: string, asked: Asked): Promise<void> {
  let first: Promise<Answer | null> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
    first = sign(asked);
    while (!(await isWaiting())) await pause(5);
    await stopServer(server, 'SIGKILL');
  });
  await first;
}

async function expectSignedOnce(asked: Asked): Promise<void> {
  const answer = await signInTheEnd(asked);
  expect(answer.status, answer.text).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ status: 'signed', waitingFor: [] });
  expect((await sign(asked))?.text).toBe(answer.text);
  expect(await stateOf(asked)).toEqual(whole);
  const [document] = JSON.parse((await call('GET', `/v1/attachments?agreementId=${asked.id}`)).text).items;
  const file = await fetch(`${server.url}${document.asset.href}/content`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await file.text()).startsWith('%PDF')).toBe(true);
}

describe('a server that is killed while an agreement is signed', () => {
  if (!onPostgres) {
    it('is watched on PostgreSQL alone: the embedded engine lets nobody look on', () => expect(onPostgres).toBe(false));
    return;
  }
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    const link = createAdmin(env, 'first.admin@example.com');
    server = await startServer(env);
    token = await signInWithLink(server.url, link, 'a long enough password');
    database = openPostgres(env.DATABASE_URL!, 4);
  }, 120_000);
  afterAll(async () => {
    await killServers();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  // biome-ignore format: a table
  it.each([
    ['with the agreement drawn, and nothing held',  'agreements'],
    ['with the code used up, and nothing signed',   'signatures'],
    ['with all written but the copies',             'messages'],
  ])('%s, has signed nothing, and signs once when asked again', { timeout: 120_000 }, async (_step, table) => {
    const asked = await aSignature();
    await killAt(table, asked);
    server = await startServer(env);
    expect(await stateOf(asked)).toEqual(nothing);
    await expectSignedOnce(asked);
  });

  it('after it is all written, before it is answered, has signed, and answers so', { timeout: 120_000 }, async () => {
    const asked = await aSignature();
    const first = sign(asked);
    while ((await stateOf(asked)).status !== 'signed') await pause(1);
    await stopServer(server, 'SIGKILL');
    server = await startServer(env);
    await first;
    expect(await stateOf(asked)).toEqual(whole);
    await expectSignedOnce(asked);
  });
});
