import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import { variationConsent } from '@kerb/domain/loans/variation-facts.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { signingKeysOf } from '@kerb/server/platform/auth/signing-keys.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { masterKeysOf, secretsFrom } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { terms } from './loan-fixture.ts';
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
import { signInWithoutPage } from './sign-in.ts';
import { buildStops, stopAtEach } from './stopped-writes.ts';
import { onPostgres } from './test-database.ts';

/**
 * A real server, killed while it writes the last signature of a variation letter. Several signatures stop at different
 * steps at once, so that one kill tests them all.
 */
const folder = mkdtempSync(join(tmpdir(), 'kerb-letter-'));
let env: Record<string, string>;
let server: RealServer;
let database: OpenDatabase;
let admin: string;

type Answer = { status: number; text: string };
async function call(token: string, method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
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

async function done(token: string, method: string, path: string, body?: unknown) {
  const { status, text } = await call(token, method, path, body, randomUUID());
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return JSON.parse(text);
}

async function payerToken(userId: number): Promise<string> {
  const config = readConfig(env);
  const keys = signingKeysOf(database.db, secretsFrom(masterKeysOf(config), config.personalDataKeys));
  const issuer = { issuer: `kerb-${config.country.code.toLowerCase()}`, keys };
  return (await signInWithoutPage(database.db, issuer, userId)).accessToken;
}

type Asked = { id: number; requestId: number; newDueDate: string; token: string; key: string; code: string };
let serial = 0;

/** A loan with one payer, who was granted more time and whose signing code has been sent. */
async function aLetter(): Promise<Asked> {
  serial += 1;
  const { id: tenantId } = await done(admin, 'POST', '/v1/tenants', { name: `Agency ${serial}` });
  const emailAddress = `pat${serial}@example.com`;
  const { id } = await done(admin, 'POST', '/v1/agreements', {
    campaignBudget: 2000,
    campaignPlannedStartDate: '2026-12-01',
    campaignBudgetFundsPurpose: 'marketing',
    tenant: { href: `/v1/tenants/${tenantId}` },
    vendors: [{ firstName: 'Pat', surname: `No ${serial}`, emailAddress }],
  });
  await done(admin, 'POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-invite' });
  const today = dayIn('Australia/Sydney', realNow());
  const loan = { ...terms, status: statusRank('executed'), campaignFinanceSignatureDate: addDays(today, -21) };
  await database.db
    .updateTable('agreements')
    .set({ ...loan, createdByUserId: null })
    .where('id', '=', id)
    .execute();
  await done(admin, 'PUT', `/v1/agreements/${id}`, {
    campaignFinanceLoanStartDate: addDays(today, -20),
    campaignFinanceDrawdownDate: addDays(today, -19),
  });
  const requests = `/v1/agreements/${id}/loan-requests`;
  const { latestDate, payers } = await done(admin, 'GET', requests);
  const ask = { kind: 'extension', reason: 'The sale is late', canPay: 'Then all', wishedDate: latestDate };
  const { items } = await done(admin, 'POST', requests, { ...ask, signatoryId: payers[0].id });
  const requestId = items[0].id;
  const granted = { outcome: 'granted', newDueDate: latestDate };
  await done(admin, 'POST', `${requests}/${requestId}/answer`, granted);
  const { userId } = await database.db
    .selectFrom('signatories')
    .select('userId')
    .where('agreementId', '=', id)
    .executeTakeFirstOrThrow();
  const token = await payerToken(userId ?? 0);
  await done(token, 'POST', `${requests}/${requestId}/request-code`);
  const messages = (await done(admin, 'GET', '/v1/sandbox/messages')).items;
  const sent = messages.find(({ to, text }: { to: string; text: string }) => to === emailAddress && /\d{6}/.test(text));
  const code = /\b(\d{6})\b/.exec(sent.text)?.[1] ?? '';
  return { id, requestId, newDueDate: latestDate, token, key: randomUUID(), code };
}

