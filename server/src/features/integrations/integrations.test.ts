import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let [admin, manager]: Person[] = [];
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});
beforeEach(async () => {
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const address = () => `/v1/tenants/${tenantId}/integration-credentials`;
const create = (more: object = {}, userId = manager!.userId) =>
  stage.as(admin!.userId)('POST', address(), { user: { href: `/v1/users/${userId}` }, ...more });
const list = async () => (await stage.as(admin!.userId)('GET', address())).json().items;

type Credential = { id: number; clientId: string; clientSecret: string };
const ask = ({ clientId, clientSecret }: Omit<Credential, 'id'>, grantType = 'client_credentials') =>
  stage.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: grantType,
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  });
const withToken = (token: string, url: string) =>
  stage.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });

describe('an integration credential', () => {
  it('is given its secret once, and never again', async () => {
    const made: Credential = (await create()).json();
    expect(made.clientSecret.length).toBeGreaterThan(40);
    expect(await list()).toMatchObject([
      { clientId: made.clientId, displayName: manager!.displayName, lastUsageDate: null },
    ]);
    expect(JSON.stringify(await list())).not.toContain(made.clientSecret);
    const { rows } = { rows: await stage.db.selectFrom('logEntries').select('logData').execute() };
    expect(JSON.stringify(rows)).not.toContain(made.clientSecret);
  });

  it('is found by its organisation, by those who may', async () => {
    const { clientId }: Credential = (await create()).json();
    const find = async ({ userId }: Person) =>
      (await stage.as(userId)('GET', `/v1/credentials?tenantId=${tenantId}&type=clientid`)).json().items;
    expect(await find(admin!)).toMatchObject([
      { logonIdentifier: clientId, type: 'clientid', user: { href: `/v1/users/${manager!.userId}` } },
    ]);
    const stranger = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    expect(await find(stranger)).toEqual([]);
  });

  it('is for a member of the organisation', async () => {
    for (const userId of [admin!.userId, (await build.aPerson('tenant_user')).userId]) {
      expect((await create({}, userId)).json().validation).toHaveProperty('user');
    }
    expect((await create({ expiryDate: '2020-01-01' })).json().validation).toHaveProperty('expiryDate');
  });

  it('gets a token that may do what its user may, and no more', async () => {
    const made: Credential = (await create()).json();
    const answer = await ask(made);
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    const { access_token: token } = answer.json();
    expect((await withToken(token, `/v1/tenants/${tenantId}`)).statusCode).toBe(200);
    expect((await withToken(token, `/v1/tenants/${await build.aTenant()}`)).statusCode).toBe(404);
    expect((await withToken(token, '/v1/users')).statusCode).toBe(403);
    expect((await list())[0].lastUsageDate).not.toBeNull();
  });

  it('takes its name and secret from the header too', async () => {
    const { clientId, clientSecret }: Credential = (await create()).json();
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await stage.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials',
    });
    expect(answer.statusCode).toBe(200);
  });

  it('is refused in the words of OAuth, which are a problem like any other', async () => {
    const made: Credential = (await create()).json();
    for (const wrong of [
      { ...made, clientSecret: 'x' },
      { ...made, clientId: 'nobody' },
      { clientId: '', clientSecret: '' },
    ]) {
      const answer = await ask(wrong);
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
    expect((await ask(made, 'password')).json()).toMatchObject({ status: 400, error: 'unsupported_grant_type' });
  });

  it('that is revoked ends what it has given at once', async () => {
    const made: Credential = (await create()).json();
    const { access_token: token } = (await ask(made)).json();
    expect((await stage.as(admin!.userId)('DELETE', `/v1/integration-credentials/${made.id}`)).statusCode).toBe(204);
    expect((await withToken(token, '/v1/session')).statusCode).toBe(401);
    expect((await ask(made)).statusCode).toBe(401);
    expect((await list())[0].disabledSinceDate).not.toBeNull();
  });

  it('ends with its expiry, its user’s account, and their place in the team', async () => {
    const expired: Credential = (await create()).json();
    await stage.db
      .updateTable('credentials')
      .set({ expiryDate: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', expired.id)
      .execute();
    expect((await ask(expired)).statusCode).toBe(401);

    const made: Credential = (await create()).json();
    const { access_token: token } = (await ask(made)).json();
    await stage.db.deleteFrom('tenantUsers').where('userId', '=', manager!.userId).execute();
    expect((await ask(made)).statusCode).toBe(401);
    expect((await withToken(token, `/v1/tenants/${tenantId}`)).statusCode).toBe(404);
  });
});
