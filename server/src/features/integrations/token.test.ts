import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { jwtAssertion } from '@kerb/domain/integrations/integrations.contract.ts';
import { keyWords } from '@kerb/server/features/integrations/public-key.ts';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { flushEvents } from '@kerb/server/platform/security/security-events.ts';
import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { clientsOn, type Made, type Wanted } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let clients: ReturnType<typeof clientsOn>;
let manager: Person;
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  clients = clientsOn(stage);
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
  await stage.db.deleteFrom('serviceIdentities').execute();
});

const aClient = (wanted: Wanted = {}) => clients.aClient(manager.userId, tenantId, wanted);
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

describe('the token endpoint', () => {
  it('issues a token of RFC 9068 with the scopes of the client, and notes the use', async () => {
    const made = await aClient({ scopes: ['team:read', 'campaigns:read'] });
    const answer = await clients.ask(made);
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'campaigns:read team:read' });
    expect(answer.headers['cache-control']).toBe('no-store');
    const claims = decodeJwt(answer.json().access_token);
    expect(claims).toMatchObject({ client_id: made.clientId, scope: 'campaigns:read team:read' });
    expect(claims).toHaveProperty('jti');
    const used = (await stage.as(manager.userId)('GET', `/v1/service-identities/${made.id}`)).json();
    expect([used.lastUsageNetwork, used.lastUsageDate, used.credentials[0].lastUsageDate]).toEqual([
      '127.0.0.1',
      expect.any(String),
      expect.any(String),
    ]);
  });

  it('gives fewer scopes on request, and refuses unknown ones and those that the client does not have', async () => {
    const made = await aClient({ scopes: ['campaigns:read', 'team:read'] });
    const answer = await clients.ask(made, { scope: 'team:read' });
    expect(answer.json().scope).toBe('team:read');
    const call = clients.withToken(answer.json().access_token);
    expect((await call('GET', `/v1/tenants/${tenantId}/users`)).statusCode).toBe(200);
    expect((await call('GET', '/v1/agreements')).statusCode).toBe(403);
    for (const scope of ['documents', 'campaigns:read bogus', '', ' ']) {
      const refused = await clients.ask(made, { scope });
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_scope']);
    }
  });

  it('accepts id and secret in the header too, form-encoded or not, but never in two places', async () => {
    const { clientId, clientSecret } = await aClient();
    const escaped = [...clientId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const header of [basic(clientId, clientSecret), basic(escaped, clientSecret)]) {
      expect((await clients.askWith({}, header)).statusCode).toBe(200);
    }
    const header = basic(clientId, clientSecret);
    expect((await clients.askWith({ client_id: clientId }, header)).statusCode).toBe(200);
    for (const more of [{ client_secret: clientSecret }, { client_id: 'other' }, { client_assertion: 'x' }]) {
      const twice = await clients.askWith(more as unknown as Record<string, string>, header);
      expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request']);
    }
  });

  it('refuses with OAuth’s errors as plain JSON, and a challenge only where Basic was used', async () => {
    const made = await aClient();
    for (const wrong of [
      { ...made, clientSecret: 'x' },
      { ...made, clientId: 'nobody' },
      { clientId: '', clientSecret: '' },
    ]) {
      const answer = await clients.ask(wrong);
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(Object.keys(answer.json())).toEqual(['error', 'error_description']);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
    const answer = await clients.askWith({}, basic(made.clientId, 'x'));
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Basic realm="kerb"']);
  });

  // biome-ignore format: a table
  it.each([
    ['Basic !!!',          'grant_type=client_credentials',                               401, 'invalid_client'],
    ['Basic bm9jb2xvbg==', 'grant_type=client_credentials',                               401, 'invalid_client'],
    ['',                   '',                                                            400, 'invalid_request'],
    ['',                   'client_id=a&client_secret=b',                                 400, 'invalid_request'],
    ['',                   'grant_type=client_credentials&client_id=a&client_id=b',       400, 'invalid_request'],
    ['',                   'grant_type=refresh_token&refresh_token=x',                    400, 'unsupported_grant_type'],
    ['',                   'grant_type=password&username=a&password=b',                   400, 'unsupported_grant_type'],
    ['',                   'grant_type=client_credentials&client_assertion=x',            400, 'invalid_request'],
    ['',                   'grant_type=client_credentials&client_assertion_type=x',       400, 'invalid_request'],
  ])('asked with %j and %j answers %i, %s', async (authorization, payload, status, error) => {
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await stage.app.inject({ method: 'POST', url: '/oauth/token', headers, payload });
    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
  });

  it('asks for a form if it gets something else', async () => {
    for (const type of ['application/json', 'text/plain', 'application/xml', undefined]) {
      const headers = type === undefined ? {} : { 'content-type': type };
      const answer = await stage.app.inject({ method: 'POST', url: '/oauth/token', headers, payload: '{"a":1' });
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
      expect(answer.headers['content-type']).toContain('application/json');
    }
  });

  it('counts failures of a client and not successes, so that a failing neighbour stops nobody', async () => {
    const [made, neighbour] = [await aClient(), await aClient({ name: 'Neighbour' })];
    for (let count = 0; count < limits.tokenFailuresPerClient.most; count += 1) {
      expect((await clients.ask({ ...neighbour, clientSecret: 'x' })).statusCode).toBe(401);
    }
    const late = await clients.ask(neighbour);
    expect([late.statusCode, late.json().error]).toEqual([429, 'slow_down']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    for (let count = 0; count < limits.tokensPerClient.most; count += 1) {
      expect((await clients.ask(made)).statusCode).toBe(200);
    }
    expect((await clients.ask(made)).statusCode).toBe(429);
  });
});

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };
type Signed = { key?: KeyObject | Uint8Array; alg?: string; claims?: Record<string, unknown>; typ?: string };
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const seconds = () => Math.floor(Date.now() / 1_000);

