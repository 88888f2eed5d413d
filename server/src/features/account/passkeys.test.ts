import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { givePassword, wordsOf } from '../../../test/browser.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';
import { aDevice, addPasskey, aVisitor, logInWith } from '../../../test/passkey-fixture.ts';

const stage = await startStage();
const strict = await startStage({ env: { REQUIRE_SECOND_FACTOR_FOR_ADMINS: 'on' } });
const { db } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

async function someone(role: Person['role'] = 'tenant_user', where = stage): Promise<Person> {
  const person = await buildersFor(where).aPerson(role);
  await givePassword(where, person.userId, password);
  return person;
}
const listOf = async (person: Person, where = stage) =>
  (await where.as(person.userId)('GET', '/v1/account/passkeys')).json().items;
const factorOf = async (person: Person, where = stage) =>
  (await where.as(person.userId)('GET', '/v1/account')).json().secondFactor;
const remove = (person: Person, id: number, where = stage) =>
  where.as(person.userId)('DELETE', `/v1/account/passkeys/${id}`);
const messagesTo = async (person: Person, where = stage) =>
  (
    await where.db
      .selectFrom('messages')
      .select('subject')
      .where('userId', '=', person.userId)
      .where('kind', '=', 'second-factor')
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject?.replace(/^.*: /, ''));

const logOf = async (person: Person) =>
  (await openedLog(stage)).filter(({ targetUserId }) => targetUserId === person.userId);

async function turnAppOn(person: Person, where = stage) {
  const call = where.as(person.userId);
  const { secret } = (await call('POST', '/v1/account/second-factor/begin', { password })).json();
  const codeNow = () => new TOTP({ secret: secret.replaceAll(' ', '') }).generate();
  const confirmed = await call('POST', '/v1/account/second-factor/confirm', { code: codeNow() });
  expect(confirmed.statusCode).toBe(200);
  const again = () =>
    where.db.updateTable('secondFactors').set({ lastStep: 0 }).where('userId', '=', person.userId).execute();
  await again();
  return { codeNow, again };
}

