import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword, locationOf, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { anOpenIdProvider, type Claims, clientId, clientSecret } from '../../../test/openid-provider.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const idp = await anOpenIdProvider();
const password = 'correct horse battery';
afterAll(() => idp.stop());

type Organisation = Awaited<ReturnType<typeof anOrganisation>>;
let serial = 0;
let admins: { userId: number }[];
beforeAll(async () => {
  admins = [await build.aPerson('admin'), await build.aPerson('admin')];
});

const asAdmin = (which = 0) => stage.as(admins[which]!.userId);

/** An organisation with a provider that is confirmed, and a domain that is proven by a code to its keeper. */
async function anOrganisation({ isConfirmed = true, isProven = true, roleClaim = null as string | null } = {}) {
  serial += 1;
  const domain = `agency-${serial}.com.au`;
  const tenantId = await build.aTenant({ name: `Agency ${serial}` });
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const path = `/v1/tenants/${tenantId}`;
  const call = stage.as(manager.userId);
  const body = { issuer: idp.issuer, clientId, clientSecret, roleClaim, managerValues: ['principals'] };
  const saved = await call('PUT', `${path}/login-provider`, body);
  expect(saved.statusCode).toBe(200);
  const named = await call('POST', `${path}/login-domains`, { domain });
  expect(named.statusCode).toBe(200);
  const domainPath = `${path}/login-domains/${named.json().domains[0].id}`;
  if (isProven) {
    expect((await call('PUT', `${domainPath}/mail`, { mailbox: 'postmaster' })).statusCode).toBe(200);
    const code = await codeSentTo(`postmaster@${domain}`);
    expect((await call('PUT', `${domainPath}/code`, { code })).statusCode).toBe(200);
  }
  if (isConfirmed) expect((await asAdmin()('PUT', `${path}/login-provider/confirmation`)).statusCode).toBe(200);
  const { id: providerId } = await db
    .selectFrom('loginProviders')
    .select('id')
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { tenantId, manager, domain, path, domainPath, call, providerId };
}

async function codeSentTo(recipient: string): Promise<string> {
  const { sealedSecrets } = await db
    .selectFrom('messages')
    .select('sealedSecrets')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return secretsOf(deps.secrets, sealedSecrets)[0]!;
}

type Change = (address: URL) => void;
const noChange: Change = () => undefined;

/** Begins a login in a browser. Returns the address at the provider. */
async function begin(browser: ReturnType<typeof aBrowser>, email: string): Promise<string> {
  const page = await browser.submit('/login/organisation', { email, back: '/accounts/account-details' });
  expect(page.statusCode).toBe(200);
  return String(page.headers.refresh).replace('0;url=', '');
}

/** A whole login; `atProvider` and `coming` change the address of a request on its way. */
async function logIn(
  { domain }: Organisation,
  who: { subject: string; claims?: Claims },
  { atProvider = noChange, coming = noChange }: { atProvider?: Change; coming?: Change } = {},
) {
  const browser = aBrowser(stage);
  const email = `${who.subject}@${domain}`;
  const claims = { email, email_verified: true, given_name: 'Pat', family_name: 'Proverb', ...who.claims };
  const address = new URL(await begin(browser, email));
  atProvider(address);
  const callback = new URL(await idp.logIn(who.subject, claims, address.href));
  coming(callback);
  const landing = await browser.get(callback.pathname + callback.search);
  const isIn = landing.statusCode === 303;
  const tokens = isIn ? await browser.exchange(landing) : null;
  const session = async () => (tokens ? (await browser.session(tokens)).statusCode : 401);
  return { browser, email, callback, landing, tokens, session };
}

const userOf = (email: string) =>
  db.selectFrom('users').selectAll().where('emailAddress', '=', email).executeTakeFirst();
const memberOf = async ({ tenantId }: Organisation, email: string) =>
  db
    .selectFrom('tenantUsers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.tenantUserType', 'u.id as userId'])
    .where('m.tenantId', '=', tenantId)
    .where('u.emailAddress', '=', email)
    .executeTakeFirst();

