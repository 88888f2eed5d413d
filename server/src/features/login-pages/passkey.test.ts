import { flushEvents } from '@kerb/server/platform/security/security-events.ts';
import { describe, expect, it, vi } from 'vitest';
import { givePassword, locationOf, wordsOf } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import {
  aDevice,
  addPasskey,
  aVisitor,
  logInWith,
  optionsIn,
  secondStepWith,
  stepIn,
} from '../../../test/passkey-fixture.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

async function someone(role: Person['role'] = 'tenant_user'): Promise<Person> {
  const person = await build.aPerson(role);
  await givePassword(stage, person.userId, password);
  return person;
}

async function withPasskey(role: Person['role'] = 'tenant_user', traits: Parameters<typeof aDevice>[1] = {}) {
  const person = await someone(role);
  const { device, answer } = await addPasskey(stage, person.userId, aDevice(stage, traits));
  expect(answer.statusCode).toBe(201);
  return { person, device, recoveryCodes: answer.json().recoveryCodes as string[] };
}

const eventsOf = async (kind: 'sign-in-refused' | 'passkey-copied' | 'second-factor-refused') => {
  await flushEvents(deps);
  return db.selectFrom('securityEvents').select('means').where('kind', '=', kind).orderBy('id').execute();
};

describe('the login page', () => {
  it('offers passkeys with our own script only, and works without it', async () => {
    const page = await aVisitor(stage).get('/login');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(page.body).toMatch(/<form id="passkey-form"[^>]* hidden\s/);
    expect(page.body).toContain('autocomplete="username webauthn"');
    const [, address = ''] = /<script type="module" src="(\/login\.js[^"]+)"/.exec(page.body) ?? [];
    const script = await aVisitor(stage).get(address);
    expect([script.statusCode, script.headers['cache-control']]).toEqual([200, expect.stringContaining('immutable')]);
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(optionsIn(page.body)).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  it('offers none where the site is opened by a number, and has no script there', async () => {
    const numbered = await startStage({ env: { PUBLIC_URL: 'http://192.0.2.7:3000' } });
    const page = await aVisitor(numbered).get('/login');
    expect(page.body).not.toMatch(/<script|passkey/);
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    const person = await buildersFor(numbered).aPerson('admin');
    const begun = await numbered.as(person.userId)('POST', '/v1/account/passkeys/begin');
    expect([begun.statusCode, begun.json().type]).toEqual([409, '/problems/passkeys-unavailable']);
  });
});

