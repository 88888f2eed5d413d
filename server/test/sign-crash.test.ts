import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
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
import { buildStops, stopAtEach } from './stopped-writes.ts';
import { onPostgres } from './test-database.ts';

/**
 * A real server, killed while it writes the last signature of an agreement. Several signatures stop at different steps
 * at once, so that one kill tests them all.
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

/** An approved loan with one payer, whose signing code has been sent. */
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
  await sql`update signatories set mobile_phone_confirmation_date = now(), mobile_phone_confirmed_by_payer = true,
    submitted_date = now(), agreed_terms_version = 'pl-au-3' where agreement_id = ${id}`.execute(database.db);
  // An admin does not sign on behalf of a payer of a campaign that they raised.
  await sql`update agreements set status = ${statusRank('approved')}, application_approved_date = now(),
    mortgage_balance_range = 'lt75', created_by_user_id = null
    where id = ${id}`.execute(database.db);
  const listed = JSON.parse((await call('GET', `/v1/signatories?agreementId=${id}`)).text);
  const signatoryId = listed.signatories[0].id;
  const sent = await call('POST', `/v1/signatories/${signatoryId}/request-signature`, { authorisationMethod: 'sms' });
  expect(sent.status, sent.text).toBe(200);
  const messages = JSON.parse((await call('GET', '/v1/sandbox/messages')).text).items;
  const { text } = messages.find(({ to }: { to: string }) => to === mobilePhone);
  const authorisationCode = /: (\d{6}) is your code/.exec(text)![1];
  return { id, key: randomUUID(), body: { termsVersion: 'pl-au-3', signatoryId, authorisationCode } };
}

const sign = ({ id, key, body }: Asked): Promise<Answer | null> =>
  call('POST', `/v1/agreements/${id}/sign`, body, key).catch(() => null);

/** Like a client: repeats the request with the same key until it gets a final response. */
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

/** The tables that the last signature writes. The first two belong to the transaction that accepts the code. */
const writes = [
  'codes',
  'signature_events',
  'signatures',
  'signatories',
  'log_entries',
  'assets',
  'attachments',
  'signed_documents',
  'agreements',
  'finance_applications',
  'messages',
] as const;

/** Stops one signature at each of these steps, kills the server, and ends its remaining connections. */
async function killAtEach(tables: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const _ of tables) asked.push(await aSignature());
  const cutOff: Promise<Answer | null>[] = [];
  await stopAtEach(database.db, tables, {
    begin: (place) => void cutOff.push(sign(asked[place]!)),
    kill: () => stopServer(server, 'SIGKILL'),
  });
  await endLeases(database.db);
  expect(await Promise.all(cutOff)).toEqual(tables.map(() => null));
  return asked;
}

async function expectSignedOnce(asked: Asked): Promise<void> {
  const answer = await signInTheEnd(asked);
  expect(answer.status, answer.text).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ status: 'signed', waitingFor: [] });
  expect((await sign(asked))?.text).toBe(answer.text);
  expect(await stateOf(asked)).toEqual(whole);
  const { rows } = await sql<{ kind: string; isOfSignature: boolean }>`
    select e.kind, e.date = s.signature_date as is_of_signature
    from signature_events e join signatures s on s.signatory_id = e.signatory_id
    where s.agreement_id = ${asked.id} and e.kind in ('code-entered', 'signed') order by e.id`.execute(database.db);
  expect(rows.map(({ kind, isOfSignature }) => [kind, isOfSignature])).toEqual([
    ['code-entered', true],
    ['signed', true],
  ]);
  const [document] = JSON.parse((await call('GET', `/v1/attachments?agreementId=${asked.id}`)).text).items;
  const file = await fetch(`${server.url}${document.asset.href}/content`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await file.text()).startsWith('%PDF')).toBe(true);
}

describe('a server that is killed while an agreement is signed', () => {
  if (!onPostgres) {
    it('is tested on PostgreSQL only, because the embedded engine allows no second connection', () =>
      expect(onPostgres).toBe(false));
    return;
  }
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    const link = createAdmin(env, 'first.admin@example.com');
    server = await startServer(env);
    token = await signInWithLink(server.url, link, 'a long enough password');
    database = openPostgres(env.DATABASE_URL!, 4, silentLog);
    await buildStops(database.db, writes);
  }, 120_000);
  afterAll(async () => {
    await killServers();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  // A person has at most six requests in progress, so no case stops more than six.
  it.each([
    ['its code is used up and its signature written', writes.slice(0, 5)],
    ['its document is filed and its status changed', writes.slice(5, 9)],
    ['its copies are written and its response is stored', [...writes.slice(9), 'idempotency_keys']],
  ])(
    'at any step while %s, has signed nothing, and signs once when asked again',
    { timeout: 180_000 },
    async (_, steps) => {
      const asked = await killAtEach(steps);
      server = await startServer(env);
      for (const each of asked) expect(await stateOf(each)).toEqual(nothing);
      for (const each of [asked[0]!, asked.at(-1)!]) await expectSignedOnce(each);
    },
  );

  it('after everything is written and before it is answered, has signed, and answers so', {
    timeout: 120_000,
  }, async () => {
    const asked = await aSignature();
    const first = sign(asked);
    while ((await stateOf(asked)).status !== 'signed') await pause(1);
    await stopServer(server, 'SIGKILL');
    await endLeases(database.db);
    server = await startServer(env);
    await first;
    expect(await stateOf(asked)).toEqual(whole);
    await expectSignedOnce(asked);
  });
});