describe('a login by an organisation’s provider', () => {
  it('makes a member who did not exist, links them, and lets them in for this organisation', async () => {
    const organisation = await anOrganisation();
    const visit = await logIn(organisation, { subject: 'pat' });
    expect(visit.landing.statusCode).toBe(303);
    expect(locationOf(visit.landing).pathname).toBe('/accounts/account-details');
    const session = (await visit.browser.session(visit.tokens!)).json();
    expect(session).toMatchObject({ displayName: 'Pat Proverb', role: 'tenant_user' });
    expect(session.memberships).toMatchObject([{ tenantId: organisation.tenantId, tenantUserType: 'employee' }]);
    const { userId } = (await memberOf(organisation, visit.email))!;
    const entries = await db
      .selectFrom('logEntries')
      .select(['activityCode', 'description'])
      .where('targetUserId', '=', userId)
      .orderBy('id')
      .execute();
    expect(entries.map(({ activityCode }) => activityCode)).toEqual([
      'user_register',
      'user_update',
      'user_perm_change',
      'cred_auth',
    ]);
    expect(await (await logIn(organisation, { subject: 'pat' })).session()).toBe(200);
  });

  it('takes the role from the claim at each login', async () => {
    const organisation = await anOrganisation({ roleClaim: 'groups' });
    const roleAfter = async (groups: unknown) => {
      const visit = await logIn(organisation, { subject: 'rolf', claims: { groups } });
      expect(visit.landing.statusCode).toBe(303);
      return (await memberOf(organisation, visit.email))?.tenantUserType;
    };
    expect([
      await roleAfter(['sales', 'principals']),
      await roleAfter(['sales']),
      await roleAfter('principals'),
      await roleAfter(undefined),
    ]).toEqual(['manager', 'employee', 'manager', 'employee']);
  });

  it('links an account that exists only if the address is verified', async () => {
    const organisation = await anOrganisation();
    const email = `eve@${organisation.domain}`;
    const person = await build.aPerson('tenant_user', { tenantId: organisation.tenantId, as: 'employee' });
    await db.updateTable('users').set({ emailAddress: email }).where('id', '=', person.userId).execute();
    for (const email_verified of [false, undefined, 'true'] as never[]) {
      const visit = await logIn(organisation, { subject: 'eve', claims: { email, email_verified } });
      expect([visit.landing.statusCode, wordsOf(visit.landing)]).toEqual([403, expect.stringContaining('verified')]);
    }
    const visit = await logIn(organisation, { subject: 'eve', claims: { email } });
    expect((await visit.browser.session(visit.tokens!)).json().userId).toBe(person.userId);
  });

  it('gives the rights of this organisation only, also to somebody who works elsewhere', async () => {
    const organisation = await anOrganisation();
    const other = await build.aTenant({ name: 'Elsewhere' });
    const email = `both@${organisation.domain}`;
    const person = await build.aPerson('tenant_user', { tenantId: other, as: 'manager' });
    await db.updateTable('users').set({ emailAddress: email }).where('id', '=', person.userId).execute();
    const visit = await logIn(organisation, { subject: 'both' });
    const { memberships } = (await visit.browser.session(visit.tokens!)).json();
    expect(memberships.map(({ tenantId }: { tenantId: number }) => tenantId)).toEqual([organisation.tenantId]);
    const authorization = `Bearer ${visit.tokens!.accessToken}`;
    expect((await visit.browser.get(`/v1/tenants/${other}/users`, { authorization })).statusCode).toBe(404);
  });
});