describe('a passkey alone', () => {
  it.each(['admin', 'tenant_user', 'vendor'] as const)('logs a person of role %s in', async (role) => {
    const { person, device } = await withPasskey(role);
    const browser = aVisitor(stage);
    const landing = await logInWith(browser, device, '/accounts/account-details');
    expect([landing.statusCode, locationOf(landing).pathname]).toEqual([303, '/accounts/account-details']);
    const session = await browser.session(await browser.exchange(landing));
    expect([session.statusCode, session.json().userId]).toEqual([200, person.userId]);
    const { logData } = await db
      .selectFrom('logEntries')
      .select('logData')
      .where('activityCode', '=', 'cred_auth')
      .where('targetUserId', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(logData).toEqual({ means: 'passkey', secondFactor: true });
  });

  it('must verify its owner, because nothing else is asked for', async () => {
    const { device } = await withPasskey();
    device.device.isVerifying = false;
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    device.device.isVerifying = true;
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
  });

  it('answers a challenge once, only in the browser that got it, and not after 15 minutes', async () => {
    const { device } = await withPasskey();
    const browser = aVisitor(stage);
    const page = await browser.get('/login');
    const passkey = JSON.stringify(device.get(optionsIn(page.body)));
    const elsewhere = aVisitor(stage);
    await elsewhere.get('/login');
    expect((await elsewhere.submit('/login/passkey', { passkey })).statusCode).toBe(401);
    expect((await aVisitor(stage).submit('/login/passkey', { passkey })).statusCode).toBe(401);
    expect((await browser.submit('/login/passkey', { passkey })).statusCode).toBe(303);
    expect((await browser.submit('/login/passkey', { passkey })).statusCode).toBe(401);

    const slow = aVisitor(stage);
    const old = JSON.stringify(device.get(optionsIn((await slow.get('/login')).body)));
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15 * 60_000 + 1_000);
    expect((await slow.submit('/login/passkey', { passkey: old })).statusCode).toBe(401);
    clock.mockRestore();
  });

  it('is used up by a wrong answer too', async () => {
    const { device } = await withPasskey();
    const browser = aVisitor(stage);
    const options = optionsIn((await browser.get('/login')).body);
    const right = device.get(options);
    const wrong = {
      ...right,
      response: { ...right.response, signature: aDevice(stage).get(options).response.signature },
    };
    expect((await browser.submit('/login/passkey', { passkey: JSON.stringify(wrong) })).statusCode).toBe(401);
    expect((await browser.submit('/login/passkey', { passkey: JSON.stringify(right) })).statusCode).toBe(401);
  });

  it('is refused for another site, purpose or owner and for a made-up answer, in the same words', async () => {
    const { person, device } = await withPasskey();
    const stranger = aDevice(stage);
    const refusals: string[] = [];
    const attempt = async (passkey: string) => {
      const browser = aVisitor(stage);
      await browser.get('/login');
      const answer = await browser.submit('/login/passkey', { passkey });
      expect(answer.statusCode).toBe(401);
      refusals.push(wordsOf(answer).match(/That passkey[^.]*\.[^.]*\./)?.[0] ?? '');
    };
    const before = (await eventsOf('sign-in-refused')).length;
    const inBrowser = async (send: (page: string) => object) => {
      const browser = aVisitor(stage);
      const page = await browser.get('/login');
      const answer = await browser.submit('/login/passkey', { passkey: JSON.stringify(send(page.body)) });
      expect(answer.statusCode).toBe(401);
      refusals.push(wordsOf(answer).match(/That passkey[^.]*\.[^.]*\./)?.[0] ?? '');
    };
    const { origin } = device.device;
    device.device.origin = 'https://evil.example';
    await inBrowser((page) => device.get(optionsIn(page)));
    device.device.origin = origin;
    await inBrowser((page) => device.get({ ...optionsIn(page), rpId: 'evil.example' }));
    await inBrowser((page) => stranger.get(optionsIn(page)));
    await inBrowser((page) => {
      const used = device.get(optionsIn(page));
      return {
        ...used,
        response: { ...used.response, userHandle: Buffer.from('somebody else').toString('base64url') },
      };
    });
    await inBrowser((page) => {
      const used = device.get(optionsIn(page));
      return { ...used, response: { ...used.response, userHandle: null } };
    });
    const proof = await stage.as(person.userId)('POST', '/v1/session/prove/begin');
    await attempt(JSON.stringify(device.get(proof.json())));
    await attempt('not json');
    await attempt('{}');
    await attempt('');
    expect(new Set(refusals)).toEqual(
      new Set(['That passkey was not accepted. Please try again, or log in another way.']),
    );
    const events = await eventsOf('sign-in-refused');
    expect(events.length - before).toBe(9);
    expect(events.at(-1)).toEqual({ means: 'passkey' });
  });

  it('lets nobody in who is disabled, whose logon is disabled or whose role has changed', async () => {
    const { person, device } = await withPasskey('vendor');
    const admin = await someone('admin');
    const save = (body: object) => stage.as(admin.userId)('PUT', `/v1/users/${person.userId}`, body);
    await save({ disabled: true });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    await save({ disabled: false });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
    const logon = { disabledSinceDate: new Date().toISOString() };
    await db.updateTable('credentials').set(logon).where('userId', '=', person.userId).execute();
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    await db.updateTable('credentials').set({ disabledSinceDate: null }).where('userId', '=', person.userId).execute();
    await save({ role: 'tenant_user' });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    await save({ role: 'vendor' });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    expect(await db.selectFrom('passkeys').select('id').where('userId', '=', person.userId).execute()).toEqual([]);
  });

  it('that counts its uses is refused when the count goes back, as a copy of it would make it', async () => {
    const { device } = await withPasskey('tenant_user', {
      isCounting: true,
      isBackupEligible: false,
      isBackedUp: false,
    });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
    device.setCounter(0);
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    expect((await eventsOf('passkey-copied')).at(-1)).toEqual({ means: 'passkey' });
    device.setCounter(50);
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
  });

  it('keeps whether it is backed up, and is refused if it suddenly can be copied', async () => {
    const { person, device } = await withPasskey('tenant_user', { isBackedUp: false });
    const stored = () =>
      db
        .selectFrom('passkeys')
        .select(['isBackupEligible', 'isBackedUp'])
        .where('userId', '=', person.userId)
        .executeTakeFirst();
    expect(await stored()).toEqual({ isBackupEligible: true, isBackedUp: false });
    device.device.isBackedUp = true;
    await logInWith(aVisitor(stage), device);
    expect(await stored()).toEqual({ isBackupEligible: true, isBackedUp: true });
    Object.assign(device.device, { isBackupEligible: false, isBackedUp: false });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
  });

  it('has a limit of wrong answers for each network, which right ones do not use up', async () => {
    const { device } = await withPasskey();
    const browser = aVisitor(stage);
    expect((await logInWith(browser, device)).statusCode).toBe(303);
    browser.jar.clear();
    for (let tried = 0; tried < 60; tried += 1) {
      expect((await browser.submit('/login/passkey', { passkey: '{}' })).statusCode).toBe(401);
    }
    expect((await logInWith(browser, device)).statusCode).toBe(429);
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
  });

  it('is not accepted from another site', async () => {
    const answer = await aVisitor(stage).submit('/login/passkey', {}, { origin: 'https://evil.example' });
    expect(answer.statusCode).toBe(403);
  });
});

