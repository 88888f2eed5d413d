import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
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
  it('shows its secret once, and never again', async () => {
    const made: Credential = (await create()).json();
    expect(made.clientSecret.length).toBeGreaterThan(40);
    expect(await list()).toMatchObject([
      { clientId: made.clientId, displayName: manager!.displayName, lastUsageDate: null },
    ]);
    expect(JSON.stringify(await list())).not.toContain(made.clientSecret);
    const { rows } = { rows: await stage.db.selectFrom('logEntries').select('logData').execute() };
    expect(JSON.stringify(rows)).not.toContain(made.clientSecret);
  });

  it('is listed for its organisation, to admins only', async () => {
    const { clientId }: Credential = (await create()).json();
    const find = async ({ userId }: Person) =>
      (await stage.as(userId)('GET', `/v1/credentials?tenantId=${tenantId}&type=clientid`)).json().items;
    expect(await find(admin!)).toMatchObject([
      { logonIdentifier: clientId, type: 'clientid', user: { href: `/v1/users/${manager!.userId}` } },
    ]);
    const other = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    expect(await find(other)).toEqual([]);
    expect(await find(manager!)).toEqual([]);
    const { href } = (await find(admin!))[0];
    expect((await stage.as(manager!.userId)('GET', href)).statusCode).toBe(404);
  });

  it('must belong to a member of the organisation', async () => {
    for (const userId of [admin!.userId, (await build.aPerson('tenant_user')).userId]) {
      expect((await create({}, userId)).json().validation).toHaveProperty('user');
    }
    expect((await create({ expiryDate: '2020-01-01' })).json().validation).toHaveProperty('expiryDate');
  });

  it('gets a token with exactly its user’s rights', async () => {
    const made: Credential = (await create()).json();
    const answer = await ask(made);
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    const { access_token: token } = answer.json();
    expect((await withToken(token, `/v1/tenants/${tenantId}`)).statusCode).toBe(200);
    expect((await withToken(token, `/v1/tenants/${await build.aTenant()}`)).statusCode).toBe(404);
    expect((await withToken(token, '/v1/users')).statusCode).toBe(403);
    expect((await list())[0].lastUsageDate).not.toBeNull();
  });

  const byHeader = (authorization: string, payload = 'grant_type=client_credentials') =>
    stage.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

  it('accepts id and secret in the header too, form-encoded or not, but never in two places', async () => {
    const { clientId, clientSecret }: Credential = (await create()).json();
    const escaped = [...clientId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const header of [basic(clientId, clientSecret), basic(escaped, clientSecret)]) {
      const answer = await byHeader(header);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    }
    const form = `grant_type=client_credentials&client_id=${clientId}`;
    expect((await byHeader(basic(clientId, clientSecret), form)).statusCode).toBe(200);
    const twice = await byHeader(basic(clientId, clientSecret), `${form}&client_secret=${clientSecret}`);
    expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request']);
  });

  it('is refused with OAuth’s error codes, as a problem response', async () => {
    const made: Credential = (await create()).json();
    for (const wrong of [
      { ...made, clientSecret: 'x' },
      { ...made, clientId: 'nobody' },
      { clientId: '', clientSecret: '' },
    ]) {
      const answer = await ask(wrong);
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'www-authenticate': 'Basic realm="kerb"' });
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.json().error_description).toBe(answer.json().displayText);
    }
    expect((await ask(made, 'password')).json()).toMatchObject({ status: 400, error: 'unsupported_grant_type' });
  });

  // biome-ignore format: a table
  it.each([
    ['Basic !!!',          'grant_type=client_credentials',                               401, 'invalid_client'],
    ['Basic bm9jb2xvbg==', 'grant_type=client_credentials',                               401, 'invalid_client'],
    ['',                   '',                                                            400, 'invalid_request'],
    ['',                   'client_id=a&client_secret=b',                                 400, 'invalid_request'],
    ['',                   'grant_type=client_credentials&client_id=a&client_id=b',       400, 'invalid_request'],
    ['',                   'grant_type=refresh_token&refresh_token=x',                    400, 'unsupported_grant_type'],
  ])('requested with %j and %j responds %i, %s', async (header, form, status, error) => {
    const answer = await byHeader(header, form);
    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
  });

  it('that is revoked ends its tokens at once', async () => {
    const made: Credential = (await create()).json();
    const { access_token: token } = (await ask(made)).json();
    expect((await stage.as(admin!.userId)('DELETE', `/v1/integration-credentials/${made.id}`)).statusCode).toBe(204);
    expect((await withToken(token, '/v1/session')).statusCode).toBe(401);
    expect((await ask(made)).statusCode).toBe(401);
    expect((await list())[0].disabledSinceDate).not.toBeNull();
  });

  it('issues no token that outlives it', async () => {
    const made: Credential = (await create()).json();
    const soon = addMinutes(realNow(), 2);
    await stage.db.updateTable('credentials').set({ expiryDate: soon }).where('id', '=', made.id).execute();
    const { expires_in: seconds } = (await ask(made)).json();
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThanOrEqual(120);
  });

  it('stops at its expiry, when its user is disabled, and when they leave the team', async () => {
    const expired: Credential = (await create()).json();
    await stage.db
      .updateTable('credentials')
      .set({ expiryDate: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', expired.id)
      .execute();
    expect((await ask(expired)).statusCode).toBe(401);

    const made: Credential = (await create()).json();
    const { access_token: token } = (await ask(made)).json();
    const disable = (disabledDate: string | null) =>
      stage.db.updateTable('users').set({ disabledDate }).where('id', '=', manager!.userId).execute();
    await disable(realNow());
    expect([(await ask(made)).statusCode, (await withToken(token, '/v1/session')).statusCode]).toEqual([401, 401]);
    await disable(null);
    expect((await withToken(token, '/v1/session')).statusCode).toBe(200);
    await stage.db.deleteFrom('tenantUsers').where('userId', '=', manager!.userId).execute();
    expect((await ask(made)).statusCode).toBe(401);
    expect((await withToken(token, `/v1/tenants/${tenantId}`)).statusCode).toBe(404);
  });
});