describe('a login by an organisation’s provider is refused', () => {
  const refusedWith = async (visit: Promise<Awaited<ReturnType<typeof logIn>>>, words: string) => {
    const { landing } = await visit;
    expect([landing.statusCode >= 400, wordsOf(landing)]).toEqual([true, expect.stringContaining(words)]);
  };

  it('with another nonce', async () => {
    const change: Change = (address) => address.searchParams.set('nonce', 'another');
    await refusedWith(logIn(await anOrganisation(), { subject: 'a' }, { atProvider: change }), 'not accepted');
  });

  it('with a code for another client', async () => {
    const change: Change = (address) => address.searchParams.set('client_id', 'another-client');
    await refusedWith(logIn(await anOrganisation(), { subject: 'a' }, { atProvider: change }), 'not accepted');
  });

  it('with another challenge of PKCE', async () => {
    const change: Change = (address) => address.searchParams.set('code_challenge', 'A'.repeat(43));
    await refusedWith(logIn(await anOrganisation(), { subject: 'a' }, { atProvider: change }), 'not accepted');
  });

  it('with another issuer in the answer, or none', async () => {
    const organisation = await anOrganisation();
    const evil: Change = (address) => address.searchParams.set('iss', 'https://evil.example');
    await refusedWith(logIn(organisation, { subject: 'a' }, { coming: evil }), 'not accepted');
    const none: Change = (address) => address.searchParams.delete('iss');
    await refusedWith(logIn(organisation, { subject: 'a' }, { coming: none }), 'not accepted');
  });

  it('at the address of another organisation’s provider', async () => {
    const [one, two] = [await anOrganisation(), await anOrganisation()];
    const mixed: Change = (address) => {
      address.pathname = address.pathname.replace(String(one.providerId), String(two.providerId));
    };
    await refusedWith(logIn(one, { subject: 'a' }, { coming: mixed }), 'not begun in this browser');
  });

  it('in another browser, and a second time', async () => {
    const organisation = await anOrganisation();
    const first = await logIn(organisation, { subject: 'first' });
    const path = first.callback.pathname + first.callback.search;
    expect((await first.browser.get(path)).statusCode).toBe(403);
    const browser = aBrowser(stage);
    const callback = new URL(await idp.logIn('other', {}, await begin(browser, `x@${organisation.domain}`)));
    const stolen = await aBrowser(stage).get(callback.pathname + callback.search);
    expect([stolen.statusCode, wordsOf(stolen)]).toEqual([403, expect.stringContaining('not begun in this browser')]);
  });

  it('with a code that was used before, in a login that is new', async () => {
    const organisation = await anOrganisation();
    const first = await logIn(organisation, { subject: 'first' });
    const replay: Change = (address) => address.searchParams.set('code', first.callback.searchParams.get('code')!);
    await refusedWith(logIn(organisation, { subject: 'second' }, { coming: replay }), 'not accepted');
  });

  it('for an address outside the proven domains', async () => {
    const claims = { email: 'ceo@another-agency.com.au' };
    await refusedWith(logIn(await anOrganisation(), { subject: 'a', claims }), 'not in a domain');
    expect(await userOf('ceo@another-agency.com.au')).toBeUndefined();
  });

  it('for payers, admins and disabled people', async () => {
    const organisation = await anOrganisation();
    for (const [index, role] of (['vendor', 'admin'] as const).entries()) {
      const email = `r${index}@${organisation.domain}`;
      const person = await build.aPerson(role);
      await db.updateTable('users').set({ emailAddress: email }).where('id', '=', person.userId).execute();
      await refusedWith(logIn(organisation, { subject: `r${index}` }), 'cannot log in with an organisation');
    }
    const visit = await logIn(organisation, { subject: 'gone' });
    const { userId } = (await memberOf(organisation, visit.email))!;
    await db.updateTable('users').set({ disabledDate: new Date().toISOString() }).where('id', '=', userId).execute();
    expect(await visit.session()).toBe(401);
    await refusedWith(logIn(organisation, { subject: 'gone' }), 'disabled');
  });

  it('for a member who was removed, until a manager adds them again', async () => {
    const organisation = await anOrganisation();
    const visit = await logIn(organisation, { subject: 'leaver' });
    const { userId } = (await memberOf(organisation, visit.email))!;
    const removed = await organisation.call('DELETE', `${organisation.path}/users/${userId}`);
    expect([removed.statusCode, await visit.session()]).toEqual([204, 401]);
    await refusedWith(logIn(organisation, { subject: 'leaver' }), 'no longer a member');
    await refusedWith(
      logIn(organisation, { subject: 'another', claims: { email: visit.email } }),
      'no longer a member',
    );
    await asAdmin()('POST', `${organisation.path}/users`, {
      user: { href: `/v1/users/${userId}` },
      tenantUserType: 'employee',
    });
    expect(await (await logIn(organisation, { subject: 'leaver' })).session()).toBe(200);
  });

  it('for a second subject with the address of the first', async () => {
    const organisation = await anOrganisation();
    const { email } = await logIn(organisation, { subject: 'owner' });
    await refusedWith(logIn(organisation, { subject: 'twin', claims: { email } }), 'another login');
  });

  it('if the domain is not proven, or no admin has confirmed it', async () => {
    for (const { domain } of [
      await anOrganisation({ isProven: false, isConfirmed: false }),
      await anOrganisation({ isConfirmed: false }),
    ]) {
      const page = await aBrowser(stage).submit('/login/organisation', { email: `a@${domain}`, back: '/' });
      expect([page.statusCode, wordsOf(page)]).toEqual([400, expect.stringContaining('No organisation has')]);
    }
  });

  it('once the provider has ended or the organisation is deleted, and everybody is logged out', async () => {
    for (const isDeleted of [false, true]) {
      const organisation = await anOrganisation();
      const visit = await logIn(organisation, { subject: 'last' });
      const waiting = aBrowser(stage);
      const address = await begin(waiting, `x@${organisation.domain}`);
      const ended = isDeleted
        ? await asAdmin()('DELETE', organisation.path)
        : await organisation.call('DELETE', `${organisation.path}/login-provider`);
      expect([ended.statusCode, await visit.session()]).toEqual([204, 401]);
      const callback = new URL(await idp.logIn('x', {}, address));
      expect((await waiting.get(callback.pathname + callback.search)).statusCode).toBe(403);
    }
  });
});

