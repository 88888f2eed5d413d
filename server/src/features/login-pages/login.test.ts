import type { LimitName } from '@kerb/server/platform/limits/throttle.ts';
import { lanes } from '@kerb/server/platform/queues/lanes.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { aBrowser, givePassword, locationOf, ticketsIn, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';
const mismatch = 'That email address and password do not match.';

/** Sets the stored count, so that a test need not make every attempt. */
const countStandsAt = (limit: LimitName, count: number) =>
  db.updateTable('throttles').set({ count }).where('key', 'like', `${limit}:%`).execute();

let tenantId: number;
async function someone(...args: Parameters<typeof build.aPerson>) {
  const person = await build.aPerson(...args);
  await givePassword(stage, person.userId, password);
  return person;
}
beforeAll(async () => {
  tenantId = await build.aTenant({ name: 'Harbour <Estate>' });
});

describe('the login page', () => {
  it('has fields for an e-mail address and a password that password managers recognise', async () => {
    const page = await aBrowser(stage).get('/login?back=/agencies');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(wordsOf(page)).toContain('Log in to KerbPay');
    expect(page.body).toMatch(
      /<label for="email">Email address<\/label>\s*<input id="email" name="email" type="email" autocomplete="username webauthn"/,
    );
    expect(page.body).toMatch(/<input id="password" name="password" type="password" autocomplete="current-password"/);
    expect(page.body).toContain('<input type="hidden" name="back" value="/agencies">');
    expect(page.body.match(/<script/g)).toHaveLength(1);
    expect(page.body).not.toContain('style=');
  });

  it('has the brand and the colour of its country', async () => {
    const nz = await startStage({ env: { COUNTRY: 'NZ' } });
    const page = await aBrowser(nz).get('/login');
    expect(page.body).toContain('<html lang="en-NZ">');
    expect(wordsOf(page)).toContain('Log in to KerbFlow');
    expect(wordsOf(page)).toContain('0800 100 265');
    const css = await aBrowser(nz).get(/href="(\/login\.css[^"]+)"/.exec(page.body)![1]!);
    expect(css.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(css.body).toContain('--brand: #0C2B38');
    expect(css.headers['cache-control']).toContain('immutable');
  });

  // biome-ignore format: a table
  it.each([
    ['/login',             '',                          ''],
    ['/login?expired=1',   'Your session has expired.', ''],
    ['/login?loggedOut=1', 'You are logged out.',       ''],
  ])('at %s shows %j', async (address, words) => {
    const page = await aBrowser(stage).get(address);
    expect(wordsOf(page)).toContain(words);
    expect(/role="status"/.test(page.body)).toBe(words !== '');
  });

  it('escapes a hostile address', async () => {
    const page = await aBrowser(stage).get(`/login?back=${encodeURIComponent('/"><script>x</script>')}`);
    expect(page.body).not.toContain('<script>');
  });
});

