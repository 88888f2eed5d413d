import { addDays, addMinutes } from '@kerb/domain/kernel/dates.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { clientsOn, type Made, type Wanted } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let clients: ReturnType<typeof clientsOn>;
let admin: Person;
let manager: Person;
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  clients = clientsOn(stage);
  admin = await build.aPerson('admin');
});
beforeEach(async () => {
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const aClient = (wanted: Wanted = {}) => clients.aClient(manager.userId, tenantId, wanted);
const as = ({ userId }: Person) => stage.as(userId);
const list = async () => (await as(manager)('GET', `/v1/tenants/${tenantId}/service-identities`)).json().items;
const one = async ({ id }: Made) => (await as(manager)('GET', `/v1/service-identities/${id}`)).json();
const save = ({ id }: Made, body: object, headers = {}) =>
  as(manager)('PUT', `/v1/service-identities/${id}`, body, headers);
const mailsTo = async ({ userId }: Person) =>
  (await stage.db.selectFrom('messages').select('kind').where('userId', '=', userId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

describe('a program that acts for an organisation', () => {
  it('is created by a manager, shows its secret once, and is told to all managers', async () => {
    const second = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const made = await aClient({ name: 'Campaign sync', scopes: ['campaigns:read'] });
    expect(made.clientSecret.length).toBeGreaterThan(40);
    expect(await list()).toMatchObject([
      {
        name: 'Campaign sync',
        clientId: made.clientId,
        scopes: ['campaigns:read'],
        owner: { href: `/v1/users/${manager.userId}` },
        ownerName: manager.displayName,
        agentUser: null,
        lastUsageDate: null,
        credentials: [{ kind: 'secret', lastUsageDate: null, endedDate: null }],
      },
    ]);
    expect(JSON.stringify(await list())).not.toContain(made.clientSecret);
    const entries = await stage.db
      .selectFrom('logEntries')
      .selectAll()
      .where('targetTenantId', '=', tenantId)
      .execute();
    expect(JSON.stringify(entries)).not.toContain(made.clientSecret);
    expect(entries.at(-1)).toMatchObject({ activityCode: 'cred_create', userName: manager.displayName });
    expect([await mailsTo(manager), await mailsTo(second)]).toEqual([['integration-created'], ['integration-created']]);
  });

  it('expires after a year unless another day within two years is chosen', async () => {
    const daysLeft = ({ credentials }: Made) =>
      (Date.parse(credentials[0]!.expiryDate) - Date.parse(realNow())) / 86_400_000;
    expect(Math.floor(daysLeft(await aClient()))).toBeGreaterThanOrEqual(364);
    expect(Math.floor(daysLeft(await aClient()))).toBeLessThanOrEqual(366);
    const today = realNow().slice(0, 10);
    for (const expiryDate of ['2020-01-01', addDays(today, 800)]) {
      const answer = await clients.create(manager.userId, tenantId, { expiryDate });
      expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, ['expiryDate']]);
    }
    expect(Math.floor(daysLeft(await aClient({ expiryDate: addDays(today, 30) })))).toBeLessThanOrEqual(31);
  });

  it('belongs to a manager, of an admin’s choice if an admin creates it', async () => {
    const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const elsewhere = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    const owned = (userId: number, owner?: Person) =>
      clients.create(userId, tenantId, owner ? { owner: { href: `/v1/users/${owner.userId}` } } : {});
    for (const answer of [
      await owned(admin.userId),
      await owned(admin.userId, admin),
      await owned(admin.userId, employee),
      await owned(manager.userId, elsewhere),
    ]) {
      expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, ['owner']]);
    }
    expect((await owned(admin.userId, manager)).json().ownerName).toBe(manager.displayName);
  });

  it('has only known scopes, at least one, and the settings only if it sees all campaigns', async () => {
    const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const agentUser = { href: `/v1/users/${employee.userId}` };
    for (const wanted of [
      { scopes: [] },
      { scopes: ['everything'] },
      { scopes: ['settings:read'], agentUser },
      { scopes: ['webhooks', 'campaigns:read'], agentUser },
    ]) {
      const answer = await clients.create(manager.userId, tenantId, wanted as never);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().validation)[0]).toContain('scopes');
    }
    const stranger = { href: `/v1/users/${(await build.aPerson('tenant_user')).userId}` };
    const answer = await clients.create(manager.userId, tenantId, { scopes: ['campaigns:read'], agentUser: stranger });
    expect(Object.keys(answer.json().validation)).toEqual(['agentUser']);
  });

  it('is found by organisation and type of credential', async () => {
    const { id, clientId } = await aClient();
    const find = async (person: Person) =>
      (await as(person)('GET', `/v1/credentials?tenantId=${tenantId}&type=clientid`)).json().items;
    const expected = {
      href: `/v1/service-identities/${id}`,
      logonIdentifier: clientId,
      type: 'clientid',
      user: { href: `/v1/users/${manager.userId}` },
    };
    expect(await find(admin)).toMatchObject([expected]);
    expect(await find(manager)).toMatchObject([expected]);
    expect(await find(await build.aPerson('tenant_user', { tenantId, as: 'employee' }))).toEqual([]);
    expect(await find(await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' }))).toEqual(
      [],
    );
  });

  it('is no person: not in lists of users, not editable, and without a password', async () => {
    const { clientId } = await aClient({ name: 'Nobody in particular' });
    const { userId } = await stage.db
      .selectFrom('serviceIdentities')
      .select('userId')
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    expect((await as(admin)('GET', '/v1/users?filter=Nobody')).json().totalItems).toBe(0);
    expect((await as(admin)('GET', `/v1/users/${userId}`)).statusCode).toBe(404);
    expect((await as(admin)('PUT', `/v1/users/${userId}`, { role: 'admin' })).statusCode).toBe(404);
    const join = { user: { href: `/v1/users/${userId}` }, tenantUserType: 'manager' };
    expect((await as(admin)('POST', `/v1/tenants/${tenantId}/users`, join)).statusCode).toBe(400);
    expect((await as(admin)('GET', '/v1/session', undefined, { 'x-view-as': `user:${userId}` })).statusCode).toBe(400);
    await stage.as(null)('POST', '/v1/reset-password', { logonIdentifier: `service:${clientId}` });
    expect(await stage.db.selectFrom('passwordLinks').select('hash').where('userId', '=', userId).execute()).toEqual(
      [],
    );
    expect(await stage.db.selectFrom('messages').select('id').where('userId', '=', userId).execute()).toEqual([]);
    const becomeAdmin = stage.db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
    await expect(becomeAdmin).rejects.toThrow('a program stays a program');
    const values = { tenantId, userId, tenantUserType: 'manager' } as const;
    await expect(stage.db.insertInto('tenantUsers').values(values).execute()).rejects.toThrow('a program has no row');
  });

  it('has at most five secrets and keys, and an organisation at most twenty programs', async () => {
    const made = await aClient();
    const add = (body: object) => as(manager)('POST', `/v1/service-identities/${made.id}/credentials`, body);
    for (let count = 1; count < 5; count += 1) expect((await add({})).statusCode).toBe(201);
    expect((await add({})).json().type).toBe('/problems/too-many-credentials');
    expect((await add({ endOthersInDays: 0 })).statusCode).toBe(201);
    for (let count = 1; count < 20; count += 1) await aClient({ name: `Program ${count}` });
    const answer = await clients.create(manager.userId, tenantId);
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/too-many-programs']);
  });
});