describe('a required login', () => {
  const require = ({ call, path }: Organisation, isRequired: boolean) =>
    call('PUT', `${path}/login-provider/required`, { isRequired });

  it('refuses passwords of members and logs them out, but not who works elsewhere too', async () => {
    const organisation = await anOrganisation();
    const member = await build.aPerson('tenant_user', { tenantId: organisation.tenantId, as: 'employee' });
    const elsewhere = await build.aTenant({ name: 'Elsewhere' });
    const both = await build.aPerson('tenant_user', { tenantId: organisation.tenantId, as: 'manager' });
    await db
      .insertInto('tenantUsers')
      .values({ tenantId: elsewhere, userId: both.userId, tenantUserType: 'employee' })
      .execute();
    for (const { userId } of [member, both]) await givePassword(stage, userId, password);
    const browser = aBrowser(stage);
    const tokens = await browser.exchange(await browser.logIn(member.emailAddress, password));
    expect((await require(organisation, true)).json().provider.isRequired).toBe(true);
    expect((await browser.session(tokens)).statusCode).toBe(401);
    const refused = await aBrowser(stage).logIn(member.emailAddress, password);
    expect([refused.statusCode, wordsOf(refused)]).toEqual([403, expect.stringContaining('its own login')]);
    const other = aBrowser(stage);
    const session = (await other.session(await other.exchange(await other.logIn(both.emailAddress, password)))).json();
    expect(session.memberships.map(({ tenantId }: { tenantId: number }) => tenantId)).toEqual([elsewhere]);
    expect(await (await logIn(organisation, { subject: 'pat' })).session()).toBe(200);
  });

  it('lets a removed member come back by an invitation, and then by the provider', async () => {
    const organisation = await anOrganisation();
    const { email } = await logIn(organisation, { subject: 'back' });
    const { userId } = (await memberOf(organisation, email))!;
    await organisation.call('DELETE', `${organisation.path}/users/${userId}`);
    const tenant = { href: organisation.path };
    const invitee = { firstName: 'Pat', surname: 'Proverb', emailAddress: email, tenant };
    expect((await organisation.call('POST', '/v1/user-invitations', invitee)).statusCode).toBe(201);
    const token = new URL(await codeSentTo(email)).searchParams.get('token')!;
    await require(organisation, true);
    const joined = await aBrowser(stage).submit('/accept-invitation', { token, password: 'four words make a phrase' });
    expect([joined.statusCode, locationOf(joined).pathname]).toEqual([303, '/login/organisation']);
    expect(await (await logIn(organisation, { subject: 'back' })).session()).toBe(200);
  });

  it('ends by two admins, and not by one', async () => {
    const organisation = await anOrganisation();
    await require(organisation, true);
    const path = `${organisation.path}/login-provider/required`;
    const asked = await asAdmin(0)('PUT', path, { isRequired: false });
    expect(asked.json().provider).toMatchObject({ isRequired: true, releaseAskedByName: expect.any(String) });
    expect((await asAdmin(0)('PUT', path, { isRequired: false })).statusCode).toBe(403);
    const done = await asAdmin(1)('PUT', path, { isRequired: false });
    expect(done.json().provider).toMatchObject({ isRequired: false, releaseAskedByName: null });
  });

  it('cannot be changed, ended or lose its domain meanwhile', async () => {
    const organisation = await anOrganisation();
    await require(organisation, true);
    // The manager was logged out, too.
    const { path, domainPath } = organisation;
    expect((await organisation.call('DELETE', `${path}/login-provider`)).statusCode).toBe(401);
    const call = asAdmin();
    const body = { issuer: idp.issuer, clientId: 'another-client' };
    expect((await call('PUT', `${path}/login-provider`, body)).statusCode).toBe(409);
    expect((await call('DELETE', `${path}/login-provider`)).statusCode).toBe(409);
    expect((await call('DELETE', domainPath)).statusCode).toBe(409);
    const secret = { issuer: idp.issuer, clientId, clientSecret, managerValues: ['principals'] };
    expect((await call('PUT', `${path}/login-provider`, secret)).json().provider.confirmedDate).not.toBeNull();
  });
});