describe('logging in', () => {
  it('redirects back with tickets, sets an HttpOnly cookie, and is logged', async () => {
    const person = await someone('tenant_user', { tenantId, as: 'manager' });
    const browser = aBrowser(stage);
    const landing = await browser.logIn(person.emailAddress.toUpperCase(), password, '/agencies/7?status=draft');
    expect(landing.statusCode).toBe(303);
    expect(landing.headers['cache-control']).toBe('no-store');
    expect(locationOf(landing).pathname).toBe('/agencies/7');
    expect(locationOf(landing).searchParams.get('status')).toBe('draft');
    expect(landing.headers['set-cookie']).toEqual([
      expect.stringMatching(/^kerb-au-sign-in=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^kerb-au-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const session = await browser.session(await browser.exchange(landing));
    expect(session.json()).toEqual({
      userId: person.userId,
      displayName: person.displayName,
      emailAddress: person.emailAddress,
      role: 'tenant_user',
      memberships: [{ tenantId, tenantName: 'Harbour <Estate>', tenantUserType: 'manager' }],
    });
    const entry = await db
      .selectFrom('logEntries')
      .selectAll()
      .where('userId', '=', person.userId)
      .where('activityCode', '=', 'cred_auth')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      userName: person.displayName,
      ipAddress: '127.0.0.1',
      logData: { means: 'password' },
    });
    const logon = await db
      .selectFrom('credentials')
      .selectAll()
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(logon.lastUsageDate).toBe(entry.date);
  });

  it('over TLS sets a Secure cookie that no other host or path can set', async () => {
    const tls = await startStage({ env: { PUBLIC_URL: 'https://kerb.example' } });
    const person = await buildersFor(tls).aPerson('admin');
    await givePassword(tls, person.userId, password);
    const browser = aBrowser(tls);
    const landing = await browser.logIn(person.emailAddress, password, 'https://kerb.example/agencies');
    expect(locationOf(landing).pathname).toBe('/agencies');
    expect(landing.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-kerb-au-sign-in=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-kerb-au-device=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(String(landing.headers['set-cookie'])).not.toContain('Domain');
    expect((await browser.session(await browser.exchange(landing))).statusCode).toBe(200);
    const left = await browser.submit('/logout', {});
    expect(left.headers['set-cookie']).toMatch(/^__Host-kerb-au-sign-in=; .*Path=\/; .*HttpOnly; Secure/);
  });

  it('accepts a password however old it is', async () => {
    const person = await someone('admin');
    const lastPasswordChangeDate = '2001-01-01T00:00:00.000Z';
    await db.updateTable('credentials').set({ lastPasswordChangeDate }).where('userId', '=', person.userId).execute();
    expect((await aBrowser(stage).logIn(person.emailAddress, password)).statusCode).toBe(303);
  });

  it('never redirects to another site, whatever the form contains', async () => {
    const person = await someone('admin');
    for (const back of ['//evil.example', 'https://evil.example/', '/.//evil.example', '/\\evil.example', '\u0000']) {
      expect((await aBrowser(stage).logIn(person.emailAddress, password, back)).headers.location).toMatch(
        /^\/today\?access_token=/,
      );
    }
  });

  it('leads staff who asked for no page to what needs them, and others where they asked to go', async () => {
    const landingOf = async (role: Parameters<typeof someone>[0], back?: string) => {
      const { emailAddress } = await someone(role);
      return locationOf(await aBrowser(stage).logIn(emailAddress, password, back)).pathname;
    };
    expect(await landingOf('admin')).toBe('/today');
    expect(await landingOf('tenant_user')).toBe('/today');
    expect(await landingOf('vendor')).toBe('/');
    expect(await landingOf('admin', '/agencies')).toBe('/agencies');
  });

  it('is skipped in a browser that is signed in, and the tickets in the address are replaced', async () => {
    const person = await someone('admin');
    const browser = aBrowser(stage);
    await browser.logIn(person.emailAddress, password);
    const back = encodeURIComponent('/agencies?access_token=old&refresh_token=old&page=2');
    const landing = await browser.get(`/login?back=${back}&expired=1`);
    expect(landing.statusCode).toBe(303);
    const query = locationOf(landing).searchParams;
    expect(query.getAll('access_token')).toHaveLength(1);
    expect(query.getAll('refresh_token')).toEqual([ticketsIn(landing).refreshToken]);
    expect(landing.headers.location).not.toContain('old');
    expect((await browser.exchange(landing)).accessToken).toBeTruthy();
  });

  it('as someone else ends the browser’s earlier sign-in', async () => {
    const [one, other] = [await someone('admin'), await someone('admin')];
    const browser = aBrowser(stage);
    const before = await browser.exchange(await browser.logIn(one.emailAddress, password));
    await browser.logIn(other.emailAddress, password);
    expect((await browser.session(before)).statusCode).toBe(401);
  });

  it('keeps the typed values except the password, and points at the missing fields', async () => {
    const answer = await aBrowser(stage).logIn('ann"<b>@example.com', '', '/agencies');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('value="ann&quot;&lt;b&gt;@example.com"');
    expect(answer.body).toContain('<input type="hidden" name="back" value="/agencies">');
    expect(answer.body).toMatch(/role="alert"><p><a href="#password">Enter your password.<\/a>/);
    expect(answer.body).toMatch(
      /id="password"[^>]+aria-describedby="password-mistake"[^>]+aria-invalid="true"[^>]+autofocus/,
    );
    expect((await aBrowser(stage).logIn('ann@example.com', 'what I typed')).body).not.toContain('what I typed');
  });

  it('treats an unexpected form as empty', async () => {
    const browser = aBrowser(stage);
    const strange = {
      payload: 'email=a&email=b&password=c',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect((await browser.send('POST', '/login', strange)).statusCode).toBe(400);
    expect((await browser.call('/login', { email: { $ne: 1 }, password: ['x'] })).statusCode).toBe(400);
    expect((await browser.logIn('a\u0000b@example.com', 'x\u0000y')).statusCode).toBe(401);
    expect((await browser.logIn('a'.repeat(60_000), 'x'.repeat(5_000))).statusCode).toBe(401);
    const tooMuch = await browser.logIn('a'.repeat(70_000), 'x');
    expect([tooMuch.statusCode, tooMuch.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
  });
});

describe('a login that fails', () => {
  it('has the same message for a wrong password and an unknown, disabled or passwordless account', async () => {
    const [known, disabled, closed] = [await someone('admin'), await someone('admin'), await someone('admin')];
    const invited = await build.aPerson('admin');
    const at = '2026-01-01T00:00:00.000Z';
    await db.updateTable('users').set({ disabledDate: at }).where('id', '=', disabled.userId).execute();
    await db.updateTable('credentials').set({ disabledSinceDate: at }).where('userId', '=', closed.userId).execute();
    const tries = [
      [known.emailAddress, 'wrong'],
      ['nobody@nowhere.example', password],
      [disabled.emailAddress, password],
      [closed.emailAddress, password],
      [invited.emailAddress, password],
    ] as const;
    const pages = [];
    for (const [email, typed] of tries) {
      const browser = aBrowser(stage);
      const answer = await browser.logIn(email, typed);
      expect(answer.statusCode).toBe(401);
      expect(wordsOf(answer)).toContain(mismatch);
      expect([...browser.jar.keys()]).toEqual(['kerb-au-passkey']);
      pages.push(answer.body.replaceAll(email, '…').replace(/data-options="[^"]+"/, ''));
    }
    expect(new Set(pages).size).toBe(1);
  });

  it('takes about as long for an unknown account as for a wrong password', async () => {
    const person = await someone('admin');
    const time = async (email: string) => {
      const since = performance.now();
      await aBrowser(stage, '203.0.113.50').logIn(email, 'wrong');
      return performance.now() - since;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let n = 0; n < 5; n += 1) {
      known.push(await time(person.emailAddress));
      unknown.push(await time('nobody.at.all@nowhere.example'));
    }
    // Without a dummy hash, the response for an unknown account would be ten times as fast.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });

  it('is limited to ten times per account and network, and then the right password is refused there too', async () => {
    const person = await someone('admin');
    const from = (n: number) => aBrowser(stage, `198.51.100.${n}`);
    await db.deleteFrom('throttles').execute();
    expect((await from(3).logIn(person.emailAddress, 'wrong')).statusCode).toBe(401);
    await countStandsAt('signInPerAccountAndAddress', 9);
    expect((await from(3).logIn(person.emailAddress, 'wrong')).statusCode).toBe(401);
    const refused = await from(3).logIn(person.emailAddress.toUpperCase(), password);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(wordsOf(refused)).toMatch(/Too many attempts\. Please wait 1[45] minutes and try again\./);
    expect(refused.body).toContain(`value="${person.emailAddress.toUpperCase()}"`);
    const other = await someone('admin');
    expect((await from(3).logIn(other.emailAddress, password)).statusCode).toBe(303);
    expect((await from(4).logIn(person.emailAddress, password)).statusCode).toBe(303);
  });

  it.each(['İ', 'ſ', '\u212a'])('shares one count among spellings of an address: %s', async (letter) => {
    const person = await someone('admin');
    const address = `kim.iskra.${person.userId}@example.com`;
    await db.updateTable('credentials').set({ logonIdentifier: address }).where('userId', '=', person.userId).execute();
    const plain = { İ: 'i', ſ: 's', '\u212a': 'k' }[letter]!;
    const browser = aBrowser(stage, '198.51.100.66');
    await browser.logIn(address, 'wrong');
    await countStandsAt('signInPerAccountAndAddress', 10);
    const other = await browser.logIn(address.replace(plain, letter), password);
    expect([401, 429]).toContain(other.statusCode);
    expect((await browser.logIn(address.toUpperCase(), password)).statusCode).toBe(429);
  });

  it('is limited to a hundred times per account; a known browser still works, and its owner is told', async () => {
    const person = await someone('admin');
    const [home, elsewhere] = [aBrowser(stage, '198.51.100.70'), aBrowser(stage, '198.51.100.71')];
    expect((await home.logIn(person.emailAddress, password)).statusCode).toBe(303);
    await home.submit('/logout', {});
    await elsewhere.logIn(person.emailAddress, 'wrong');
    await countStandsAt('signInPerAccount', 100);
    expect((await elsewhere.logIn(person.emailAddress, password)).statusCode).toBe(429);
    expect((await elsewhere.logIn(person.emailAddress, password)).statusCode).toBe(429);
    await countStandsAt('signInPerAddress', 60);
    expect((await home.logIn(person.emailAddress, password)).statusCode).toBe(303);
    const told = () => db.selectFrom('messages').select('subject').where('userId', '=', person.userId).execute();
    await vi.waitFor(async () =>
      expect(await told()).toEqual([{ subject: 'Somebody tried to log in to your KerbPay account' }]),
    );
  });

  it('is limited to ten times in a known browser', async () => {
    const person = await someone('admin');
    const home = aBrowser(stage, '198.51.100.72');
    await home.logIn(person.emailAddress, password);
    await home.submit('/logout', {});
    await home.logIn(person.emailAddress, 'wrong');
    await countStandsAt('signInPerDevice', 10);
    expect((await home.logIn(person.emailAddress, password)).statusCode).toBe(429);
    expect((await aBrowser(stage, '198.51.100.73').logIn(person.emailAddress, password)).statusCode).toBe(303);
  });

  it('no longer counts once the password is right', async () => {
    const person = await someone('admin');
    const browser = aBrowser(stage, '198.51.100.200');
    await browser.logIn(person.emailAddress, 'wrong');
    await countStandsAt('signInPerAccountAndAddress', 9);
    expect((await browser.logIn(person.emailAddress, password)).statusCode).toBe(303);
    expect((await browser.logIn(person.emailAddress, 'wrong')).statusCode).toBe(401);
    expect((await browser.logIn(person.emailAddress, 'wrong')).statusCode).toBe(401);
  });

  it('is limited to sixty times per address, over all accounts; successful logins do not count', async () => {
    const person = await someone('admin');
    const from = (n: number) => aBrowser(stage, `2001:db8::${n}`);
    await db.deleteFrom('throttles').execute();
    await from(1).logIn('one@nowhere.example', 'x');
    await countStandsAt('signInPerAddress', 59);
    expect((await from(2).logIn(person.emailAddress, password)).statusCode).toBe(303);
    expect((await from(3).logIn('two@nowhere.example', 'x')).statusCode).toBe(401);
    expect((await from(4).logIn(person.emailAddress, password)).statusCode).toBe(429);
    expect((await aBrowser(stage, '2001:db8:0:1::1').logIn(person.emailAddress, password)).statusCode).toBe(303);
  });
});

describe('logging out', () => {
  it('asks first by GET, happens by POST, and is confirmed', async () => {
    const person = await someone('admin');
    const browser = aBrowser(stage);
    expect((await browser.get('/logout')).headers.location).toBe('/login');
    const tokens = await browser.exchange(await browser.logIn(person.emailAddress, password));
    expect(wordsOf(await browser.get('/logout'))).toContain('Log out of KerbPay?');
    expect((await browser.session(tokens)).statusCode).toBe(200);
    const left = await browser.submit('/logout', {});
    expect([left.statusCode, left.headers.location]).toEqual([303, '/login?loggedOut=1']);
    expect([...browser.jar.keys()]).toEqual(['kerb-au-device']);
    expect(wordsOf(await browser.get('/login?loggedOut=1'))).toContain('You are logged out.');
  });

  it('has no effect for someone who is not logged in', async () => {
    expect((await aBrowser(stage).submit('/logout', {})).statusCode).toBe(303);
  });
});

describe('a flood of log-ins', () => {
  it('gets the form again with a message and what was typed, and uses up no attempt', async () => {
    const { emailAddress } = await someone('tenant_user');
    const browser = aBrowser(stage, '198.51.100.200');
    // Another person's log-in holds the turn, so that five of nine wait and the others are refused.
    const { promise: turnOver, resolve: endTurn } = Promise.withResolvers<void>();
    const other = lanes.strangersPasswords.run('another network', () => turnOver);
    const busy: Awaited<ReturnType<typeof browser.logIn>>[] = [];
    const logIns = Array.from({ length: 9 }, async () => {
      const answer = await browser.logIn(emailAddress, 'a wrong password');
      if (answer.statusCode === 503) busy.push(answer);
      return answer.statusCode;
    });
    await expect.poll(() => busy.length).toBe(4);
    endTurn();
    await other;
    expect((await Promise.all(logIns)).toSorted()).toEqual([401, 401, 401, 401, 401, 503, 503, 503, 503]);
    expect(wordsOf(busy[0]!)).toContain('Please wait for them, then try again.');
    expect(busy[0]!.body).toContain(`value="${emailAddress}"`);
    expect(busy[0]!.headers['retry-after']).toBe('5');
    // Ten attempts are allowed. Without the busy ones there is room for this one.
    expect((await browser.logIn(emailAddress, 'another wrong password')).statusCode).toBe(401);
    expect((await browser.logIn(emailAddress, password)).statusCode).toBe(303);
  });
});