describe('adding a passkey', () => {
  it('turns two-step login on, gives recovery codes once, is logged and told by mail', async () => {
    const person = await someone();
    const { answer, device } = await addPasskey(stage, person.userId, aDevice(stage), 'Blue phone');
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ passkey: { name: 'Blue phone', isBackedUp: true, lastUsedDate: null } });
    expect(answer.json().recoveryCodes).toHaveLength(10);
    expect(await factorOf(person)).toEqual({
      isOn: true,
      hasApp: false,
      passkeys: 1,
      isRequired: false,
      recoveryCodesLeft: 10,
    });
    expect(await listOf(person)).toEqual([answer.json().passkey]);
    expect(await messagesTo(person)).toEqual(['a passkey was added']);
    const entry = (await logOf(person)).at(-1);
    expect(entry).toMatchObject({ activityCode: 'user_update', description: 'Passkey added' });
    expect(entry?.logData).toEqual({ passkey: { before: null, after: 'Blue phone' } });
    await logInWith(aVisitor(stage), device);
    expect((await listOf(person))[0].lastUsedDate).toMatch(/^20/);

    const second = await addPasskey(stage, person.userId, aDevice(stage), 'Key on the ring');
    expect([second.answer.statusCode, second.answer.json().recoveryCodes]).toEqual([201, undefined]);
    expect(second.options.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([device.id]);
    const handles = await db.selectFrom('passkeys').select('userHandle').where('userId', '=', person.userId).execute();
    expect(handles).toHaveLength(2);
    expect(handles[0]).toEqual(handles[1]);
  });

  it('logs out every other browser of the person, and not this one', async () => {
    const person = await someone();
    const browser = aVisitor(stage);
    const tokens = await browser.exchange(await browser.logIn(person.emailAddress, password));
    await addPasskey(stage, person.userId);
    expect((await browser.session(tokens)).statusCode).toBe(401);
    expect((await stage.as(person.userId)('GET', '/v1/session')).statusCode).toBe(200);
  });

  it('accepts an answer once, for this sign-in, person and site only', async () => {
    const [person, other] = [await someone(), await someone()];
    const { body } = await addPasskey(stage, person.userId);
    const add = (who: Person, sent: object) => stage.as(who.userId)('POST', '/v1/account/passkeys', sent);
    const refused = await add(person, body);
    expect([refused.statusCode, refused.json().validation.credential[0].type]).toEqual([400, 'notValid']);
    expect((await add(other, body)).statusCode).toBe(400);

    const begun = (await stage.as(person.userId)('POST', '/v1/account/passkeys/begin')).json();
    const evil = aDevice(stage, { origin: 'https://evil.example' });
    const sent = { name: 'x', userHandle: begun.user.id, credential: evil.create(begun) };
    expect((await add(person, sent)).statusCode).toBe(400);
    const again = (await stage.as(person.userId)('POST', '/v1/account/passkeys/begin')).json();
    const otherHandle = { name: 'x', userHandle: 'AAAA', credential: aDevice(stage).create(again) };
    expect((await add(person, otherHandle)).statusCode).toBe(400);

    const elsewhere = await stage.accessTokenFor(person.userId);
    const headers = { authorization: `Bearer ${elsewhere}` };
    const third = (await stage.as(null)('POST', '/v1/account/passkeys/begin', undefined, headers)).json();
    const ofOtherTab = { name: 'x', userHandle: third.user.id, credential: aDevice(stage).create(third) };
    expect((await add(person, ofOtherTab)).statusCode).toBe(400);
  });

  it('refuses a passkey that somebody has already', async () => {
    const [person, other] = [await someone(), await someone()];
    const { device } = await addPasskey(stage, person.userId);
    expect((await addPasskey(stage, other.userId, device)).answer.statusCode).toBe(400);
    expect(await listOf(other)).toEqual([]);
    expect(await factorOf(other)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  });

  it('names bad input under its field', async () => {
    const person = await someone();
    const begun = (await stage.as(person.userId)('POST', '/v1/account/passkeys/begin')).json();
    const credential = aDevice(stage).create(begun);
    const add = (name: string) =>
      stage.as(person.userId)('POST', '/v1/account/passkeys', { name, userHandle: begun.user.id, credential });
    expect((await add('  ')).json().validation.name[0].type).toBe('isEmpty');
    expect((await add('x'.repeat(61))).json().validation).toHaveProperty('name');
    // What was refused before did not use the challenge up.
    expect((await add('Mine')).statusCode).toBe(201);
  });

  it('stops at ten', async () => {
    const person = await someone();
    for (let count = 0; count < 10; count += 1) {
      expect((await addPasskey(stage, person.userId)).answer.statusCode).toBe(201);
    }
    const { answer } = await addPasskey(stage, person.userId);
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/too-many-passkeys']);
  });

  it('is impossible for an admin who views as the person', async () => {
    const [person, admin] = [await someone(), await someone('admin')];
    const seenAs = { 'x-view-as': `user:${person.userId}`, 'x-view-as-changes': 'on' };
    const begun = await stage.as(admin.userId)('POST', '/v1/account/passkeys/begin', undefined, seenAs);
    expect(begun.statusCode).toBe(403);
    const { body } = await addPasskey(stage, admin.userId);
    expect((await stage.as(admin.userId)('POST', '/v1/account/passkeys', body, seenAs)).statusCode).toBe(403);
    expect(await listOf(person)).toEqual([]);
  });
});