describe('a passkey after the password', () => {
  it('is asked for, and is enough without verifying its owner', async () => {
    const { person, device } = await withPasskey();
    const page = await aVisitor(stage).logIn(person.emailAddress, password);
    expect(wordsOf(page)).toContain('Use Your Passkey');
    expect(optionsIn(page.body)).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
    });
    device.device.isVerifying = false;
    const landing = await secondStepWith(aVisitor(stage), device, person.emailAddress, password);
    expect(landing.statusCode).toBe(303);
  });

  it('must be the person’s own, and a login waits for one of them only once', async () => {
    const [first, second] = [await withPasskey(), await withPasskey()];
    const browser = aVisitor(stage);
    const page = await browser.logIn(first.person.emailAddress, password);
    const step = stepIn(page.body);
    const others = { step, passkey: JSON.stringify(second.device.get(optionsIn(page.body))) };
    const refused = await browser.submit('/login/code/passkey', others);
    expect([refused.statusCode, stepIn(refused.body)]).toEqual([401, step]);
    expect((await eventsOf('second-factor-refused')).at(-1)).toEqual({ means: 'passkey' });
    const own = { step, passkey: JSON.stringify(first.device.get(optionsIn(refused.body))) };
    expect((await browser.submit('/login/code/passkey', own)).statusCode).toBe(303);
    expect((await browser.submit('/login/code/passkey', own)).statusCode).toBe(404);
  });

  it('can be replaced by a recovery code, once each, and by nothing less', async () => {
    const { person, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const type = async (code: string) => {
      const browser = aVisitor(stage);
      const page = await browser.logIn(person.emailAddress, password);
      expect(wordsOf(page)).toContain('Recovery code');
      return browser.submit('/login/code', { step: stepIn(page.body), code });
    };
    expect((await type('123456')).statusCode).toBe(401);
    expect((await type(recoveryCodes[0]!)).statusCode).toBe(303);
    expect((await type(recoveryCodes[0]!)).statusCode).toBe(401);
  });

  it('has the limit of codes: five wrong ones', async () => {
    const { person, device } = await withPasskey();
    const browser = aVisitor(stage);
    const step = stepIn((await browser.logIn(person.emailAddress, password)).body);
    for (let tried = 0; tried < 5; tried += 1) {
      expect((await browser.submit('/login/code/passkey', { step, passkey: '{}' })).statusCode).toBe(401);
    }
    expect((await browser.submit('/login/code/passkey', { step, passkey: '{}' })).statusCode).toBe(429);
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
  });
});
