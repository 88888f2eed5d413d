import type { Tokens } from '@kerb/domain/session/session.contract.ts';
import { rotateSigningKey, signingKeysOf } from '@kerb/server/platform/auth/signing-keys.ts';
import { readAccessToken } from '@kerb/server/platform/auth/tokens.ts';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aBrowser, givePassword, ticketsIn } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db, app, deps, issuer } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

let person: Awaited<ReturnType<typeof build.aPerson>>;
beforeAll(async () => {
  const tenantId = await build.aTenant();
  person = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await givePassword(stage, person.userId, password);
});

async function signedIn() {
  const browser = aBrowser(stage);
  const landing = await browser.logIn(person.emailAddress, password);
  return { browser, landing, tokens: await browser.exchange(landing) };
}

const statusWith = async (accessToken: string) =>
  (await app.inject({ url: '/v1/session', headers: { authorization: `Bearer ${accessToken}` } })).statusCode;
const refresh = (refreshToken: string) =>
  app.inject({ method: 'POST', url: '/v1/session/refresh', payload: { refreshToken } });

/** A token like ours except for one change, signed with the real key unless another is given. */
async function forged(
  tokens: Tokens,
  change: (jwt: SignJWT) => SignJWT,
  header: object = {},
  key?: Uint8Array | CryptoKey,
) {
  const { id, privateKey } = await issuer.keys.current();
  const claims = JSON.parse(Buffer.from(tokens.accessToken.split('.')[1]!, 'base64url').toString());
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: id, typ: 'at+jwt', ...header });
  return change(jwt).sign(key ?? privateKey);
}

describe('a token in the cache of checked tokens', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is still refused when it expires', async () => {
    const { tokens } = await signedIn();
    const made = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: made });
    const short = await forged(tokens, (jwt) => jwt.setExpirationTime('20 seconds'));
    expect(await readAccessToken(issuer, short)).toMatchObject({ userId: person.userId });
    vi.setSystemTime(made + 19_000);
    expect(await readAccessToken(issuer, short)).toMatchObject({ userId: person.userId });
    vi.setSystemTime(made + 21_000);
    expect(await readAccessToken(issuer, short)).toBeNull();
  });

  it('is not accepted for another issuer', async () => {
    const { tokens } = await signedIn();
    expect(await readAccessToken(issuer, tokens.accessToken)).not.toBeNull();
    expect(await readAccessToken({ ...issuer, issuer: 'kerb-elsewhere' }, tokens.accessToken)).toBeNull();
  });
});