describe('a passkey in the list', () => {
  it('can be renamed by its owner only', async () => {
    const [person, other] = [await someone(), await someone()];
    const { id } = (await addPasskey(stage, person.userId)).answer.json().passkey;
    const rename = (who: Person, name: string) => stage.as(who.userId)('PUT', `/v1/account/passkeys/${id}`, { name });
    expect((await rename(person, 'Work laptop')).json().name).toBe('Work laptop');
    expect((await rename(person, '')).json().validation.name[0].type).toBe('isEmpty');
    expect((await rename(other, 'Mine now')).statusCode).toBe(404);
    expect((await remove(other, id)).statusCode).toBe(404);
    expect((await listOf(person))[0].name).toBe('Work laptop');
  });

  it('can be removed, which ends it at once, logs out other browsers and is told by mail', async () => {
    const person = await someone();
    const { device, answer } = await addPasskey(stage, person.userId);
    const browser = aVisitor(stage);
    const tokens = await browser.exchange(await logInWith(browser, device));
    const { id } = answer.json().passkey;
    expect((await remove(person, id)).statusCode).toBe(204);
    expect((await remove(person, id)).statusCode).toBe(404);
    expect((await browser.session(tokens)).statusCode).toBe(401);
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    expect(await factorOf(person)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    expect((await aVisitor(stage).logIn(person.emailAddress, password)).statusCode).toBe(303);
    expect(await messagesTo(person)).toEqual(['a passkey was added', 'your last passkey was removed']);
    expect((await logOf(person)).findLast(({ description }) => description === 'Passkey removed')).toMatchObject({
      logData: { passkey: { before: 'My phone', after: null } },
    });
  });

  it('is no authenticator app: there is none to turn off, and no recovery code is used up', async () => {
    const person = await someone();
    const { recoveryCodes } = (await addPasskey(stage, person.userId)).answer.json();
    const body = { password, code: recoveryCodes[0] };
    const answer = await stage.as(person.userId)('POST', '/v1/account/second-factor/turn-off', body);
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/not-on']);
    expect(await factorOf(person)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  });

  it('gives new recovery codes to its owner', async () => {
    const person = await someone();
    const { recoveryCodes: old } = (await addPasskey(stage, person.userId)).answer.json();
    const renew = () => stage.as(person.userId)('POST', '/v1/account/passkeys/recovery-codes');
    const { recoveryCodes } = (await renew()).json();
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes).not.toContain(old[0]);
    const { id } = (await listOf(person))[0];
    await remove(person, id);
    expect([(await renew()).statusCode, (await renew()).json().type]).toEqual([409, '/problems/no-passkey']);
  });
});

describe('where two-step login is required', () => {
  it('the last of app and passkeys stays, whichever it is', async () => {
    const admin = await someone('admin', strict);
    const { codeNow, again } = await turnAppOn(admin, strict);
    const first = (await addPasskey(strict, admin.userId)).answer.json().passkey;
    const off = () =>
      strict.as(admin.userId)('POST', '/v1/account/second-factor/turn-off', { password, code: codeNow() });
    expect((await off()).statusCode).toBe(204);
    expect((await messagesTo(admin, strict)).at(-1)).toBe('your authenticator app is off');
    expect(await factorOf(admin, strict)).toMatchObject({ isOn: true, hasApp: false, recoveryCodesLeft: 10 });
    const refused = await remove(admin, first.id, strict);
    expect([refused.statusCode, refused.json().type]).toEqual([409, '/problems/last-factor']);
    await addPasskey(strict, admin.userId);
    expect((await remove(admin, first.id, strict)).statusCode).toBe(204);

    const app = await turnAppOn(admin, strict);
    const [{ id }] = await listOf(admin, strict);
    expect((await remove(admin, id, strict)).statusCode).toBe(204);
    await again();
    const last = await strict.as(admin.userId)('POST', '/v1/account/second-factor/turn-off', {
      password,
      code: app.codeNow(),
    });
    expect([last.statusCode, last.json().type]).toEqual([409, '/problems/required']);
  });

  it('a passkey is enough, and nobody is asked to set up an app', async () => {
    const admin = await someone('admin', strict);
    expect(wordsOf(await aVisitor(strict).logIn(admin.emailAddress, password))).toContain('Set up two-step login');
    const { device } = await addPasskey(strict, admin.userId);
    expect((await logInWith(aVisitor(strict), device)).statusCode).toBe(303);
    expect(wordsOf(await aVisitor(strict).logIn(admin.emailAddress, password))).toContain('Use Your Passkey');
  });

  it('two removals at the same moment leave one', async () => {
    const admin = await someone('admin', strict);
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      ids.push((await addPasskey(strict, admin.userId)).answer.json().passkey.id);
    }
    const answers = await Promise.all(ids.map((id) => remove(admin, id, strict)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    expect(await listOf(admin, strict)).toHaveLength(1);
  });
});

describe('passkeys end', () => {
  it('when an admin resets the two-step login of somebody who lost them', async () => {
    const [person, admin] = [await someone(), await someone('admin')];
    const { device } = await addPasskey(stage, person.userId);
    const view = () => stage.as(admin.userId)('GET', `/v1/users/${person.userId}`);
    expect((await view()).json().secondFactorIsOn).toBe(true);
    const reset = await stage.as(admin.userId)('POST', `/v1/users/${person.userId}/reset-second-factor`);
    expect(reset.json().secondFactorIsOn).toBe(false);
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    expect((await stage.as(person.userId)('GET', '/v1/session')).statusCode).toBe(401);
    expect((await aVisitor(stage).logIn(person.emailAddress, password)).statusCode).toBe(303);
    expect((await messagesTo(person)).at(-1)).toBe('two-step login was reset');
  });

  it('of an admin only with a second admin', async () => {
    const [target, admin] = [await someone('admin'), await someone('admin')];
    const { device } = await addPasskey(stage, target.userId);
    const path = `/v1/users/${target.userId}/reset-second-factor`;
    const asked = await stage.as(admin.userId)('POST', path, { reason: 'By video, with a passport' });
    expect(asked.json()).toMatchObject({ secondFactorIsOn: true, pendingActs: [{ kind: 'admin-second-factor' }] });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
  });

  it('with the role, and the person is told', async () => {
    const [person, admin] = [await someone('vendor'), await someone('admin')];
    await addPasskey(stage, person.userId);
    const saved = await stage.as(admin.userId)('PUT', `/v1/users/${person.userId}`, { role: 'tenant_user' });
    expect(saved.json().secondFactorIsOn).toBe(false);
    expect((await messagesTo(person)).at(-1)).toBe('your passkeys have ended');
    const left = await db.selectFrom('recoveryCodes').select('hash').where('userId', '=', person.userId).execute();
    expect(left).toEqual([]);
  });

  it('when an admin gives the account another mailbox', async () => {
    const [person, admin] = [await someone(), await someone('admin')];
    const { device } = await addPasskey(stage, person.userId);
    const emailAddress = `moved-${person.emailAddress}`;
    await stage.as(admin.userId)('PUT', `/v1/users/${person.userId}`, { emailAddress });
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(303);
    const sent = await db
      .selectFrom('messages')
      .select('sealedSecrets')
      .where('recipient', '=', emailAddress)
      .executeTakeFirstOrThrow();
    const [link = ''] = secretsOf(stage.deps.secrets, sent.sealedSecrets);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect((await aVisitor(stage).submit('/confirm-email', { token })).statusCode).toBe(200);
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
    expect((await messagesTo(person)).at(-1)).toBe('your passkeys have ended');
  });

  it('for a payer who joins a team by an invitation', async () => {
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const payer = await someone('vendor');
    const { device } = await addPasskey(stage, payer.userId);
    const invited = await stage.as(manager.userId)('POST', '/v1/user-invitations', {
      tenant: { href: `/v1/tenants/${tenantId}` },
      firstName: 'Pat',
      surname: 'Payer',
      emailAddress: payer.emailAddress,
      tenantUserType: 'employee',
    });
    expect(invited.statusCode).toBe(201);
    const message = await db
      .selectFrom('messages')
      .select(['body', 'sealedSecrets'])
      .where('recipient', '=', payer.emailAddress)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const link = fillSecrets(message.body, secretsOf(stage.deps.secrets, message.sealedSecrets));
    const token = /\/accept-invitation\?token=([\w-]+)/.exec(link)?.[1] ?? '';
    expect((await aVisitor(stage).submit('/accept-invitation', { token, password })).statusCode).toBeLessThan(400);
    const { role } = await db
      .selectFrom('users')
      .select('role')
      .where('id', '=', payer.userId)
      .executeTakeFirstOrThrow();
    expect(role).toBe('tenant_user');
    expect((await logInWith(aVisitor(stage), device)).statusCode).toBe(401);
  });
});
