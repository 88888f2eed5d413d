import { secondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { slowHash, turnOfPerson } from '@kerb/server/platform/auth/password.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { aBrowser, givePassword, locationOf, ticketsIn, wordsOf } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const strict = await startStage({ env: { REQUIRE_SECOND_FACTOR_FOR_ADMINS: 'on' } });
const { db } = stage;
const password = 'correct horse battery';
const off = { isOn: false, hasApp: false, passkeys: 0, isRequired: false };

let serial = 0;
const aVisitor = (where = stage) => {
  serial += 1;
  return aBrowser(where, `192.0.2.${serial}`);
};
async function someone(role: 'tenant_user' | 'admin' = 'tenant_user', where = stage): Promise<Person> {
  const person = await buildersFor(where).aPerson(role);
  await givePassword(where, person.userId, password);
  return person;
}

const post = (person: Person, path: string, body: object) =>
  stage.as(person.userId)('POST', `/v1/account/second-factor/${path}`, body);

/** The code that an authenticator app shows for the typed secret. */
const codeAt = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
/** Resets the last used code, so that a test need not wait half a minute. */
const longAgo = (person: Person, where = stage) =>
  where.db.updateTable('secondFactors').set({ lastStep: 0 }).where('userId', '=', person.userId).execute();

async function turnedOn(person: Person) {
  const begun = await post(person, 'begin', { password });
  const { secret } = z.parse(secondFactorSetUp, begun.json());
  const confirmed = await post(person, 'confirm', { code: codeAt(secret) });
  await longAgo(person);
  return { secret, recoveryCodes: confirmed.json().recoveryCodes as string[] };
}
const secondFactorOf = async (person: Person) =>
  (await stage.as(person.userId)('GET', '/v1/account')).json().secondFactor;

const stepIn = (body: string) => /name="step" value="([^"]+)"/.exec(body)?.[1] ?? '';
async function atTheCode(person: Person, browser = aVisitor()) {
  const page = await browser.logIn(person.emailAddress, password, '/agencies/dashboard');
  expect(page.statusCode).toBe(200);
  const step = stepIn(page.body);
  return { browser, step, type: (code: string) => browser.submit('/login/code', { step, code }) };
}
const messagesTo = async (person: Person) =>
  (
    await db
      .selectFrom('messages')
      .select(['subject', 'body'])
      .where('recipient', '=', person.emailAddress)
      .where('kind', '=', 'second-factor')
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject?.replace(/^.*: /, ''));

describe('switching on two-step login', () => {
  it('needs the password and a code of the app, and gives ten recovery codes, stored only as hashes', async () => {
    const person = await someone();
    expect((await post(person, 'begin', { password: 'wrong' })).json().validation.password[0].type).toBe('notValid');
    const begun = await post(person, 'begin', { password });
    const { secret, uri, qrCode } = begun.json();
    const named = new URL(uri).searchParams;
    expect([named.get('secret'), named.get('issuer')]).toEqual([secret.replaceAll(' ', ''), 'KerbPay']);
    expect(qrCode.path).toMatch(/^M4 4h7v1H4z/);
    expect((await post(person, 'confirm', { code: '000000' })).statusCode).toBe(400);
    expect(await secondFactorOf(person)).toEqual({ ...off, recoveryCodesLeft: 0 });
    const { recoveryCodes } = (await post(person, 'confirm', { code: codeAt(secret) })).json();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await secondFactorOf(person)).toEqual({ ...off, isOn: true, hasApp: true, recoveryCodesLeft: 10 });
    expect((await post(person, 'begin', { password })).statusCode).toBe(409);
    expect(await messagesTo(person)).toEqual(['two-step login is on']);

    const kept = await Promise.all([
      db.selectFrom('secondFactors').selectAll().where('userId', '=', person.userId).execute(),
      db.selectFrom('recoveryCodes').selectAll().where('userId', '=', person.userId).execute(),
      db.selectFrom('logEntries').selectAll().where('targetUserId', '=', person.userId).orderBy('id').execute(),
    ]);
    const text = JSON.stringify(kept) + kept[0].map(({ sealedSecret }) => sealedSecret?.toString('latin1')).join('');
    for (const word of [...recoveryCodes, secret, secret.replaceAll(' ', ''), Secret.fromBase32(secret).latin1]) {
      expect(text).not.toContain(word);
    }
    expect(kept[2].at(-1)).toMatchObject({ activityCode: 'user_update', userId: person.userId });
  });
});

