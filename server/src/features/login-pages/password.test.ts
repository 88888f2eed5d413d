import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { changeLogon } from '@kerb/server/features/session/change-logon.ts';
import { issuePasswordLink, sendInvite } from '@kerb/server/features/session/password-links.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword, locationOf, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';
const better = 'staple of eleven words';

async function someone() {
  const person = await build.aPerson('admin');
  await givePassword(stage, person.userId, password);
  return person;
}

/** Without those about a login in a new browser. */
const messagesTo = (recipient: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '<>', 'new-sign-in')
    .orderBy('id')
    .execute();

async function linkSentTo(recipient: string): Promise<string> {
  const withLink = (await messagesTo(recipient)).filter((message) => message.sealedSecrets !== null);
  const [link] = JSON.parse(deps.secrets.decrypt(withLink.at(-1)!.sealedSecrets!).toString());
  return new URL(link).pathname + new URL(link).search;
}

const issue = (userId: number, purpose: 'invite' | 'reset' = 'reset') =>
  inTransaction(deps, byTheProduct, (work) => issuePasswordLink(work, { userId, purpose }));

let network = 0;
const elsewhere = () => {
  network += 1;
  return aBrowser(stage, `198.51.100.${network}`);
};
const forget = (email: string, browser = elsewhere()) => browser.submit('/forgotten-password', { email });
const choose = (token: string, typed: string, browser = elsewhere()) =>
  browser.submit('/set-password', { token, password: typed });
