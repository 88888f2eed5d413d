import { flushEvents } from '@kerb/server/platform/security/security-events.ts';
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { aBrowser, type Browser, givePassword } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

async function signedIn() {
  const tenantId = await build.aTenant();
  const person = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await givePassword(stage, person.userId, password);
  const browser = aBrowser(stage);
  const tokens = await browser.exchange(await browser.logIn(person.emailAddress, password));
  return { person, tenantId, browser, tokens };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const codeOf = (secret: string) => new TOTP({ secret: secret.replaceAll(' ', '') }).generate();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const prove = (browser: Browser, token: string, body: object) => browser.call('/v1/session/prove', body, bearer(token));
/** As if the last proof, of every tab and of the cookie, had been given at that time. */
async function proofWasAt({ person: { userId } }: SignedIn, provedDate: string | null) {
  await db.updateTable('signIns').set({ provedDate }).where('userId', '=', userId).execute();
  await db
    .updateTable('tokenFamilies')
    .set({ provedDate })
    .where('signInId', 'in', (query) => query.selectFrom('signIns').select('id').where('userId', '=', userId))
    .execute();
}
const forgetProof = (held: SignedIn) => proofWasAt(held, null);
const bankAccount = { accountName: 'Harbour Trust', bsbNumber: '062-000', accountNumber: '12345678' };
const changeBank = ({ tenantId }: SignedIn, token: string) =>
  stage.app.inject({
    method: 'PUT',
    url: `/v1/tenants/${tenantId}/settings`,
    headers: bearer(token),
    payload: { bankAccount },
  });

describe('a proof of identity', () => {
  it('is given by logging in, and counts for five minutes', async () => {
    const held = await signedIn();
    expect((await changeBank(held, held.tokens.accessToken)).statusCode).toBe(200);
    const sixMinutesAgo = new Date(Date.now() - 6 * 60_000).toISOString();
    await proofWasAt(held, sixMinutesAgo);
    const answer = await changeBank(held, held.tokens.accessToken);
    expect([answer.statusCode, answer.json().type]).toEqual([403, '/problems/proof-needed']);
  });

  it('is given with the password, and replaces the cookie and the tokens', async () => {
    const held = await signedIn();
    await forgetProof(held);
    const old = aBrowser(stage);
    for (const [name, value] of held.browser.jar) old.jar.set(name, value);
    const answer = await prove(held.browser, held.tokens.accessToken, { password });
    expect(answer.statusCode).toBe(200);
    const fresh = answer.json();
    expect((await changeBank(held, fresh.accessToken)).statusCode).toBe(200);
    expect((await changeBank(held, held.tokens.accessToken)).statusCode).toBe(401);
    const { refreshToken } = held.tokens;
    expect((await held.browser.call('/v1/session/refresh', { refreshToken })).statusCode).toBe(401);
    expect([...held.browser.jar]).not.toEqual([...old.jar]);
    expect((await held.browser.get('/login')).statusCode).toBe(303);
    expect((await old.get('/login')).statusCode).toBe(200);
  });

  it('neither ends nor counts in another tab, which proves for itself', async () => {
    const held = await signedIn();
    const otherTab = await held.browser.exchange(await held.browser.get('/login'));
    await forgetProof(held);
    await prove(held.browser, held.tokens.accessToken, { password });
    const refused = await changeBank(held, otherTab.accessToken);
    expect([refused.statusCode, refused.json().type]).toEqual([403, '/problems/proof-needed']);
    expect((await held.browser.session(otherTab)).statusCode).toBe(200);
    const { refreshToken } = otherTab;
    const refreshed = (await held.browser.call('/v1/session/refresh', { refreshToken })).json();
    expect((await changeBank(held, refreshed.accessToken)).statusCode).toBe(403);
    const fresh = (await prove(held.browser, refreshed.accessToken, { password })).json();
    expect((await changeBank(held, fresh.accessToken)).statusCode).toBe(200);
  });

  it('is of no use to somebody with a copy of the earlier cookie and of the tokens made from it', async () => {
    const held = await signedIn();
    const thief = aBrowser(stage);
    for (const [name, value] of held.browser.jar) thief.jar.set(name, value);
    const stolen = await thief.exchange(await thief.get('/login'));
    await forgetProof(held);
    await prove(held.browser, held.tokens.accessToken, { password });
    expect((await changeBank(held, stolen.accessToken)).statusCode).toBe(403);
    const { userId } = held.person;
    expect((await thief.call('/v1/session/resume', { userId })).statusCode).toBe(401);
  });

  it('counts in tabs that are opened afterwards, with the new cookie', async () => {
    const held = await signedIn();
    await forgetProof(held);
    const before = await held.browser.exchange(await held.browser.get('/login'));
    expect((await changeBank(held, before.accessToken)).statusCode).toBe(403);
    await prove(held.browser, held.tokens.accessToken, { password });
    const later = await held.browser.exchange(await held.browser.get('/login'));
    expect((await changeBank(held, later.accessToken)).statusCode).toBe(200);
    const resumed = await held.browser.call('/v1/session/resume', { userId: held.person.userId });
    expect((await changeBank(held, resumed.json().accessToken)).statusCode).toBe(200);
  });

  it('is logged, and a wrong password is a security event', async () => {
    const held = await signedIn();
    const wrong = await prove(held.browser, held.tokens.accessToken, { password: 'not my password' });
    expect([wrong.statusCode, Object.keys(wrong.json().validation)]).toEqual([400, ['password']]);
    await prove(held.browser, held.tokens.accessToken, { password });
    await flushEvents(deps);
    const event = await db
      .selectFrom('securityEvents')
      .select(['kind', 'route'])
      .where('requestId', '=', String(wrong.headers['x-request-id']))
      .executeTakeFirst();
    expect(event).toEqual({ kind: 'proof-refused', route: 'POST /v1/session/prove' });
    const entry = await db
      .selectFrom('logEntries')
      .select(['description', 'logData'])
      .where('userId', '=', held.person.userId)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ description: 'Identity confirmed', logData: { means: 'password' } });
  });

  it('is limited in its attempts', async () => {
    const held = await signedIn();
    const guess = () => prove(held.browser, held.tokens.accessToken, { password: 'not my password' });
    for (let times = 0; times < 10; times += 1) expect((await guess()).statusCode).toBe(400);
    expect((await guess()).statusCode).toBe(429);
    expect((await prove(held.browser, held.tokens.accessToken, { password })).statusCode).toBe(429);
  });

  it('needs the password and the code of the app where two-step login is on', async () => {
    const held = await signedIn();
    const { accessToken } = held.tokens;
    const begun = await held.browser.call('/v1/account/second-factor/begin', { password }, bearer(accessToken));
    const { secret } = begun.json();
    const code = codeOf(secret);
    await held.browser.call('/v1/account/second-factor/confirm', { code }, bearer(accessToken));
    const missing = await prove(held.browser, accessToken, { password });
    expect([missing.statusCode, Object.keys(missing.json().validation)]).toEqual([400, ['code']]);
    const used = await prove(held.browser, accessToken, { password, code });
    expect([used.statusCode, Object.keys(used.json().validation)]).toEqual([400, ['code']]);
    await db.updateTable('secondFactors').set({ lastStep: 0 }).where('userId', '=', held.person.userId).execute();
    const half = await prove(held.browser, accessToken, { code: codeOf(secret) });
    expect([half.statusCode, Object.keys(half.json().validation)]).toEqual([400, ['password']]);
    const wrong = await prove(held.browser, accessToken, { password: 'not my password', code: codeOf(secret) });
    expect([wrong.statusCode, Object.keys(wrong.json().validation)]).toEqual([400, ['password']]);
    expect((await prove(held.browser, accessToken, { password, code: codeOf(secret) })).statusCode).toBe(200);
  });

  it('is needed for a new password where two-step login is on, because the form asks for one factor only', async () => {
    const held = await signedIn();
    const headers = bearer(held.tokens.accessToken);
    const { secret } = (await held.browser.call('/v1/account/second-factor/begin', { password }, headers)).json();
    await held.browser.call('/v1/account/second-factor/confirm', { code: codeOf(secret) }, headers);
    const body = { currentPassword: password, newPassword: 'seven brown otters swim' };
    await forgetProof(held);
    const refused = await held.browser.call('/v1/account/change-password', body, headers);
    expect([refused.statusCode, refused.json().type]).toEqual([403, '/problems/proof-needed']);
    await proofWasAt(held, new Date().toISOString());
    expect((await held.browser.call('/v1/account/change-password', body, headers)).statusCode).toBe(204);
  });

  it('cannot be given by a Payment URL, by another site or for another person', async () => {
    const { person, tenantId, browser, tokens } = await signedIn();
    const { id, payers } = await build.aCampaign(person, tenantId);
    const link = await stage.accessTokenFor(payers[0]!.userId, { agreementId: id, signatoryId: payers[0]!.id });
    expect((await prove(aBrowser(stage), link, { password })).statusCode).toBe(403);
    const headers = { ...bearer(tokens.accessToken), origin: 'https://elsewhere.example' };
    expect((await browser.call('/v1/session/prove', { password }, headers)).statusCode).toBe(403);
    const admin = await build.aPerson('admin');
    const viewing = { 'x-view-as': `user:${person.userId}`, 'x-view-as-changes': 'on' };
    const answer = await stage.as(admin.userId)('POST', '/v1/session/prove', { password }, viewing);
    expect([answer.statusCode, answer.json().type]).toEqual([403, '/problems/viewing-as']);
  });

  it('is not part of what the session answers', async () => {
    const { browser, tokens } = await signedIn();
    const session = (await browser.session(tokens)).json();
    expect(Object.keys(session).sort()).toEqual(['displayName', 'emailAddress', 'memberships', 'role', 'userId']);
  });
});
