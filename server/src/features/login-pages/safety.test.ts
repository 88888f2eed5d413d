import type { Tokens } from '@kerb/domain/session/session.contract.ts';
import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { issuePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword, ticketsIn, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage({ env: { LOG_LEVEL: 'trace' } });
const { deps, logLines: lines } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

let person: Awaited<ReturnType<typeof build.aPerson>>;
let tokens: Tokens;
const browser = aBrowser(stage);
beforeAll(async () => {
  person = await build.aPerson('admin');
  await givePassword(stage, person.userId, password);
  tokens = await browser.exchange(await browser.logIn(person.emailAddress, password));
});

const evil = 'https://evil.example';

describe('a form that another site made the browser send', () => {
  const forms = ['/login', '/login/demo', '/logout', '/forgotten-password', '/set-password', '/check'];
  // biome-ignore format: a table
  const foreign: [string, Record<string, string>][] = [
    ['by its origin',                 { origin: evil }],
    ['by its origin and port',        { origin: 'http://localhost:3001' }],
    ['by its scheme',                 { origin: 'https://localhost:3000' }],
    ['by what the browser says',      { 'sec-fetch-site': 'cross-site' }],
    ['by a sibling of ours',          { 'sec-fetch-site': 'same-site', origin: 'null' }],
    ['by one of two',                 { 'sec-fetch-site': 'same-origin', origin: evil }],
    ['by a broken origin',            { origin: 'nonsense' }],
  ];
  const cases = forms.flatMap((url) => foreign.map(([how, headers]) => ({ url, how, headers })));

  it.each(cases)('is refused at $url, recognised $how', async ({ url, headers }) => {
    const form = { email: person.emailAddress, password, userId: String(person.userId), token: 'x' };
    const answer = await browser.submit(url, form, { host: 'localhost:3000', ...headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(wordsOf(answer)).toContain('This request came from another site, so nothing was done.');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await browser.session(tokens)).statusCode).toBe(200);
  });

  it.each(['/v1/session/exchange', '/v1/session/refresh', '/v1/session/resume', '/v1/reset-password'])(
    'is refused at %s, with a problem response',
    async (url) => {
      const tickets = ticketsIn(await browser.get('/login'));
      // biome-ignore format: a table
      const bodies: Record<string, object> = {
      '/v1/session/exchange': tickets,
      '/v1/session/refresh':  { refreshToken: tokens.refreshToken },
      '/v1/session/resume':   { userId: person.userId },
      '/v1/reset-password':   { logonIdentifier: 'someone@nowhere.example' },
    };
      const refused = await browser.call(url, bodies[url]!, { origin: evil });
      expect(refused.statusCode).toBe(403);
      expect(refused.headers['content-type']).toContain('application/problem+json');
      const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
      expect((await browser.call(url, bodies[url]!, own)).statusCode).toBeLessThan(300);
    },
  );

  // biome-ignore format: a table
  it.each<[string, Record<string, string>]>([
    ['our own, as Chromium sends it',               { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['our own, by its public address',              { origin: 'http://localhost:3000', host: 'inside:8080' }],
    ['our own, by the request’s own host',          { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['our own, over plain http to another machine', { origin: 'null', host: '10.0.0.5:3000' }],
    ['an address typed by the user',                { 'sec-fetch-site': 'none' }],
    ['a client that is no browser',                 {}],
  ])('is distinguished from a legitimate one: %s', async (_what, headers) => {
    const answer = await aBrowser(stage).submit('/login', { email: person.emailAddress, password }, headers);
    expect(answer.statusCode).toBe(303);
  });

  it('is accepted with the origin “null” only over plain http', async () => {
    const tls = await startStage({ env: { PUBLIC_URL: 'https://kerb.example' } });
    const post = (headers: Record<string, string>) =>
      aBrowser(tls).submit('/login', { email: 'a', password: 'b' }, headers);
    expect((await post({ origin: 'null' })).statusCode).toBe(403);
    expect((await post({ origin: 'null', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(401);
    expect((await post({ origin: 'http://kerb.example' })).statusCode).toBe(403);
    const { headers } = await aBrowser(tls).get('/login');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  });
});

describe('every response', () => {
  // biome-ignore format: a table
  const answers: [string, () => ReturnType<typeof browser.get>][] = [
    ['the login page',         () => aBrowser(stage).get('/login')],
    ['a refused login',        () => aBrowser(stage).logIn('nobody@nowhere.example', 'x')],
    ['a redirect',             () => aBrowser(stage).logIn(person.emailAddress, password)],
    ['an expired link',        () => aBrowser(stage).get('/pay/none')],
    ['a form of another site', () => aBrowser(stage).submit('/logout', {}, { origin: evil })],
    ['a form too large',       () => aBrowser(stage).logIn('a'.repeat(70_000), 'x')],
    ['JSON',                   () => stage.as(person.userId)('GET', '/v1/session')],
    ['a problem',              () => aBrowser(stage).get('/v1/session')],
    ['an unknown call',        () => aBrowser(stage).get('/v1/nothing')],
    ['an invalid body',        () => aBrowser(stage).call('/v1/session/refresh', {})],
    ['the style sheet',        () => aBrowser(stage).get('/login.css')],
  ];

  it.each(answers)('has the security headers: %s', async (_what, send) => {
    const { headers } = await send();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval|\*/);
    if (policy.includes('frame-src')) expect(policy).toContain(`frame-src 'self' blob: ${deps.cards?.frame().origin};`);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each(answers.slice(0, 6))('that is a page allows only our own script and styles: %s', async (_what, send) => {
    const answer = await send();
    const policy = String(answer.headers['content-security-policy']);
    if (answer.statusCode !== 303)
      expect(policy).toMatch(/^default-src 'none'; (script-src 'self'; )?style-src 'self'; img-src 'self';/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('the log', () => {
  it('never contains a token, ticket, link, password, cookie, address or name', async () => {
    // Somebody else: this test changes their password.
    const person = await build.aPerson('admin');
    await givePassword(stage, person.userId, password);
    const browser = aBrowser(stage, '203.0.113.123');
    const landing = await browser.logIn(person.emailAddress, password, '/agencies?q=secretsearch');
    const tickets = ticketsIn(landing);
    const tokens = await browser.exchange(landing);
    await browser.session(tokens);
    const next = (await browser.call('/v1/session/refresh', { refreshToken: tokens.refreshToken })).json();
    await browser.call('/v1/session/refresh', { refreshToken: tokens.refreshToken });
    await browser.logIn(person.emailAddress, 'a wrong password');
    await browser.submit('/forgotten-password', { email: person.emailAddress });
    const token = await inTransaction(deps, byTheProduct, (work) =>
      issuePasswordLink(work, { userId: person.userId, purpose: 'reset' }),
    );
    await browser.get(`/set-password?token=${token}`);
    await browser.submit('/set-password', { token, password: 'a new fine password' });
    const manager = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    const { payers } = await build.aCampaign(manager, manager.memberships[0]!.tenantId, { status: 'waiting-invite' });
    const link = paymentToken(deps, { id: payers[0]!.id, version: payers[0]!.paymentLinkVersion });
    await browser.get(`/pay/${link}`);
    expect((await browser.submit(`/pay/${link}`, {})).statusCode).toBe(303);
    await browser.get('/pay/madeuplink');
    await browser.submit('/check', { text: `https://localhost:3000/pay/${link}` });
    await browser.get('/nowhere/at/all?email=person@example.com');
    await browser.submit('/logout', {});

    expect(lines.length).toBeGreaterThan(20);
    const log = lines.join('');
    expect(log).toContain('"route":"/pay/:token"');
    expect(log).toContain('"route":"/login"');
    const cookies = [...browser.jar.values(), ...landing.cookies.map((cookie) => cookie.value)];
    const secrets = [
      ...[tickets, tokens, next].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
      ...cookies,
      token,
      link,
    ];
    for (const secret of secrets) expect(secret).toMatch(/.{20}/);
    const words = [password, 'a wrong password', 'a new fine password', 'madeuplink', 'secretsearch', '@example.com'];
    const personal = [person.displayName, '203.0.113.123', 'kerb-au-sign-in', 'Bearer'];
    for (const text of [...secrets, ...words, ...personal]) {
      expect(log).not.toContain(text);
      expect(log).not.toContain(encodeURIComponent(text));
    }
  });
});