describe('setting a provider up', () => {
  it('is confirmed by an admin who did not do it, and again after a change', async () => {
    const organisation = await anOrganisation({ isConfirmed: false });
    const { path, call } = organisation;
    expect((await call('PUT', `${path}/login-provider/confirmation`)).statusCode).toBe(403);
    const own = { issuer: idp.issuer, clientId, clientSecret: 'changed', roleClaim: 'x' };
    expect((await asAdmin(0)('PUT', `${path}/login-provider`, own)).statusCode).toBe(200);
    expect((await asAdmin(0)('PUT', `${path}/login-provider/confirmation`)).statusCode).toBe(403);
    expect((await asAdmin(1)('PUT', `${path}/login-provider/confirmation`)).statusCode).toBe(200);
    const changed = await call('PUT', `${path}/login-provider`, { issuer: idp.issuer, clientId });
    expect(changed.json().provider.confirmedDate).toBeNull();
    const stored = await db
      .selectFrom('loginProviders')
      .selectAll()
      .where('id', '=', organisation.providerId)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(clientSecret);
    expect(JSON.stringify(changed.json())).not.toContain('changed"');
  });

  it('refuses an issuer that is no provider, an open domain, and a domain of another organisation', async () => {
    const organisation = await anOrganisation();
    const { call, path } = organisation;
    const no = await call('PUT', `${path}/login-provider`, { issuer: `${idp.issuer}/none`, clientId, clientSecret });
    expect(no.json().validation.issuer[0].message).toContain('No OpenID Connect provider');
    for (const domain of ['gmail.com', 'not a domain']) {
      expect((await call('POST', `${path}/login-domains`, { domain })).statusCode).toBe(400);
    }
    const other = await anOrganisation({ isProven: false, isConfirmed: false });
    const { id } = (await other.call('POST', `${other.path}/login-domains`, { domain: organisation.domain }))
      .json()
      .domains.find((each: { domain: string }) => each.domain === organisation.domain);
    const place = `${other.path}/login-domains/${id}`;
    await other.call('PUT', `${place}/mail`, { mailbox: 'admin' });
    const code = await codeSentTo(`admin@${organisation.domain}`);
    expect((await other.call('PUT', `${place}/code`, { code: 'wrong' })).statusCode).toBe(400);
    expect((await other.call('PUT', `${place}/code`, { code })).statusCode).toBe(409);
    expect((await other.call('PUT', `${organisation.domainPath}/code`, { code })).statusCode).toBe(404);
  });

  it('proves a domain by its DNS record', async () => {
    const { call, domainPath, path } = await anOrganisation({ isProven: false, isConfirmed: false });
    expect((await call('PUT', `${domainPath}/record`)).statusCode).toBe(409);
    const [{ recordName, recordText }] = (await call('GET', `${path}/login-provider`)).json().domains;
    const before = deps.openid.textRecords;
    deps.openid.textRecords = async (name) => (name === recordName ? ['other', recordText] : []);
    const proven = await call('PUT', `${domainPath}/record`);
    deps.openid.textRecords = before;
    expect(proven.json().domains[0]).toMatchObject({ provenBy: 'dns', provenDate: expect.any(String) });
  });
});