describe('a change of a program', () => {
  it('narrows its scopes at its next request, with tokens that it has', async () => {
    const made = await aClient({ scopes: ['campaigns:read', 'team:read'] });
    const call = clients.withToken(await clients.tokenOf(made));
    const team = () => call('GET', `/v1/tenants/${tenantId}/users`);
    expect((await team()).statusCode).toBe(200);
    expect((await save(made, { scopes: ['campaigns:read'] })).statusCode).toBe(200);
    const answer = await team();
    expect([answer.statusCode, answer.json().type]).toEqual([403, '/problems/insufficient-scope']);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="team:read"');
    expect((await call('GET', '/v1/agreements')).statusCode).toBe(200);
    // A token has the scopes of its day: wider ones need a new token.
    await save(made, { scopes: ['campaigns:read', 'team:read', 'documents'] });
    expect((await team()).statusCode).toBe(200);
    expect((await call('GET', '/v1/attachments?agreementId=1')).statusCode).toBe(403);
    expect(await mailsTo(manager)).toEqual(['integration-created', 'integration-widened']);
  });

  it('is refused to the second of two people, and after its end', async () => {
    const made = await aClient();
    const first = await as(manager)('GET', `/v1/service-identities/${made.id}`);
    const ifMatch = { 'if-match': String(first.headers.etag) };
    expect((await save(made, { name: 'A' }, ifMatch)).statusCode).toBe(200);
    expect((await save(made, { name: 'B' }, ifMatch)).statusCode).toBe(412);
    expect((await one(made)).name).toBe('A');
    await as(manager)('DELETE', `/v1/service-identities/${made.id}`);
    expect((await save(made, { name: 'C' })).json().type).toBe('/problems/program-ended');
    const more = await as(manager)('POST', `/v1/service-identities/${made.id}/credentials`, {});
    expect(more.json().type).toBe('/problems/program-ended');
  });

  it('of its name is seen where it acted', async () => {
    const made = await aClient({ name: 'Old name' });
    const call = clients.withToken(await clients.tokenOf(made));
    expect((await call('GET', '/v1/session')).json()).toMatchObject({ displayName: 'Old name', emailAddress: '' });
    await save(made, { name: 'New name' });
    expect((await call('GET', '/v1/session')).json()).toMatchObject({ displayName: 'New name', role: 'tenant_user' });
  });
});

