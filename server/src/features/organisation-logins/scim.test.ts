import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage();
const { db } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';
let serial = 0;

async function aDirectory() {
  serial += 1;
  const domain = `group-${serial}.com.au`;
  const tenantId = await build.aTenant({ name: `Group ${serial}` });
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const provenDate = new Date().toISOString();
  await db
    .insertInto('loginDomains')
    .values({ tenantId, domain, token: 'token', provenDate, provenBy: 'dns' })
    .execute();
  const path = `/v1/tenants/${tenantId}/provisioning-tokens`;
  const made = await stage.as(manager.userId)('POST', path);
  expect(made.statusCode).toBe(200);
  const { token } = made.json();
  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', address: string, payload?: object, as = token) =>
    stage.app.inject({
      method,
      url: `/scim/v2${address}`,
      headers: { authorization: `Bearer ${as}`, ...(payload && { 'content-type': 'application/scim+json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
  return { tenantId, manager, domain, path, token, call };
}
type Directory = Awaited<ReturnType<typeof aDirectory>>;

let one: Directory;
let two: Directory;
beforeAll(async () => {
  [one, two] = [await aDirectory(), await aDirectory()];
});

const aUser = ({ domain }: Directory, name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@${domain}`,
  name: { givenName: 'Ann', familyName: 'Proverb' },
  externalId: name,
  active: true,
  ...more,
});
const deactivate = (value: unknown = false) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'active', value }],
});
const memberships = (userId: number) =>
  db.selectFrom('tenantUsers').select(['tenantId', 'tenantUserType']).where('userId', '=', userId).execute();

describe('a directory', () => {
  it('describes itself', async () => {
    const config = await one.call('GET', '/ServiceProviderConfig');
    expect(config.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(config.json()).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect((await one.call('GET', '/Schemas')).json().Resources[0].id).toBe(
      'urn:ietf:params:scim:schemas:core:2.0:User',
    );
    expect((await one.call('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).json().name).toBe('User');
    expect((await one.call('GET', '/ResourceTypes')).json().Resources[0].endpoint).toBe('/Users');
  });

  it('creates a member, finds them, and names them again', async () => {
    const made = await one.call('POST', '/Users', aUser(one, 'ann'));
    expect([made.statusCode, made.json()]).toMatchObject([201, { active: true, externalId: 'ann' }]);
    const { id, userName } = made.json();
    expect(made.headers.location).toContain(`/scim/v2/Users/${id}`);
    expect(await memberships(Number(id))).toEqual([{ tenantId: one.tenantId, tenantUserType: 'employee' }]);
    const found = await one.call(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${userName.toUpperCase()}"`)}`,
    );
    expect(found.json()).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const renamed = await one.call(
      'PUT',
      `/Users/${id}`,
      aUser(one, 'ann', { name: { givenName: 'Anna', familyName: 'Ng' } }),
    );
    expect(renamed.json().displayName).toBe('Anna Ng');
    expect((await one.call('POST', '/Users', aUser(one, 'ann'))).json()).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    const entries = await db
      .selectFrom('logEntries')
      .select('activityCode')
      .where('targetUserId', '=', Number(id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ activityCode }) => activityCode)).toEqual([
      'user_register',
      'user_perm_change',
      'user_update',
    ]);
  });

  it('pages its members', async () => {
    const { totalResults } = (await one.call('GET', '/Users')).json();
    const page = (await one.call('GET', '/Users?startIndex=2&count=1')).json();
    expect(page).toMatchObject({ totalResults, startIndex: 2, itemsPerPage: 1 });
  });

  it.each([['patch'], ['delete'], ['replace']])(
    'ends the sign-ins of a member with %s, and brings them back',
    async (way) => {
      const { id, userName } = (await one.call('POST', '/Users', aUser(one, `leaver-${way}`))).json();
      await givePassword(stage, Number(id), password);
      const browser = aBrowser(stage);
      const tokens = await browser.exchange(await browser.logIn(userName, password));
      const ended = {
        patch: () => one.call('PATCH', `/Users/${id}`, deactivate('False')),
        delete: () => one.call('DELETE', `/Users/${id}`),
        replace: () => one.call('PUT', `/Users/${id}`, aUser(one, `leaver-${way}`, { active: false })),
      }[way]!;
      expect((await ended()).statusCode).toBe(way === 'delete' ? 204 : 200);
      expect([await memberships(Number(id)), (await browser.session(tokens)).statusCode]).toEqual([[], 401]);
      expect((await one.call('GET', `/Users/${id}`)).json().active).toBe(false);
      expect((await ended()).statusCode).toBe(way === 'delete' ? 204 : 200);
      expect((await one.call('PATCH', `/Users/${id}`, deactivate(true))).json().active).toBe(true);
      expect(await memberships(Number(id))).toHaveLength(1);
    },
  );

  it('ends pending work of a manager, as a removal does', async () => {
    const boss = await build.aPerson('tenant_user', { tenantId: one.tenantId, as: 'manager' });
    const invitation = { firstName: 'New', surname: 'Member', emailAddress: `invited-${serial}@example.com` };
    const tenant = { href: `/v1/tenants/${one.tenantId}` };
    expect((await stage.as(boss.userId)('POST', '/v1/user-invitations', { tenant, ...invitation })).statusCode).toBe(
      201,
    );
    await one.call('PATCH', `/Users/${boss.userId}`, deactivate());
    const [left] = await db
      .selectFrom('userInvitations')
      .select('revokedDate')
      .where('emailAddress', '=', invitation.emailAddress)
      .execute();
    expect(left?.revokedDate).not.toBeNull();
  });

  it('does not see or change the members of another organisation', async () => {
    const { id } = (await two.call('POST', '/Users', aUser(two, 'other'))).json();
    for (const answer of [
      await one.call('GET', `/Users/${id}`),
      await one.call('PATCH', `/Users/${id}`, deactivate()),
      await one.call('PUT', `/Users/${id}`, aUser(two, 'other')),
      await one.call('DELETE', `/Users/${id}`),
      await one.call('GET', '/Users/999999999'),
      await one.call('GET', '/Users/none'),
    ]) {
      expect([answer.statusCode, answer.json().schemas]).toEqual([
        404,
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ]);
    }
    expect(
      (await one.call('GET', `/Users?filter=${encodeURIComponent(`userName eq "other@${two.domain}"`)}`)).json(),
    ).toMatchObject({ totalResults: 0 });
    expect(await memberships(Number(id))).toHaveLength(1);
  });

  it('keeps the sign-ins of somebody who works elsewhere too', async () => {
    const { id, userName } = (await one.call('POST', '/Users', aUser(one, 'both'))).json();
    await db
      .insertInto('tenantUsers')
      .values({ tenantId: two.tenantId, userId: Number(id), tenantUserType: 'employee' })
      .execute();
    await givePassword(stage, Number(id), password);
    const browser = aBrowser(stage);
    const tokens = await browser.exchange(await browser.logIn(userName, password));
    await one.call('DELETE', `/Users/${id}`);
    const session = (await browser.session(tokens)).json();
    expect(session.memberships.map((each: { tenantId: number }) => each.tenantId)).toEqual([two.tenantId]);
  });

  // biome-ignore format: a table
  it.each([
    ['a foreign domain',   () => ({ userName: 'ann@elsewhere.example' }),        400, 'invalidValue'],
    ['no userName',        () => ({ active: true }),                             400, 'invalidSyntax'],
    ['a list',             () => [] as object,                                   400, 'invalidSyntax'],
  ])('refuses %s', async (_what, body, status, scimType) => {
    const answer = await one.call('POST', '/Users', body());
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { scimType, status: String(status) }]);
  });

  it('refuses the address of an admin or a payer, another userName, another filter, and a broken patch', async () => {
    for (const role of ['admin', 'vendor'] as const) {
      const person = await build.aPerson(role);
      const userName = `${role}@${one.domain}`;
      await db.updateTable('users').set({ emailAddress: userName }).where('id', '=', person.userId).execute();
      expect((await one.call('POST', '/Users', { userName })).statusCode).toBe(409);
      expect((await one.call('GET', `/Users/${person.userId}`)).statusCode).toBe(404);
    }
    const { id } = (await one.call('POST', '/Users', aUser(one, 'fixed'))).json();
    expect((await one.call('PUT', `/Users/${id}`, aUser(one, 'renamed'))).json().scimType).toBe('mutability');
    expect((await one.call('GET', '/Users?filter=id%20pr')).json().scimType).toBe('invalidFilter');
    expect((await one.call('PATCH', `/Users/${id}`, deactivate('perhaps'))).json().scimType).toBe('invalidValue');
  });
});

describe('a token', () => {
  it('is stored as a hash, and works until it ends or its maker loses the right', async () => {
    const { call, token, path, manager, tenantId } = await aDirectory();
    const stored = await db.selectFrom('provisioningTokens').selectAll().where('tenantId', '=', tenantId).execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await call('GET', '/Users')).statusCode).toBe(200);
    for (const wrong of ['', 'x'.repeat(43), `${token}x`, token.slice(0, -1)]) {
      const answer = await call('GET', '/Users', undefined, wrong);
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    const asManager = stage.as(manager.userId);
    const listed = (await asManager('GET', path)).json();
    expect(JSON.stringify(listed)).not.toContain(token);
    expect((await asManager('DELETE', `${path}/${listed.items[0].id}`)).statusCode).toBe(204);
    expect((await call('GET', '/Users')).statusCode).toBe(401);
    const { token: second } = (await asManager('POST', path)).json();
    expect((await call('GET', '/Users', undefined, second)).statusCode).toBe(200);
    const admin = await build.aPerson('admin');
    const lowered = await stage.as(admin.userId)('PUT', `/v1/tenants/${tenantId}/users/${manager.userId}`, {
      tenantUserType: 'employee',
    });
    expect([lowered.statusCode, (await call('GET', '/Users', undefined, second)).statusCode]).toEqual([200, 401]);
  });
});