describe('an access token', () => {
  it('is accepted, and so is one re-signed without a change', async () => {
    const { tokens } = await signedIn();
    expect(tokens.expiresIn).toBe(300);
    expect(await statusWith(tokens.accessToken)).toBe(200);
    expect(await statusWith(await forged(tokens, (jwt) => jwt))).toBe(200);
  });

  // biome-ignore format: a table
  it.each<[string, (jwt: SignJWT) => SignJWT, object]>([
    ['of another audience',     (jwt) => jwt.setAudience('kerb-web'),              {}],
    ['of the other country',    (jwt) => jwt.setIssuer('kerb-nz'),                 {}],
    ['that has expired',        (jwt) => jwt.setExpirationTime('1 second ago'),    {}],
    ['of another type',         (jwt) => jwt,                                      { typ: 'JWT' }],
    ['without a type',          (jwt) => jwt,                                      { typ: undefined }],
    ['of an unknown key',       (jwt) => jwt,                                      { kid: crypto.randomUUID() }],
    ['signed with another key', (jwt) => jwt,                                      { kid: "' or 1=1 --" }],
    ['without a key id',        (jwt) => jwt,                                      { kid: undefined }],
    ['for another user',        (jwt) => jwt.setSubject('999'),                      {}],
  ])('%s is refused', async (_what, change, header) => {
    const { tokens } = await signedIn();
    expect(await statusWith(await forged(tokens, change, header))).toBe(401);
  });

  it('that never expires is refused', async () => {
    const { tokens } = await signedIn();
    const { id, privateKey } = await issuer.keys.current();
    const { exp, ...claims } = JSON.parse(Buffer.from(tokens.accessToken.split('.')[1]!, 'base64url').toString());
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: id, typ: 'at+jwt' })
      .sign(privateKey);
    expect(await statusWith(token)).toBe(401);
  });

  it('that brings its own key, or says where one is, is refused', async () => {
    const { tokens } = await signedIn();
    const own = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const x5u = 'https://evil.example/certificate';
    for (const header of [{ jwk }, { jku: 'https://evil.example/keys' }, { x5u }, { jwk, kid: 'own' }]) {
      expect(await statusWith(await forged(tokens, (jwt) => jwt, header, own.privateKey))).toBe(401);
    }
  });

  it('without a signature is refused', async () => {
    const { tokens } = await signedIn();
    const [, claims] = tokens.accessToken.split('.');
    const { id } = await issuer.keys.current();
    const head = Buffer.from(JSON.stringify({ alg: 'none', kid: id, typ: 'at+jwt' })).toString('base64url');
    expect(await statusWith(`${head}.${claims}.`)).toBe(401);
    expect(await statusWith(new UnsecuredJWT({ sub: String(person.userId) }).encode())).toBe(401);
  });

  it('signed by HS256 with the public key as its secret is refused', async () => {
    const { tokens } = await signedIn();
    const { id } = await issuer.keys.current();
    const row = await db.selectFrom('signingKeys').select('publicKey').where('id', '=', id).executeTakeFirstOrThrow();
    const secrets = [Buffer.from(String(row.publicKey.x), 'base64url'), Buffer.from(JSON.stringify(row.publicKey))];
    for (const secret of secrets) {
      expect(await statusWith(await forged(tokens, (jwt) => jwt, { alg: 'HS256' }, secret))).toBe(401);
    }
  });

  it('is not accepted as a refresh token or ticket, nor are they accepted as access tokens', async () => {
    const { landing, tokens } = await signedIn();
    expect(await statusWith(tokens.refreshToken)).toBe(401);
    expect(await statusWith(ticketsIn(landing).accessToken)).toBe(401);
    expect((await refresh(ticketsIn(landing).refreshToken)).statusCode).toBe(401);
    expect((await refresh(tokens.accessToken)).statusCode).toBe(400);
  });

  it('stays valid while its key is replaced, and is refused when the key is long retired', async () => {
    const { tokens } = await signedIn();
    await db.transaction().execute((tx) => rotateSigningKey(tx, deps.secrets));
    expect(await statusWith(tokens.accessToken)).toBe(200);
    expect((await refresh(tokens.refreshToken)).statusCode).toBe(200);

    const anotherServer = () => ({ ...issuer, keys: signingKeysOf(db, deps.secrets) });
    expect(await readAccessToken(anotherServer(), tokens.accessToken)).not.toBeNull();
    const retire = (retiredDate: string) =>
      db.updateTable('signingKeys').set({ retiredDate }).where('retiredDate', 'is not', null).execute();
    await retire(new Date(Date.now() - 2 * 3_600_000).toISOString());
    expect(await readAccessToken(anotherServer(), tokens.accessToken)).toBeNull();
    // This server still signs with the replaced key, which the other tests need to be valid.
    await retire(new Date().toISOString());
  });
});

describe('a refresh token', () => {
  it('works once and returns the next', async () => {
    const { tokens } = await signedIn();
    const next = await refresh(tokens.refreshToken);
    expect(next.statusCode).toBe(200);
    expect(next.headers['cache-control']).toBe('no-store');
    expect(await statusWith(next.json<Tokens>().accessToken)).toBe(200);
    expect(next.json<Tokens>().refreshToken).not.toBe(tokens.refreshToken);
  });

  it('that is replayed ends its whole family, but not another tab of the same sign-in', async () => {
    const { browser, tokens } = await signedIn();
    const otherTab = await browser.exchange(await browser.get('/login'));
    const next = (await refresh(tokens.refreshToken)).json<Tokens>();
    expect((await refresh(tokens.refreshToken)).statusCode).toBe(401);
    expect(await statusWith(next.accessToken)).toBe(401);
    expect((await refresh(next.refreshToken)).statusCode).toBe(401);
    expect(await statusWith(tokens.accessToken)).toBe(401);
    expect(await statusWith(otherTab.accessToken)).toBe(200);
    expect((await refresh(otherTab.refreshToken)).statusCode).toBe(200);
  });

  it('used twice in parallel works at most once, and its family ends', async () => {
    const { tokens } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(tokens.refreshToken)));
    const won = answers.filter((answer) => answer.statusCode === 200);
    expect(won).toHaveLength(1);
    expect(await statusWith(won[0]!.json<Tokens>().accessToken)).toBe(401);
    expect((await refresh(won[0]!.json<Tokens>().refreshToken)).statusCode).toBe(401);
  });

  it('is refused once it or its sign-in has expired', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    await db.updateTable('refreshTokens').set({ expiryDate: '2020-01-01T00:00:00.000Z' }).execute();
    expect((await refresh(one.tokens.refreshToken)).statusCode).toBe(401);
    await db.updateTable('refreshTokens').set({ expiryDate: '2099-01-01T00:00:00.000Z' }).execute();
    await db.updateTable('signIns').set({ expiryDate: '2020-01-01T00:00:00.000Z' }).execute();
    expect((await refresh(other.tokens.refreshToken)).statusCode).toBe(401);
    expect(await statusWith(other.tokens.accessToken)).toBe(401);
  });
});

