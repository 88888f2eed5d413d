import { scopes } from '@kerb/domain/access/scopes.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { clientsOn, type Made } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

const path = '/.well-known/oauth-authorization-server';
const publicUrl = 'https://kerb.example';
let stage: Stage;
let client: Made;

beforeAll(async () => {
  stage = await startStage({ env: { PUBLIC_URL: publicUrl } });
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  client = await clientsOn(stage).aClient(manager.userId, tenantId);
});

const metadata = async () => {
  const answer = await stage.app.inject(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return answer.json();
};

describe('the metadata of the token endpoint', () => {
  it('has what RFC 8414 demands: the issuer is where it was asked for', async () => {
    const { issuer, response_types_supported, token_endpoint } = await metadata();
    expect(new URL(path, issuer).href).toBe(`${publicUrl}${path}`);
    expect(new URL(token_endpoint).origin).toBe(publicUrl);
    expect(response_types_supported).toEqual([]);
  });

  it('names the ways, grants and scopes that work, and no others', async () => {
    const told = await metadata();
    const { pathname } = new URL(told.token_endpoint);
    const { clientId, clientSecret } = client;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const ask = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      stage.app.inject({
        method: 'POST',
        url: pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      });
    const ways: Record<string, () => ReturnType<typeof ask>> = {
      client_secret_basic: () => ask({ grant_type: told.grant_types_supported[0] }, { authorization: basic }),
      client_secret_post: () =>
        ask({ grant_type: told.grant_types_supported[0], client_id: clientId, client_secret: clientSecret }),
    };
    for (const way of told.token_endpoint_auth_methods_supported) {
      const answer = await ways[way]?.();
      if (answer) expect(answer.statusCode, way).toBe(200);
      else expect(way).toBe('private_key_jwt');
    }
    expect(told.scopes_supported).toEqual([...scopes]);
    const all = await ask({ grant_type: 'client_credentials', scope: scopes.join(' ') }, { authorization: basic });
    expect(all.json().scope.split(' ')).toEqual(told.scopes_supported);
    const code = await ask({ grant_type: 'authorization_code' }, { authorization: basic });
    expect([code.statusCode, code.headers['content-type'], code.json().error]).toEqual([
      400,
      'application/json; charset=utf-8',
      'unsupported_grant_type',
    ]);
  });

  it('is not there for what this server is not', async () => {
    for (const other of ['/.well-known/openid-configuration', '/.well-known/jwks.json', '/oauth', '/docs']) {
      expect((await stage.app.inject(other)).statusCode, other).toBe(404);
    }
  });
});
