import { flushEvents, noteEvent } from '@kerb/server/platform/security/security-events.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBrowser, givePassword, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';
import { asOwner } from '../../../test/test-database.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

async function events() {
  await flushEvents(deps);
  return db.selectFrom('securityEvents').selectAll().orderBy('id').execute();
}
beforeEach(async () => {
  await flushEvents(deps);
  await asOwner(db, (tx) => sql`truncate security_events`.execute(tx));
});

let serial = 0;
const elsewhere = () => {
  serial += 1;
  return aBrowser(stage, `192.0.2.${serial}`);
};
async function someone() {
  const person = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'employee' });
  await givePassword(stage, person.userId, password);
  return person;
}

describe('a refused sign-in', () => {
  it('is recorded with a hashed account, the network and the means, and without the typed text', async () => {
    const { emailAddress } = await someone();
    const browser = elsewhere();
    expect((await browser.logIn(emailAddress, 'not my password')).statusCode).toBe(401);
    const [event, ...more] = await events();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      kind: 'sign-in-refused',
      network: `192.0.2.${serial}`,
      means: 'password',
      route: 'POST /login',
      status: 401,
      count: 1,
    });
    expect(event?.accountHash).toHaveLength(32);
    expect(event?.requestId).toMatch(/\w{8}/);
    expect(JSON.stringify(event)).not.toMatch(new RegExp(`${emailAddress}|not my password`));
  });

  it('has the same account for every spelling of the address, and another for an unknown address', async () => {
    const { emailAddress } = await someone();
    // One after the other: events are stored in the background, in any order.
    const accountOf = async (typed: string) => {
      await elsewhere().logIn(typed, 'wrong password');
      return (await events()).at(-1)?.accountHash?.toString('hex');
    };
    const first = await accountOf(emailAddress);
    const second = await accountOf(emailAddress.toUpperCase());
    const third = await accountOf('nobody@example.com');
    expect(first).toBe(second);
    expect(third).toMatch(/^[\da-f]{64}$/);
    expect(third).not.toBe(first);
  });

  it('is one row with a count if it is repeated within a minute', async () => {
    const { emailAddress } = await someone();
    const browser = elsewhere();
    for (let times = 0; times < 4; times += 1) await browser.logIn(emailAddress, 'wrong password');
    expect((await events()).map(({ kind, count }) => [kind, count])).toEqual([
      ['sign-in-refused', 1],
      ['sign-in-refused', 3],
    ]);
  });

  it('is not recorded if the password is right', async () => {
    const { emailAddress } = await someone();
    expect((await elsewhere().logIn(emailAddress, password)).statusCode).toBe(303);
    expect(await events()).toEqual([]);
  });
});

describe('security events', () => {
  // Each event is written after its answer, so their order is not fixed.
  const kinds = async () =>
    (await events()).map(({ kind, means }) => [kind, means]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1));

  it('are recorded for links that do not work', async () => {
    const browser = elsewhere();
    expect(wordsOf(await browser.get(`/pay/${'x'.repeat(43)}`))).toContain('link');
    await browser.get(`/set-password?token=${'x'.repeat(43)}`);
    expect(await kinds()).toEqual([
      ['link-refused', 'Payment URL'],
      ['link-refused', 'password link'],
    ]);
  });

  it('are recorded for what a role does not allow, and not for a missing record or a mistake in a form', async () => {
    const { userId } = await someone();
    expect((await stage.as(userId)('GET', '/v1/users')).statusCode).toBe(403);
    expect((await stage.as(userId)('GET', '/v1/agreements/999999')).statusCode).toBe(404);
    expect((await stage.as(userId)('PUT', '/v1/account', { surname: '' })).statusCode).toBe(400);
    const [event, ...more] = await events();
    expect(more).toEqual([]);
    expect(event).toMatchObject({ kind: 'forbidden', route: 'GET /v1/users', status: 403 });
    expect(event?.accountHash).not.toBeNull();
  });

  it('are recorded for limits that are met', async () => {
    const { emailAddress } = await someone();
    const browser = elsewhere();
    for (let times = 0; times < 11; times += 1) await browser.logIn(emailAddress, 'wrong password');
    const met = (await events()).find(({ kind }) => kind === 'limit-met');
    expect(met).toMatchObject({ route: 'POST /login', status: 429, means: 'password' });
    expect(met?.accountHash).not.toBeNull();
  });

  it('are recorded for wrong codes, files that are refused, other sites and copied refresh tokens', async () => {
    const { userId, emailAddress, memberships } = await someone();
    await stage.as(userId)('PUT', '/v1/account', { mobilePhone: '0412 345 678' });
    await stage.as(userId)('POST', '/v1/account/verify-mobile', { code: '000000' });
    const tenantId = { name: 'tenantId', value: String(memberships[0]!.tenantId) };
    const upload = aForm(tenantId, { name: 'asset', value: 'MZ', fileName: 'run.exe' });
    await stage.as(userId)('POST', '/v1/assets', upload.payload, upload.headers);
    const browser = elsewhere();
    await browser.submit('/login', { email: emailAddress, password }, { origin: 'https://elsewhere.example' });
    const { refreshToken } = await browser.exchange(await browser.logIn(emailAddress, password));
    await browser.call('/v1/session/refresh', { refreshToken });
    await browser.call('/v1/session/refresh', { refreshToken });
    expect((await kinds()).map(([kind]) => kind)).toEqual([
      'code-refused',
      'file-refused',
      'foreign-site',
      'refresh-replayed',
    ]);
  });

  it('are recorded for integration credentials that are refused', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'kerb-none', client_secret: 'no' });
    await stage.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    expect(await kinds()).toEqual([['client-refused', 'client secret']]);
  });

  it('are recorded for content that a browser blocked, and for each start of a server', async () => {
    const report = { 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://evil.example/a?b' } };
    const headers = { 'content-type': 'application/csp-report' };
    await stage.app.inject({ method: 'POST', url: '/v1/csp-reports', headers, payload: JSON.stringify(report) });
    const [event] = await events();
    expect(event).toMatchObject({ kind: 'csp-report', detail: { directive: 'script-src', blocked: 'evil.example' } });
    await stage.app.listen({ host: '127.0.0.1', port: 0 });
    expect(await kinds()).toEqual([
      ['csp-report', null],
      ['start', null],
    ]);
  });

  it('are written although nothing else of the request is', async () => {
    noteEvent(deps, { kind: 'file-refused' });
    expect(await kinds()).toEqual([['file-refused', null]]);
  });
});