/** A client with a key, and a function that signs a request for it. */
async function keyed(pair: KeyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' }), alg = 'ES256') {
  const made = await aClient({ publicKey: pem(pair.publicKey) });
  const sign = ({ key = pair.privateKey, alg: other = alg, claims = {} }: Signed = {}) =>
    new SignJWT({
      iss: made.clientId,
      sub: made.clientId,
      aud: `${stage.deps.config.publicUrl}/oauth/token`,
      exp: seconds() + 60,
      jti: randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: other })
      .sign(key);
  return { made, sign, publicKey: pair.publicKey, privateKey: pair.privateKey };
}
const askSigned = (assertion: string, more: Record<string, string> = {}) =>
  clients.askWith({ client_assertion_type: jwtAssertion, client_assertion: assertion, ...more });

describe('a client with a key', () => {
  it.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['EdDSA', () => generateKeyPairSync('ed25519')],
    ['Ed25519', () => generateKeyPairSync('ed25519')],
    ['PS256', () => generateKeyPairSync('rsa', { modulusLength: 3_072 })],
  ] as const)('gets a token for a request signed with %s, for either audience', async (alg, make) => {
    const { made, sign } = await keyed(make(), alg);
    expect([made.clientSecret, made.credentials[0]?.algorithm]).toEqual([null, alg === 'Ed25519' ? 'EdDSA' : alg]);
    expect((await askSigned(await sign())).json()).toMatchObject({ token_type: 'Bearer' });
    const aud = stage.deps.config.publicUrl;
    expect((await askSigned(await sign({ claims: { aud } }), { client_id: made.clientId })).statusCode).toBe(200);
  });

  it('may paste its key as JWK, which is stored without anything else', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'mine', use: 'sig' };
    const made = await aClient({ publicKey: JSON.stringify(jwk) });
    const { publicJwk } = await stage.db
      .selectFrom('serviceCredentials')
      .select('publicJwk')
      .where('id', '=', made.credentials[0]!.id)
      .executeTakeFirstOrThrow();
    expect(Object.keys(publicJwk!).sort()).toEqual(['crv', 'kty', 'x']);
  });

  it('uses a signed request once, in parallel too, and a second use is recorded', async () => {
    const { sign } = await keyed();
    const assertion = await sign();
    const answers = await Promise.all([1, 2, 3, 4].map(() => askSigned(assertion)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
    await flushEvents(stage.deps);
    const events = await stage.db
      .selectFrom('securityEvents')
      .select('means')
      .where('kind', '=', 'assertion-replayed')
      .execute();
    expect(events[0]).toEqual({ means: 'signed JWT' });
  });

  it.each<[string, (client: Awaited<ReturnType<typeof keyed>>) => Promise<string> | string]>([
    [
      'without a signature',
      ({ made }) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const claims = {
          iss: made.clientId,
          sub: made.clientId,
          aud: stage.deps.config.publicUrl,
          exp: seconds() + 60,
          jti: 'a',
        };
        return `${part({ alg: 'none' })}.${part(claims)}.`;
      },
    ],
    [
      'with HS256 and the public key',
      ({ sign, publicKey }) => sign({ alg: 'HS256', key: Buffer.from(pem(publicKey)) }),
    ],
    ['by another key', ({ sign }) => sign({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })],
    ['for another audience', ({ sign }) => sign({ claims: { aud: 'https://elsewhere.example.com' } })],
    ['by another issuer', ({ sign }) => sign({ claims: { iss: 'elsewhere' } })],
    ['for another client', async ({ sign }) => sign({ claims: { sub: (await aClient({ name: 'Other' })).clientId } })],
    ['that lives for ten minutes', ({ sign }) => sign({ claims: { exp: seconds() + 600 } })],
    ['that has expired', ({ sign }) => sign({ claims: { exp: seconds() - 60 } })],
    ['that begins later', ({ sign }) => sign({ claims: { nbf: seconds() + 120 } })],
    ['without an expiry', ({ sign }) => sign({ claims: { exp: undefined } })],
    ['without an id', ({ sign }) => sign({ claims: { jti: undefined } })],
    ['with an empty id', ({ sign }) => sign({ claims: { jti: '' } })],
    ['with an endless id', ({ sign }) => sign({ claims: { jti: 'x'.repeat(201) } })],
    ['that is no JWT', () => 'x.y.z'],
  ])('is refused a request %s', async (_, forge) => {
    const client = await keyed();
    const answer = await askSigned(await forge(client));
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
    expect((await askSigned(await client.sign())).statusCode).toBe(200);
  });

  it('is refused with an ended key, as another client, and with a secret beside the key', async () => {
    const { made, sign } = await keyed();
    expect((await askSigned(await sign(), { client_id: 'other' })).statusCode).toBe(401);
    expect((await askSigned(await sign(), { client_secret: 'x' })).json().error).toBe('invalid_request');
    expect((await clients.ask({ ...made, clientSecret: '' })).statusCode).toBe(401);
    const token = (await askSigned(await sign())).json().access_token;
    await stage.as(manager.userId)('DELETE', `/v1/service-credentials/${made.credentials[0]!.id}`);
    expect((await askSigned(await sign())).statusCode).toBe(401);
    expect((await clients.withToken(token)('GET', '/v1/session')).statusCode).toBe(401);
  });

  it.each<[string, () => string, string]>([
    [
      'a private key',
      () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      keyWords.private,
    ],
    [
      'a private JWK',
      () => JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
      keyWords.private,
    ],
    [
      'a short RSA key',
      () => pem(generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey),
      keyWords.unsupported,
    ],
    [
      'another curve',
      () => pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey),
      keyWords.unsupported,
    ],
    ['a key for agreements', () => pem(generateKeyPairSync('x25519').publicKey), keyWords.unsupported],
    ['a secret as JWK', () => JSON.stringify({ kty: 'oct', k: 'AAAA' }), keyWords.unreadable],
    ['an address', () => 'https://example.com/jwks.json', keyWords.unreadable],
    ['broken JSON', () => '{"kty":', keyWords.unreadable],
    ['words', () => 'my key', keyWords.unreadable],
  ])('cannot have %s as its key', async (_, key, words) => {
    const answer = await clients.create(manager.userId, tenantId, { publicKey: key() });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation).toEqual({ publicKey: [{ type: 'notValid', message: words }] });
  });

  it('cannot have the same key twice', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const made: Made = await aClient({ publicKey: pem(publicKey) });
    const body = { publicKey: pem(publicKey) };
    const answer = await stage.as(manager.userId)('POST', `/v1/service-identities/${made.id}/credentials`, body);
    expect(Object.keys(answer.json().validation)).toEqual(['publicKey']);
  });
});
