import type { CreationOptions } from '@kerb/domain/session/passkeys.contract.ts';
import { issuePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Authenticator } from '../../../test/authenticator.ts';
import { type Browser, givePassword, locationOf, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { aDevice, addPasskey, aVisitor, logInWith, optionsIn, stepIn } from '../../../test/passkey-fixture.ts';

const stage = await startStage({ env: { REQUIRE_SECOND_FACTOR_FOR_ADMINS: 'on' } });
const { db, deps } = stage;
const build = buildersFor(stage);
const tenantId = await build.aTenant({ name: 'Harbour Estate' });
const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
const password = 'correct horse battery';

type Answer = Awaited<ReturnType<Browser['get']>>;
type Purpose = 'invite' | 'reset';
const link = (userId: number, purpose: Purpose = 'invite') =>
  inTransaction(deps, byTheProduct, (work) => issuePasswordLink(work, { userId, purpose }));

/** The script of the page makes a passkey, and sends the form. */
const makeAt = (browser: Browser, path: string, page: Answer, token: string, device: Authenticator) => {
  const options = optionsIn(page.body) as unknown as CreationOptions;
  const passkey = JSON.stringify(device.create(options));
  return browser.submit(`${path}/passkey`, { token, userHandle: options.user.id, passkey });
};
async function open(path: string, token: string, { device = aDevice(stage), browser = aVisitor(stage) } = {}) {
  const page = await browser.get(`${path}?token=${token}`);
  return { device, browser, page, make: () => makeAt(browser, path, page, token, device) };
}
const codesIn = (answer: Answer) =>
  [...answer.body.matchAll(/<li>([\dA-Z]{5}-[\dA-Z]{5})<\/li>/g)].map(([, code]) => code!);
const offers = (page: Answer) => page.body.includes('Use a Passkey Instead');

/** A person without a password who has made a passkey by the link of an invitation. */
async function aPasskeyUser(role: 'admin' | 'tenant_user' | 'vendor' = 'tenant_user') {
  const isMember = role === 'tenant_user';
  const person = await (isMember ? build.aPerson(role, { tenantId, as: 'employee' }) : build.aPerson(role));
  const opened = await open('/set-password', await link(person.userId));
  const made = await opened.make();
  expect(made.statusCode, wordsOf(made)).toBe(200);
  return { ...person, ...opened, codes: codesIn(made) };
}

async function tokenSentTo(recipient: string): Promise<string> {
  const message = db.selectFrom('messages').select('sealedSecrets').where('recipient', '=', recipient);
  const { sealedSecrets } = await message
    .where('sealedSecrets', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return new URL(secretsOf(deps.secrets, sealedSecrets)[0]!).searchParams.get('token')!;
}
let serial = 0;
async function invitedToTeam(emailAddress = `ivy${++serial}@example.com`) {
  const tenant = { href: `/v1/tenants/${tenantId}` };
  const body = { tenant, firstName: 'Ivy', surname: 'Ng', emailAddress };
  expect((await stage.as(manager.userId)('POST', '/v1/user-invitations', body)).statusCode).toBe(201);
  return { emailAddress, token: await tokenSentTo(emailAddress) };
}
const sessionOf = async (browser: Browser, landing: Answer) =>
  (await browser.session(await browser.exchange(landing))).json();

describe('a link from the mailbox', () => {
  it.each(['admin', 'tenant_user', 'vendor'] as const)(
    'lets a new %s make a passkey in place of a password, and log in with it alone',
    async (role) => {
      const { userId, emailAddress, browser, page, device, codes } = await aPasskeyUser(role);
      expect(optionsIn(page.body)).toMatchObject({
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      expect(codes).toHaveLength(10);
      // They are logged in at once, and the link is used up.
      expect((await browser.get('/login')).statusCode).toBe(303);
      const again = await logInWith(aVisitor(stage), device);
      expect(again.statusCode).toBe(303);
      const { rows } = await sql<{ passwordHash: string | null }>`
        select password_hash from credentials where user_id = ${userId} and type = 'logon'`.execute(db);
      expect(rows).toEqual([{ passwordHash: null }]);
      for (const typed of ['', 'null', password]) {
        expect((await aVisitor(stage).logIn(emailAddress, typed)).statusCode).toBeGreaterThanOrEqual(400);
      }
      expect((await stage.as(userId)('GET', '/v1/account')).json().secondFactor).toMatchObject({
        isPasswordless: true,
        passkeys: 1,
        recoveryCodesLeft: 10,
      });
      const told = await db.selectFrom('messages').select('kind').where('userId', '=', userId).execute();
      expect(told.map(({ kind }) => kind)).toContain('second-factor');
    },
  );

  it('gives the same rights as a password does', async () => {
    const { device } = await aPasskeyUser();
    const browser = aVisitor(stage);
    const byPasskey = await sessionOf(browser, await logInWith(browser, device));
    const other = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const chooser = aVisitor(stage);
    const token = await link(other.userId);
    const byPassword = await sessionOf(chooser, await chooser.submit('/set-password', { token, password }));
    const rights = ({ role, memberships }: { role: string; memberships: unknown }) => ({ role, memberships });
    expect(rights(byPasskey)).toEqual(rights(byPassword));
  });

  it('works once, for its own page and a device that verifies its owner only', async () => {
    const one = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const two = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const [first, second] = [await link(one.userId), await link(two.userId)];
    const opened = await open('/set-password', first);
    // Made for the page of another link.
    expect((await makeAt(opened.browser, '/set-password', opened.page, second, opened.device)).statusCode).toBe(400);
    const careless = await open('/set-password', first, { device: aDevice(stage, { isVerifying: false }) });
    expect((await careless.make()).statusCode).toBe(400);
    const foreign = await open('/set-password', first, { device: aDevice(stage, { origin: 'https://evil.example' }) });
    expect((await foreign.make()).statusCode).toBe(400);
    const nonsense = await opened.browser.submit('/set-password/passkey', {
      token: first,
      userHandle: 'a',
      passkey: '{',
    });
    expect(nonsense.statusCode).toBe(400);
    const right = await open('/set-password', first);
    expect([(await right.make()).statusCode, (await right.make()).statusCode]).toEqual([200, 404]);
    // The passkey belongs to somebody now.
    const taken = await open('/set-password', second, { device: right.device });
    expect((await taken.make()).statusCode).toBe(409);
    expect((await db.selectFrom('passkeys').select('id').where('userId', '=', two.userId).execute()).length).toBe(0);
    expect((await (await open('/set-password', second)).make()).statusCode).toBe(200);
  });

  it('adds no passkey to an account that has a password or a second factor', async () => {
    const withPassword = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await givePassword(stage, withPassword.userId, password);
    const withPasskey = await aPasskeyUser();
    for (const { userId } of [withPassword, withPasskey]) {
      // Begun before the account had either, as in another tab.
      const fresh = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
      const token = await link(fresh.userId, 'reset');
      const begun = await open('/set-password', token);
      await sql`update password_links set user_id = ${userId} where user_id = ${fresh.userId}`.execute(db);
      const page = await begun.browser.get(`/set-password?token=${token}`);
      expect([page.statusCode, offers(page)]).toEqual([200, false]);
      const before = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute();
      expect((await begun.make()).statusCode).toBe(409);
      expect(await db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute()).toEqual(before);
    }
  });
});

describe('somebody without a password who has lost the device', () => {
  it('needs a recovery code too: the mailbox alone opens nothing', async () => {
    const { userId, codes } = await aPasskeyUser();
    const browser = aVisitor(stage);
    const step = await browser.submit('/set-password', { token: await link(userId, 'reset'), password });
    expect(wordsOf(step)).toContain('One more step');
    const wrong = await browser.submit('/login/code', { step: stepIn(step.body), code: 'AAAAA-AAAAA' });
    expect(wrong.statusCode).toBe(401);
    const right = await browser.submit('/login/code', { step: stepIn(step.body), code: codes[0]! });
    expect(right.statusCode).toBe(303);
    const told = await db.selectFrom('messages').select('kind').where('userId', '=', userId).execute();
    expect(told.map(({ kind }) => kind)).toContain('password-changed');
  });

  it('cannot lose the only passkey by mistake', async () => {
    const { userId } = await aPasskeyUser();
    const call = stage.as(userId);
    const remove = async () => {
      const { items } = (await call('GET', '/v1/account/passkeys')).json();
      return call('DELETE', items.at(-1).href);
    };
    const refused = await remove();
    expect([refused.statusCode, refused.json().type]).toEqual([409, '/problems/only-login']);
    expect((await addPasskey(stage, userId)).answer.statusCode).toBe(201);
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(409);
  });
});

describe('an invitation to a team', () => {
  it('is accepted with a passkey alone', async () => {
    const { emailAddress, token } = await invitedToTeam();
    const { browser, device, make } = await open('/accept-invitation', token);
    const made = await make();
    expect([made.statusCode, codesIn(made).length]).toEqual([200, 10]);
    expect((await browser.get('/login')).statusCode).toBe(303);
    const visitor = aVisitor(stage);
    const session = await sessionOf(visitor, await logInWith(visitor, device));
    expect(session).toMatchObject({ emailAddress, role: 'tenant_user', memberships: [{ tenantId }] });
    expect((await make()).statusCode).toBe(404);
  });

  it('needs the passkey of a payer who has nothing else, and the passkey stays theirs', async () => {
    const payer = await aPasskeyUser('vendor');
    const { token } = await invitedToTeam(payer.emailAddress);
    const thief = aVisitor(stage);
    // Who reads the mailbox can neither choose a password nor make another passkey.
    const page = await thief.get(`/accept-invitation?token=${token}`);
    expect([offers(page), page.body.includes('New password')]).toEqual([false, false]);
    expect((await thief.submit('/accept-invitation', { token, password })).statusCode).toBe(409);
    const own = aDevice(stage);
    const made = JSON.stringify(
      own.create({ ...optionsIn(page.body), user: { id: 'x' }, rp: { id: 'localhost' } } as never),
    );
    const added = await thief.submit('/accept-invitation/passkey', { token, userHandle: 'x', passkey: made });
    expect(added.statusCode).toBe(404);
    const other = await aPasskeyUser('vendor');
    const byOther = JSON.stringify(other.device.get(optionsIn(page.body)));
    expect((await thief.submit('/accept-invitation/proof', { token, passkey: byOther })).statusCode).toBe(401);

    const again = await payer.browser.get(`/accept-invitation?token=${token}`);
    const passkey = JSON.stringify(payer.device.get(optionsIn(again.body)));
    const accepted = await payer.browser.submit('/accept-invitation/proof', { token, passkey });
    expect([accepted.statusCode, locationOf(accepted).pathname]).toEqual([303, `/agencies/${tenantId}/applications`]);
    const visitor = aVisitor(stage);
    const session = await sessionOf(visitor, await logInWith(visitor, payer.device));
    expect(session).toMatchObject({ role: 'tenant_user', memberships: [{ tenantId }] });
  });
});
