import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { clientsOn } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let manager: Person;
let tenantId: number;
let campaign: string;
let program: ReturnType<ReturnType<typeof clientsOn>['withToken']>;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  campaign = `/v1/agreements/${(await build.aCampaign(manager, tenantId)).id}`;
  const clients = clientsOn(stage);
  program = clients.withToken(await clients.tokenOf(await clients.aClient(manager.userId, tenantId)));
});

describe('a read of a program', () => {
  it.each([
    ['a record', () => campaign],
    ['a list', () => '/v1/agreements'],
    ['a list without versions', () => `${campaign.replace('/v1/agreements', '/v2/campaigns')}/vendors`],
  ])('of %s has an ETag, with which an unchanged answer is 304', async (_what, url) => {
    const first = await program('GET', url());
    const etag = String(first.headers.etag);
    expect([first.statusCode, etag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await program('GET', url(), undefined, { 'if-none-match': known });
      expect([known, again.statusCode, again.body, again.headers.etag]).toEqual([known, 304, '', etag]);
    }
    expect((await program('GET', url(), undefined, { 'if-none-match': '"other"' })).body).toBe(first.body);
  });

  it('has another ETag after a change, and a change with the earlier one is refused', async () => {
    const first = String((await program('GET', campaign)).headers.etag);
    const saved = await program('PUT', campaign, { actionSuggested: true }, { 'if-match': first });
    expect(saved.statusCode).toBe(200);
    const again = await program('GET', campaign, undefined, { 'if-none-match': first });
    expect([again.statusCode, again.json().actionSuggested]).toEqual([200, true]);
    expect((await program('PUT', campaign, { actionSuggested: false }, { 'if-match': first })).statusCode).toBe(412);
    // A proxy that compresses has made it weak.
    const weak = { 'if-match': `W/${again.headers.etag}` };
    expect((await program('PUT', campaign, { actionSuggested: false }, weak)).statusCode).toBe(200);
  });
});

describe('an address of the API', () => {
  it.each<['PATCH' | 'DELETE' | 'OPTIONS' | 'GET', () => string, string]>([
    ['PATCH', () => campaign, 'GET, HEAD, PUT'],
    ['DELETE', () => campaign, 'GET, HEAD, PUT'],
    ['OPTIONS', () => '/v1/agreements', 'GET, HEAD, POST'],
    ['GET', () => '/oauth/token', 'POST'],
  ])('that does not take %s says what it takes', async (method, url, allow) => {
    const answer = await stage.app.inject({ method, url: url() });
    expect([answer.statusCode, answer.headers.allow, answer.json().type]).toEqual([
      405,
      allow,
      '/problems/method-not-allowed',
    ]);
  });

  it('that does not exist is not found', async () => {
    expect((await stage.app.inject({ method: 'PATCH', url: '/v1/nothing' })).statusCode).toBe(404);
  });
});

describe('a parameter that the endpoint does not have', () => {
  it.each([
    ['a misspelt filter', () => `/v1/agreements?tenantid=${tenantId}`, 'tenantid'],
    ['a field that is selected', () => `${campaign}?fields=id`, 'fields'],
    ['a name of every object', () => '/v1/agreements?__proto__=1', '__proto__'],
    ['a name beside right ones', () => '/v1/agreements?page=1&updated=1', 'updated'],
  ])('is refused by its name: %s', async (_what, url, name) => {
    const answer = await program('GET', url());
    expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, [name]]);
    expect(answer.json().validation[name]).toEqual([{ type: 'unrecognized', message: 'This parameter is not known.' }]);
  });

  it('may be the version of a file, for caches', async () => {
    const missing = await stage.as(manager.userId)('GET', `/v1/users/${manager.userId}/picture?v=1`);
    expect(missing.statusCode).toBe(404);
    expect((await stage.as(manager.userId)('GET', `/v1/users/${manager.userId}/picture?w=1`)).statusCode).toBe(400);
  });
});

describe('a refusal', () => {
  it('has its sentence where programs expect it', async () => {
    const body = (await program('GET', '/v1/agreements/999999')).json();
    expect([body.detail, body.displayText]).toEqual([body.displayText, 'No campaign found with this ID.']);
  });

  it('of a token says so, and of none names no error', async () => {
    const withToken = await stage.app.inject({ url: campaign, headers: { authorization: 'Bearer a.b.c' } });
    const without = await stage.app.inject({ url: campaign });
    expect([withToken.statusCode, without.statusCode]).toEqual([401, 401]);
    expect(withToken.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
    expect(without.headers['www-authenticate']).toBe('Bearer');
  });

  it('is the answer to null as a body', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await stage.as(manager.userId)('PUT', '/v1/account', 'null', headers);
    expect(answer.statusCode).toBe(400);
  });
});

describe('the OpenAPI document over HTTP', () => {
  it('is compressed if the caller takes it, and 304 if they have it', async () => {
    const url = '/v1/openapi.json';
    const plain = await stage.app.inject({ url });
    const gzipped = await stage.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
    expect(gzipped.rawPayload.length).toBeLessThan(plain.body.length / 5);
    const refused = await stage.app.inject({ url, headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const again = await stage.app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