const codesOf = async (userId: number) => {
  const rows = await db
    .selectFrom('logEntries')
    .select('activityCode')
    .where('targetUserId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.activityCode);
};

describe('an address whose domain has macrons', () => {
  it('is kept in its ASCII form, and is found as it was typed', async () => {
    const admin = await build.aPerson('admin');
    const person = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    const saved = await stage.as(admin.userId)('PUT', `/v1/users/${person.userId}`, { emailAddress: 'kim@tūī.nz' });
    expect(saved.json().emailAddress).toBe('kim@xn--t-2ja5q.nz');
    await givePassword(stage, person.userId, password);
    expect((await elsewhere().logIn('Kim@Tūī.nz', password)).statusCode).toBe(303);
    await forget('kim@tūī.nz');
    expect(await linkSentTo('kim@xn--t-2ja5q.nz')).toContain('token=');
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link whose token is stored only as a hash', async () => {
    const person = await someone();
    expect(wordsOf(await elsewhere().get('/forgotten-password'))).toContain('Forgotten your password?');
    const sent = await forget(` ${person.emailAddress.toUpperCase()} `);
    expect(wordsOf(sent)).toContain('If there is an account with that address');
    const [message] = (await messagesTo(person.emailAddress)).slice(-1);
    expect(message).toMatchObject({ kind: 'password-reset', channel: 'email', audience: 'staff', state: 'queued' });
    expect(message!.body).toContain(secretPlace);
    const link = await linkSentTo(person.emailAddress);
    const token = new URL(link, 'http://x').searchParams.get('token')!;
    const row = await db
      .selectFrom('passwordLinks')
      .selectAll()
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(row.hash.equals(sha256(token))).toBe(true);
    expect(Date.parse(row.expiryDate) - Date.now()).toBeLessThanOrEqual(60 * 60_000);

    const browser = elsewhere();
    const page = await browser.get(link);
    expect(page.body).toMatch(/autocomplete="username" value="person\d+@example.com"[^>]+readonly/);
    expect(page.body).toMatch(/type="password" autocomplete="new-password"/);
    const landing = await choose(token, better, browser);
    expect([landing.statusCode, locationOf(landing).pathname]).toEqual([303, '/today']);
    expect((await browser.session(await browser.exchange(landing))).json().userId).toBe(person.userId);
    expect((await elsewhere().logIn(person.emailAddress, password)).statusCode).toBe(401);
    expect((await elsewhere().logIn(person.emailAddress, better)).statusCode).toBe(303);
    expect((await codesOf(person.userId)).slice(-4)).toEqual([
      'cred_reset_pw',
      'cred_change_pw',
      'cred_auth',
      'cred_auth',
    ]);
    expect((await messagesTo(person.emailAddress)).at(-1)).toMatchObject({
      kind: 'password-changed',
      sealedSecrets: null,
    });
  });

  it('gets the same response if the account is unknown or disabled, and then no message is sent', async () => {
    const [known, disabled, closed] = [await someone(), await someone(), await someone()];
    const at = '2026-01-01T00:00:00.000Z';
    await db.updateTable('users').set({ disabledDate: at }).where('id', '=', disabled.userId).execute();
    await db.updateTable('credentials').set({ disabledSinceDate: at }).where('userId', '=', closed.userId).execute();
    const unknown = 'nobody@nowhere.example';
    const emails = [known.emailAddress, disabled.emailAddress, closed.emailAddress, unknown, 'no address', 'a\u0000b'];
    const answers = [];
    for (const email of emails) answers.push(await forget(email));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
    for (const email of [disabled.emailAddress, closed.emailAddress, unknown]) {
      expect((await messagesTo(email)).filter((message) => message.kind === 'password-reset')).toEqual([]);
    }
  });

  it('can be requested three times an hour for an account and network, and twenty from an address', async () => {
    const person = await someone();
    for (const email of [person.emailAddress, 'unknown@nowhere.example']) {
      const here = elsewhere();
      for (let n = 0; n < 3; n += 1) expect((await forget(email, here)).statusCode).toBe(200);
      const refused = await forget(email.toUpperCase(), here);
      expect(refused.statusCode).toBe(429);
      expect(wordsOf(refused)).toMatch(/Too many attempts\. Please wait (59|60) minutes/);
      expect(refused.body).toContain(`value="${email.toUpperCase()}"`);
    }
    const browser = elsewhere();
    const answers = await Promise.all(Array.from({ length: 21 }, (_, n) => forget(`n${n}@nowhere.example`, browser)));
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(1);
  });

  it('can be requested although somebody else has asked for it, and works for ten minutes at least', async () => {
    const person = await someone();
    const own = await issue(person.userId);
    const other = elsewhere();
    for (let n = 0; n < 4; n += 1) await forget(person.emailAddress, other);
    expect((await forget(person.emailAddress)).statusCode).toBe(200);
    expect((await choose(own, better)).statusCode).toBe(303);
  });

  it('needs an e-mail address', async () => {
    const answer = await forget('  ');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('<a href="#email">Enter your email address.</a>');
  });

  it('can be requested by an API call, which always gives the same response and logs the requester', async () => {
    const [admin, person] = [await someone(), await someone()];
    for (const logonIdentifier of [person.emailAddress, 'nobody@else.example', 'no address']) {
      const answer = await elsewhere().call('/v1/reset-password', { logonIdentifier });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
    expect(
      (await stage.as(admin.userId)('POST', '/v1/reset-password', { logonIdentifier: person.emailAddress })).statusCode,
    ).toBe(204);
    const asked = await db
      .selectFrom('logEntries')
      .select(['userId', 'userName'])
      .where('targetUserId', '=', person.userId)
      .where('activityCode', '=', 'cred_reset_pw')
      .orderBy('id')
      .execute();
    expect(asked).toEqual([
      { userId: null, userName: 'KerbPay' },
      { userId: admin.userId, userName: admin.displayName },
    ]);
    expect((await elsewhere().call('/v1/reset-password', { logonIdentifier: '' })).statusCode).toBe(400);
    expect((await elsewhere().call('/v1/reset-password', { logonIdentifier: 'a', role: 'admin' })).statusCode).toBe(
      400,
    );
  });
});

describe('a link to choose a password', () => {
  it('works once, also for two requests at once', async () => {
    const person = await someone();
    const token = await issue(person.userId);
    const answers = await Promise.all([choose(token, better), choose(token, 'another good phrase')]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([303, 404]);
    expect(wordsOf(await choose(token, better))).toContain('This link no longer works');
    const page = await elsewhere().get(`/set-password?token=${token}`);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('href="/forgotten-password"');
  });

  it('stops working when it expires, when it is older than a new one, and when its account is disabled', async () => {
    const [one, other, third] = [await someone(), await someone(), await someone()];
    const expired = await issue(one.userId);
    await db
      .updateTable('passwordLinks')
      .set({ expiryDate: '2020-01-01T00:00:00.000Z' })
      .where('userId', '=', one.userId)
      .execute();
    const older = await issue(other.userId);
    const elevenMinutesOld = new Date(Date.now() + 49 * 60_000).toISOString();
    await db
      .updateTable('passwordLinks')
      .set({ expiryDate: elevenMinutesOld })
      .where('userId', '=', other.userId)
      .execute();
    const newer = await issue(other.userId);
    const disabled = await issue(third.userId);
    await db
      .updateTable('users')
      .set({ disabledDate: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', third.userId)
      .execute();
    for (const token of [expired, older, disabled, '', 'guess', 'é'.repeat(50)]) {
      expect((await elsewhere().get(`/set-password?token=${encodeURIComponent(token)}`)).statusCode).toBe(404);
      expect((await choose(token, better)).statusCode).toBe(404);
    }
    expect((await choose(newer, better)).statusCode).toBe(303);
  });

  it('ends every other sign-in of its owner', async () => {
    const person = await someone();
    const browser = elsewhere();
    const before = await browser.exchange(await browser.logIn(person.emailAddress, password));
    expect((await browser.session(before)).statusCode).toBe(200);
    expect((await choose(await issue(person.userId), better)).statusCode).toBe(303);
    expect((await browser.session(before)).statusCode).toBe(401);
    expect((await browser.call('/v1/session/refresh', { refreshToken: before.refreshToken })).statusCode).toBe(401);
    expect((await browser.get('/login')).statusCode).toBe(200);
  });

  // biome-ignore format: a table
  it.each([
    ['',            'Enter a password.'],
    ['short one',   'Use at least 10 characters.'],
    ['qwertyuiop',  'That password is too easy to guess. Choose another.'],
    ['Welcome2026!', 'That password is made of words that others know about you or us. Choose other words.'],
  ])('refuses %j, and keeps working', async (typed, words) => {
    const person = await someone();
    const token = await issue(person.userId);
    const answer = await choose(token, typed);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(`<a href="#password">${words}</a>`);
    expect(answer.body).not.toContain('value="short one"');
    expect((await choose(token, person.emailAddress)).statusCode).toBe(400);
    expect((await choose(token, better)).statusCode).toBe(303);
  });

  it('lets in someone whose account was locked by wrong guesses', async () => {
    const person = await someone();
    await elsewhere().logIn(person.emailAddress, 'wrong');
    await db.updateTable('throttles').set({ count: 100 }).where('key', 'like', 'signInPerAccount:%').execute();
    expect((await elsewhere().logIn(person.emailAddress, password)).statusCode).toBe(429);
    await choose(await issue(person.userId), better);
    expect((await elsewhere().logIn(person.emailAddress, better)).statusCode).toBe(303);
  });

  it('has a rate limit for guesses from one address', async () => {
    const browser = elsewhere();
    const answers = [];
    for (let n = 0; n < 61; n += 1) answers.push((await browser.get(`/set-password?token=guess${n}`)).statusCode);
    expect([answers[59], answers[60]]).toEqual([404, 429]);
    const refused = await browser.get('/set-password?token=guess');
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(wordsOf(refused)).toContain('Too many attempts.');
  });
});

describe('a changed e-mail address', () => {
  it('is the one to log in with at once, and links sent to the old one stop working', async () => {
    const person = await someone();
    const token = await issue(person.userId);
    const emailAddress = `new.${person.emailAddress}`;
    await inTransaction(deps, byTheProduct, (work) => changeLogon(work, { userId: person.userId, emailAddress }));
    expect((await elsewhere().logIn(person.emailAddress, password)).statusCode).toBe(401);
    expect((await elsewhere().logIn(emailAddress, password)).statusCode).toBe(303);
    expect((await choose(token, better)).statusCode).toBe(404);
  });
});

describe('an invitation', () => {
  it('creates a logon for a user without one, and works for seven days', async () => {
    const person = await build.aPerson('vendor');
    await db.deleteFrom('messages').execute();
    await inTransaction(deps, byTheProduct, (work) => sendInvite(work, person.userId));
    expect(await messagesTo(person.emailAddress)).toMatchObject([{ kind: 'invite', audience: 'vendor' }]);
    const { expiryDate } = await db
      .selectFrom('passwordLinks')
      .selectAll()
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(Math.round((Date.parse(expiryDate) - Date.now()) / 86_400_000)).toBe(7);
    const token = new URL(await linkSentTo(person.emailAddress), 'http://x').searchParams.get('token')!;
    expect((await choose(token, better)).statusCode).toBe(303);
    expect((await elsewhere().logIn(person.emailAddress, better)).statusCode).toBe(303);
    expect((await codesOf(person.userId)).slice(-4)).toEqual(['user_invite', 'cred_create', 'cred_auth', 'cred_auth']);
    expect(await messagesTo(person.emailAddress)).toHaveLength(1);
  });

  it('keeps passwords, links and tokens out of the log', async () => {
    const rows = await db.selectFrom('logEntries').select(['description', 'logData']).execute();
    const text = JSON.stringify(rows);
    for (const secret of [password, better, 'argon2', 'set-password', 'token']) expect(text).not.toContain(secret);
  });
});