describe('a ticket', () => {
  const exchange = (browser: ReturnType<typeof aBrowser>, tickets: object) =>
    browser.call('/v1/session/exchange', tickets);

  it('works once', async () => {
    const { browser, landing } = await signedIn();
    expect((await exchange(browser, ticketsIn(landing))).statusCode).toBe(401);
  });

  it('works once even if it is used several times in parallel', async () => {
    const { browser } = await signedIn();
    const tickets = ticketsIn(await browser.get('/login'));
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(browser, tickets)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  it('is refused in another browser, signed in or not, and still works in its own', async () => {
    const { browser } = await signedIn();
    const tickets = ticketsIn(await browser.get('/login'));
    expect((await exchange(aBrowser(stage), tickets)).statusCode).toBe(401);
    expect((await exchange((await signedIn()).browser, tickets)).statusCode).toBe(401);
    expect((await exchange(browser, tickets)).statusCode).toBe(200);
  });

  it('is refused after 60 seconds', async () => {
    const { browser } = await signedIn();
    const tickets = ticketsIn(await browser.get('/login'));
    const { expiryDate } = await db.selectFrom('signInTickets').select('expiryDate').executeTakeFirstOrThrow();
    expect(Date.parse(expiryDate) - Date.now()).toBeLessThanOrEqual(60_000);
    const aSecondAgo = new Date(Date.now() - 1_000).toISOString();
    await db.updateTable('signInTickets').set({ expiryDate: aSecondAgo }).execute();
    expect((await exchange(browser, tickets)).statusCode).toBe(401);
  });

  it('is refused together with the other half of another pair', async () => {
    const { browser } = await signedIn();
    const [one, other] = [ticketsIn(await browser.get('/login')), ticketsIn(await browser.get('/login'))];
    const mixed = { accessToken: one.accessToken, refreshToken: other.refreshToken };
    expect((await exchange(browser, mixed)).statusCode).toBe(401);
  });
});

describe('access ends at the next request, before the token expires,', () => {
  it('for a disabled user', async () => {
    const { browser, tokens } = await signedIn();
    await db
      .updateTable('users')
      .set({ disabledDate: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', person.userId)
      .execute();
    expect((await browser.session(tokens)).statusCode).toBe(401);
    expect((await refresh(tokens.refreshToken)).statusCode).toBe(401);
    expect((await browser.get('/login')).statusCode).toBe(200);
    await db.updateTable('users').set({ disabledDate: null }).where('id', '=', person.userId).execute();
  });

  it('for a disabled logon', async () => {
    const { browser, tokens } = await signedIn();
    const logon = db.updateTable('credentials').where('userId', '=', person.userId);
    await logon.set({ disabledSinceDate: '2026-01-01T00:00:00.000Z' }).execute();
    expect((await browser.session(tokens)).statusCode).toBe(401);
    expect((await refresh(tokens.refreshToken)).statusCode).toBe(401);
    expect((await browser.get('/login')).statusCode).toBe(200);
    await logon.set({ disabledSinceDate: null }).execute();
  });

  it('for a member who has been removed', async () => {
    const { browser, tokens } = await signedIn();
    expect((await browser.session(tokens)).json().memberships).toHaveLength(1);
    await db.deleteFrom('tenantUsers').where('userId', '=', person.userId).execute();
    expect((await browser.session(tokens)).json().memberships).toEqual([]);
  });

  it('for someone who has logged out, in every tab', async () => {
    const { browser, tokens } = await signedIn();
    const otherTab = await browser.exchange(await browser.get('/login'));
    const waiting = ticketsIn(await browser.get('/login'));
    const cookies = new Map(browser.jar);
    await browser.submit('/logout', {});
    for (const held of [tokens, otherTab]) {
      expect((await browser.session(held)).statusCode).toBe(401);
      expect((await refresh(held.refreshToken)).statusCode).toBe(401);
    }
    for (const [name, value] of cookies) browser.jar.set(name, value);
    expect((await browser.call('/v1/session/exchange', waiting)).statusCode).toBe(401);
    expect((await browser.get('/login')).statusCode).toBe(200);
  });
});