describe('a new secret', () => {
  const add = ({ id }: Made, body: object) => as(manager)('POST', `/v1/service-identities/${id}/credentials`, body);

  it('works beside the old one until the chosen day', async () => {
    const made = await aClient();
    const { clientSecret } = (await add(made, { endOthersInDays: 1 })).json();
    expect((await clients.ask({ ...made, clientSecret })).statusCode).toBe(200);
    expect((await clients.ask(made)).statusCode).toBe(200);
    const [newer, older] = (await one(made)).credentials;
    expect([newer.endedDate, older.endedDate > realNow()]).toEqual([null, true]);
    await stage.db
      .updateTable('serviceCredentials')
      .set({ endedDate: addMinutes(realNow(), -1) })
      .where('id', '=', older.id)
      .execute();
    expect((await clients.ask(made)).statusCode).toBe(401);
    expect(await mailsTo(manager)).toContain('integration-credential');
  });

  it('replaces the old one at once if that is asked, and ends its tokens', async () => {
    const made = await aClient();
    const call = clients.withToken(await clients.tokenOf(made));
    const { clientSecret } = (await add(made, { endOthersInDays: 0 })).json();
    expect((await call('GET', '/v1/session')).statusCode).toBe(401);
    expect((await clients.ask(made)).statusCode).toBe(401);
    expect((await clients.ask({ ...made, clientSecret })).statusCode).toBe(200);
  });

  it('can be ended alone', async () => {
    const made = await aClient();
    const { clientSecret } = (await add(made, {})).json();
    const old = clients.withToken(await clients.tokenOf(made));
    const renewed = clients.withToken(await clients.tokenOf({ ...made, clientSecret }));
    const ended = await as(manager)('DELETE', `/v1/service-credentials/${made.credentials[0]!.id}`);
    expect(ended.statusCode).toBe(204);
    expect((await old('GET', '/v1/session')).statusCode).toBe(401);
    expect((await renewed('GET', '/v1/session')).statusCode).toBe(200);
  });
});