describe('logging in with two-step login', () => {
  it('asks for a code after the password, and then opens the requested page', async () => {
    const person = await someone();
    const { secret } = await turnedOn(person);
    const { browser, type } = await atTheCode(person);
    expect(browser.jar.size).toBe(0);
    const wrong = await type('123');
    expect([wrong.statusCode, wordsOf(wrong)]).toEqual([401, expect.stringContaining('That code is not right')]);
    const landing = await type(`${codeAt(secret).slice(0, 3)} ${codeAt(secret).slice(3)}`);
    expect([landing.statusCode, locationOf(landing).pathname]).toEqual([303, '/agencies/dashboard']);
    expect((await browser.session(await browser.exchange(landing))).statusCode).toBe(200);
    const { logData } = await db
      .selectFrom('logEntries')
      .select('logData')
      .where('activityCode', '=', 'cred_auth')
      .where('targetUserId', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(logData).toEqual({ means: 'password', secondFactor: true });
  });

  it('accepts the current and the previous code, and no other', async () => {
    const person = await someone();
    const { secret } = await turnedOn(person);
    const { type } = await atTheCode(person);
    // In the middle of a step, so that none begins between a code and its check.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Math.floor(Date.now() / 30_000) * 30_000 + 15_000);
    const answers: number[] = [];
    for (const steps of [4, 1, -2, -1]) answers.push((await type(codeAt(secret, steps))).statusCode);
    clock.mockRestore();
    expect(answers).toEqual([401, 401, 401, 303]);
  });

  it('accepts no code twice, nor an older one after it', async () => {
    const person = await someone();
    const { secret } = await turnedOn(person);
    const code = codeAt(secret);
    const older = codeAt(secret, -1);
    expect((await (await atTheCode(person)).type(code)).statusCode).toBe(303);
    const again = await atTheCode(person);
    expect((await again.type(code)).statusCode).toBe(401);
    expect((await again.type(older)).statusCode).toBe(401);
  });

  it('accepts one of five concurrent requests with the same code', async () => {
    const person = await someone();
    const { secret } = await turnedOn(person);
    const tries = await Promise.all([1, 2, 3, 4, 5].map(() => atTheCode(person)));
    const code = codeAt(secret);
    const answers = await Promise.all(tries.map(({ type }) => type(code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 401, 401, 401, 401]);
  });

  it('accepts each recovery code once, in any notation, even of two at once, and notifies the owner', async () => {
    const person = await someone();
    const { recoveryCodes } = await turnedOn(person);
    const typed = recoveryCodes[3]!.toLowerCase().replace('-', ' ');
    const [first, second] = [await atTheCode(person), await atTheCode(person)];
    const answers = await Promise.all([first.type(typed), second.type(typed)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 401]);
    expect((await secondFactorOf(person)).recoveryCodesLeft).toBe(9);
    expect((await messagesTo(person)).at(-1)).toBe('a recovery code was used to log in');
    const stranger = await someone();
    await turnedOn(stranger);
    expect((await (await atTheCode(stranger)).type(recoveryCodes[5]!)).statusCode).toBe(401);
  });

  it('checks five guesses in a quarter of an hour, of three hundred at once, and then no code', async () => {
    const person = await someone();
    const { secret } = await turnedOn(person);
    const { type, browser } = await atTheCode(person);
    const answers = await Promise.all(Array.from({ length: 300 }, () => type('AAAAA-AAAAA')));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(295);
    const late = await (await atTheCode(person, browser)).type(codeAt(secret));
    expect([late.statusCode, wordsOf(late)]).toEqual([429, expect.stringContaining('Too many attempts.')]);
  }, 60_000);

  it('cannot be bypassed by a new password, and a new password ends a login that waits for its code', async () => {
    const person = await someone();
    const { secret } = await turnedOn(person);
    const { type } = await atTheCode(person);
    await aVisitor().submit('/forgotten-password', { email: person.emailAddress });
    const { token } = await resetLinkOf(person);
    const browser = aVisitor();
    const asked = await browser.submit('/set-password', { token, password: 'staple of eleven words' });
    expect([asked.statusCode, browser.jar.size, stepIn(asked.body)]).toEqual([200, 0, expect.stringMatching(/./)]);
    expect((await type(codeAt(secret))).statusCode).toBe(404);
    const landing = await browser.submit('/login/code', { step: stepIn(asked.body), code: codeAt(secret) });
    expect(ticketsIn(landing).accessToken).not.toBe('');
  });

  it('has a step that expires after ten minutes, works once, and refuses another site’s form', async () => {
    const person = await someone();
    const { secret } = await turnedOn(person);
    const { browser, step, type } = await atTheCode(person);
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    expect((await browser.submit('/login/code', { step, code: codeAt(secret) }, foreign)).statusCode).toBe(403);
    expect((await type(codeAt(secret))).statusCode).toBe(303);
    await longAgo(person);
    expect((await type(codeAt(secret))).statusCode).toBe(404);
    const late = await atTheCode(person);
    const expiryDate = new Date(Date.now() - 1000).toISOString();
    await db.updateTable('signInSteps').set({ expiryDate }).where('userId', '=', person.userId).execute();
    expect((await late.type(codeAt(secret))).statusCode).toBe(404);
    expect((await browser.submit('/login/code', { step: '', code: '1' })).statusCode).toBe(404);
  });
});

async function resetLinkOf(person: Person): Promise<{ token: string }> {
  const { sealedSecrets } = await db
    .selectFrom('messages')
    .select('sealedSecrets')
    .where('recipient', '=', person.emailAddress)
    .where('kind', '=', 'password-reset')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { token: new URL(secretsOf(stage.deps.secrets, sealedSecrets)[0]!).searchParams.get('token')! };
}

describe('changing two-step login', () => {
  it('logs out the other browsers when it is turned on and off, and keeps this one', async () => {
    const person = await someone();
    const elsewhere = async () => {
      const browser = aVisitor();
      const page = await browser.logIn(person.emailAddress, password);
      const step = stepIn(page.body);
      const landing = step ? await browser.submit('/login/code', { step, code: codeAt(secret) }) : page;
      const tokens = await browser.exchange(landing);
      return async () => (await browser.session(tokens)).statusCode;
    };
    let secret = '';
    const first = await elsewhere();
    ({ secret } = await turnedOn(person));
    expect([await first(), (await stage.as(person.userId)('GET', '/v1/session')).statusCode]).toEqual([401, 200]);
    const second = await elsewhere();
    expect(await second()).toBe(200);
    await longAgo(person);
    expect((await post(person, 'turn-off', { password, code: codeAt(secret) })).statusCode).toBe(204);
    expect([await second(), (await stage.as(person.userId)('GET', '/v1/session')).statusCode]).toEqual([401, 200]);
  });
});

describe('a recovery code', () => {
  it('is stored as an argon2id hash, which a copy of the database and its key does not give away', async () => {
    const person = await someone();
    const { recoveryCodes } = await turnedOn(person);
    const { recoverySalt } = await db
      .selectFrom('secondFactors')
      .select('recoverySalt')
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow();
    const stored = await db.selectFrom('recoveryCodes').select('hash').where('userId', '=', person.userId).execute();
    const expected = await slowHash(recoveryCodes[0]!.replace('-', ''), recoverySalt!, turnOfPerson(person.userId));
    expect(stored.map(({ hash }) => hash)).toContain(expected);
  });

  it('of before still works', async () => {
    const person = await someone();
    await turnedOn(person);
    const hash = stage.deps.secrets.derive('codes', `recovery ${person.userId} ABCDEFGHJK`);
    await db.insertInto('recoveryCodes').values({ userId: person.userId, hash }).execute();
    await db.updateTable('secondFactors').set({ recoverySalt: null }).where('userId', '=', person.userId).execute();
    expect((await (await atTheCode(person)).type('abcde-fghjk')).statusCode).toBe(303);
  });
});

describe('switching off two-step login', () => {
  it('needs the password and a code, and deletes everything', async () => {
    const person = await someone();
    const { secret, recoveryCodes } = await turnedOn(person);
    const turnOff = (body: object) => post(person, 'turn-off', body);
    expect((await turnOff({ password: 'wrong', code: codeAt(secret) })).json().validation).toHaveProperty('password');
    expect((await turnOff({ password, code: '000000' })).json().validation).toHaveProperty('code');
    expect((await turnOff({ password })).statusCode).toBe(400);
    expect((await turnOff({ password, code: recoveryCodes[0]! })).statusCode).toBe(204);
    expect(await secondFactorOf(person)).toEqual({ ...off, recoveryCodesLeft: 0 });
    expect((await aVisitor().logIn(person.emailAddress, password)).statusCode).toBe(303);
    expect((await messagesTo(person)).at(-1)).toBe('two-step login is off');
  });

  it('differs from new recovery codes: the old codes end, two-step login stays on', async () => {
    const person = await someone();
    const { secret, recoveryCodes } = await turnedOn(person);
    const made = await post(person, 'recovery-codes', { password, code: codeAt(secret) });
    expect(made.json().recoveryCodes).toHaveLength(10);
    const { type } = await atTheCode(person);
    expect((await type(recoveryCodes[0]!)).statusCode).toBe(401);
    expect((await type(made.json().recoveryCodes[0])).statusCode).toBe(303);
  });

  it('can be done by an admin for a user who lost it, who is logged out; never for oneself', async () => {
    const [person, admin] = [await someone(), await someone('admin')];
    await turnedOn(person);
    await turnedOn(admin);
    const reset = (id: number) => stage.as(admin.userId)('POST', `/v1/users/${id}/reset-second-factor`);
    expect((await stage.as(admin.userId)('GET', `/v1/users/${person.userId}`)).json().secondFactorIsOn).toBe(true);
    expect((await reset(person.userId)).json().secondFactorIsOn).toBe(false);
    expect((await stage.as(person.userId)('GET', '/v1/session')).statusCode).toBe(401);
    expect((await aVisitor().logIn(person.emailAddress, password)).statusCode).toBe(303);
    expect((await reset(admin.userId)).statusCode).toBe(409);
    expect((await reset(999_999)).statusCode).toBe(404);
  });
});

describe('if admins must have two-step login', () => {
  it('they set it up before they are logged in, with the key, the QR code and the recovery codes', async () => {
    const admin = await someone('admin', strict);
    const browser = aVisitor(strict);
    const page = await browser.logIn(admin.emailAddress, password, '/admin/users');
    expect([page.statusCode, browser.jar.size]).toEqual([200, 0]);
    expect(wordsOf(page)).toContain('Set up two-step login');
    const secret = /class="key">([^<]+)</.exec(page.body)![1]!;
    const step = stepIn(page.body);
    expect((await browser.submit('/login/set-up', { step, code: '000000' })).body).toContain(secret);
    // The endpoint for users with a second factor cannot be used to skip the set-up.
    expect((await browser.submit('/login/code', { step, code: codeAt(secret) })).statusCode).toBe(401);
    const done = await browser.submit('/login/set-up', { step, code: codeAt(secret) });
    expect(wordsOf(done).match(/[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}/g)).toHaveLength(10);
    const next = /href="(\/login\?back=[^"]+)"/.exec(done.body)![1]!;
    const landing = await browser.get(next);
    expect(locationOf(landing).pathname).toBe('/admin/users');
    const { accessToken } = await browser.exchange(landing);
    const account = await browser.get('/v1/account', { authorization: `Bearer ${accessToken}` });
    expect(account.json().secondFactor).toMatchObject({ isOn: true, isRequired: true });
    await longAgo(admin, strict);
    const body = { password, code: codeAt(secret) };
    const off = await browser.call('/v1/account/second-factor/turn-off', body, {
      authorization: `Bearer ${accessToken}`,
    });
    expect(off.json().displayText).toBe('Two-step login is required here, so it cannot be turned off.');
  });

  it('other users are not asked', async () => {
    const person = await someone('tenant_user', strict);
    expect((await aVisitor(strict).logIn(person.emailAddress, password)).statusCode).toBe(303);
  });
});