const sign = ({ id, requestId, token, key, code }: Asked): Promise<Answer | null> =>
  call(token, 'POST', `/v1/agreements/${id}/loan-requests/${requestId}/sign`, { authorisationCode: code }, key).catch(
    () => null,
  );

/** Like a client: repeats the request with the same key until it gets a final response. */
async function signInTheEnd(asked: Asked): Promise<Answer> {
  for (;;) {
    const answer = await sign(asked);
    if (answer && answer.status !== 503 && !/still-running/.test(answer.text)) return answer;
    await pause(200);
  }
}

type State = { signatures: number; evidence: number; inForce: number; log: number; told: number };
const nothing: State = { signatures: 0, evidence: 0, inForce: 0, log: 0, told: 0 };
const whole: State = { signatures: 1, evidence: 1, inForce: 1, log: 2, told: 1 };

async function stateOf({ id, requestId }: Asked): Promise<State> {
  const { rows } = await sql<State>`
    select (select count(*) from loan_request_signatures where request_id = r.id)::integer as signatures,
      (select count(*) from loan_request_signatures where request_id = r.id and consent = ${variationConsent}
        and legal_name is not null and email_address is not null and local_time is not null
        and user_agent is not null and ip_address is not null)::integer as evidence,
      (r.signed_date is not null)::integer as in_force,
      (select count(*) from log_entries where target_agreement_id = ${id} and description in
        ('Variation of the loan signed', 'Variation of the loan is in force'))::integer as log,
      (select count(*) from messages where agreement_id = ${id} and subject like '%is due later'
        and audience = 'vendor')::integer as told
    from loan_requests r where r.id = ${requestId}`.execute(database.db);
  return rows[0] ?? nothing;
}
const dueDay = async ({ id }: Asked): Promise<string> =>
  (await done(admin, 'GET', `/v1/agreements/${id}/loan-account`)).dueDate;

/** The tables that the last signature of a letter writes, in the order of the writes. */
const writes = ['codes', 'loan_request_signatures', 'log_entries', 'loan_requests', 'messages'] as const;

/** Stops one signature at each of these steps, kills the server, and ends its remaining connections. */
async function killAtEach(tables: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const _ of tables) asked.push(await aLetter());
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
  expect((await sign(asked))?.text).toBe(answer.text);
  expect(await stateOf(asked)).toEqual(whole);
  expect(await dueDay(asked)).toBe(asked.newDueDate);
}

describe('a server that is killed while a variation letter is signed', () => {
  if (!onPostgres) {
    it('is tested on PostgreSQL only, because the embedded engine allows no second connection', () =>
      expect(onPostgres).toBe(false));
    return;
  }
  beforeAll(async () => {
    env = { ...(await ownEnvironment(join(folder, 'data'))), DATABASE_POOL_SIZE: '20' };
    const link = createAdmin(env, 'first.admin@example.com');
    server = await startServer(env);
    admin = await signInWithLink(server.url, link, 'a long enough password');
    database = openPostgres(env.DATABASE_URL ?? '', 4, silentLog);
    await buildStops(database.db, writes);
  }, 120_000);
  afterAll(async () => {
    await killServers();
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('at any step has signed nothing, and signs once with its evidence when asked again', {
    timeout: 180_000,
  }, async () => {
    const asked = await killAtEach([...writes, 'idempotency_keys']);
    server = await startServer(env);
    for (const each of asked) {
      expect(await stateOf(each)).toEqual(nothing);
      expect(await dueDay(each)).not.toBe(each.newDueDate);
    }
    for (const each of asked) await expectSignedOnce(each);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('after everything is written and before it is answered, has signed once, and answers so', {
    timeout: 120_000,
  }, async () => {
    const asked = await aLetter();
    const first = sign(asked);
    while ((await stateOf(asked)).inForce === 0) await pause(1);
    await stopServer(server, 'SIGKILL');
    await endLeases(database.db);
    server = await startServer(env);
    await first;
    expect(await stateOf(asked)).toEqual(whole);
    await expectSignedOnce(asked);
  });
});