describe('a back-channel logout', () => {
  const logOut = ({ providerId }: Organisation, logout_token: string) =>
    aBrowser(stage).submit(`/login/organisation/${providerId}/logout`, { logout_token }, {});

  it('ends the sign-ins of the person, once for each token', async () => {
    const organisation = await anOrganisation();
    const [ann, ben] = [await logIn(organisation, { subject: 'ann' }), await logIn(organisation, { subject: 'ben' })];
    const token = await idp.logoutToken({ sub: 'ann' });
    expect((await logOut(organisation, token)).statusCode).toBe(200);
    expect([await ann.session(), await ben.session()]).toEqual([401, 200]);
    const again = await logIn(organisation, { subject: 'ann' });
    expect([(await logOut(organisation, token)).statusCode, await again.session()]).toEqual([400, 200]);
  });

  it('ends one session only, if the token names it', async () => {
    const organisation = await anOrganisation();
    const [one, two] = [await logIn(organisation, { subject: 'cy' }), await logIn(organisation, { subject: 'cy' })];
    const sessions = await db
      .selectFrom('providerSignIns')
      .select(['sessionId'])
      .where('loginProviderId', '=', organisation.providerId)
      .orderBy('signInId')
      .execute();
    expect(sessions[0]!.sessionId).not.toBeNull();
    const token = await idp.logoutToken({ sub: 'cy', sid: sessions[0]!.sessionId! });
    expect((await logOut(organisation, token)).statusCode).toBe(200);
    expect([await one.session(), await two.session()]).toEqual([401, 200]);
  });

  it('is refused with a token for others, of others, with a nonce, without an event, or without a person', async () => {
    const organisation = await anOrganisation();
    const visit = await logIn(organisation, { subject: 'dee' });
    const tokens = [
      await idp.logoutToken({ sub: 'dee', aud: 'another-client' }),
      await idp.logoutToken({ sub: 'dee', iss: 'https://evil.example' }),
      await idp.logoutToken({ sub: 'dee', nonce: 'n' }),
      await idp.logoutToken({ sub: 'dee' }, 'https://another.example/event'),
      await idp.logoutToken({}),
      `${(await idp.logoutToken({ sub: 'dee' })).slice(0, -8)}AAAAAAAA`,
      'nonsense',
      '',
    ];
    for (const token of tokens) expect((await logOut(organisation, token)).statusCode).toBe(400);
    expect(await visit.session()).toBe(200);
  });
});