describe('an organisation that requires two-step login', () => {
  const build = buildersFor(stage);
  const rules = (person: Person, tenantId: number, requiresSecondFactor: boolean) =>
    stage.as(person.userId)('PUT', `/v1/tenants/${tenantId}/sign-in-rules`, { requiresSecondFactor });
  async function aTeam() {
    const tenantId = await build.aTenant();
    const [manager, employee] = await Promise.all([
      build.aPerson('tenant_user', { tenantId, as: 'manager' }),
      build.aPerson('tenant_user', { tenantId, as: 'employee' }),
    ]);
    await givePassword(stage, employee.userId, password);
    return { tenantId, manager, employee };
  }

  it('asks its team to set it up at their next log in, and does not let them turn it off', async () => {
    const { tenantId, manager, employee } = await aTeam();
    expect((await aVisitor().logIn(employee.emailAddress, password)).statusCode).toBe(303);
    expect((await rules(employee, tenantId, true)).statusCode).toBe(403);
    expect((await rules(manager, tenantId, true)).json()).toEqual({ requiresSecondFactor: true });
    expect(wordsOf(await aVisitor().logIn(employee.emailAddress, password))).toContain('Set up two-step login');

    const { secret } = await turnedOn(employee);
    expect(await secondFactorOf(employee)).toMatchObject({ isOn: true, isRequired: true });
    const off = () => post(employee, 'turn-off', { password, code: codeAt(secret) });
    expect([(await off()).statusCode, (await off()).json().displayText]).toEqual([
      409,
      'Two-step login is required here, so it cannot be turned off.',
    ]);
    await rules(manager, tenantId, false);
    expect((await off()).statusCode).toBe(204);
  });

  it('tells its team, and has the change in its log, once', async () => {
    const { tenantId, manager, employee } = await aTeam();
    await rules(manager, tenantId, true);
    await rules(manager, tenantId, true);
    const sent = await db
      .selectFrom('messages')
      .select(['recipient', 'subject'])
      .where('kind', '=', 'sign-in-rules')
      .where('userId', 'in', [manager.userId, employee.userId])
      .execute();
    expect(sent).toEqual([
      { recipient: employee.emailAddress, subject: expect.stringContaining('Two-step login is required at ') },
    ]);
    const logged = await db
      .selectFrom('logEntries')
      .select(['userId', 'logData'])
      .where('activityCode', '=', 'tenant_update')
      .where('targetTenantId', '=', tenantId)
      .execute();
    expect(logged).toEqual([
      { userId: manager.userId, logData: { requiresSecondFactor: { before: false, after: true } } },
    ]);
  });

  it('asks nobody of another organisation, and no payer', async () => {
    const [{ tenantId, manager }, other] = [await aTeam(), await aTeam()];
    await rules(manager, tenantId, true);
    expect((await aVisitor().logIn(other.employee.emailAddress, password)).statusCode).toBe(303);
    expect((await rules(other.manager, tenantId, false)).statusCode).toBe(404);
    const payer = await build.aPerson('vendor');
    expect(await secondFactorOf(payer)).toMatchObject({ isRequired: false });
  });
});
