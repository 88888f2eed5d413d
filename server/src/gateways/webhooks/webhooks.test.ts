import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { httpWebhooks, type Resolve } from '@kerb/server/gateways/webhooks/http-webhooks.ts';
import { isPublicAddress } from '@kerb/server/gateways/webhooks/public-addresses.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { documentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const received: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({ url: request.url, headers: request.headers, body });
  if (request.url === '/silent') return;
  if (request.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end();
  if (request.url === '/cut') return request.socket.destroy();
  if (request.url === '/long') return response.writeHead(500).end(`\0${'x'.repeat(1_000_000)}`);
  return response.writeHead(200).end('thanks');
});
const portOf = () => (server.address() as AddressInfo).port;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  received.length = 0;
});

const names: Record<string, string[]> = {
  'hooks.example.com': ['93.184.215.14'],
  'rebound.example.com': ['127.0.0.1'],
  'mixed.example.com': ['93.184.215.14', '10.0.0.5'],
  'six.example.com': ['fd00::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
};
const resolveAll: Resolve = async (host) => {
  const addresses = names[host];
  if (!addresses) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const outside = httpWebhooks({ reachesPrivate: false, resolveAll, timeoutMs: 500 });
const sandbox = httpWebhooks({ reachesPrivate: true, timeoutMs: 500 });
const post = (gateway: typeof outside, url: string) =>
  gateway.post({ url, headers: { 'webhook-id': 'e1' }, body: '{"a":1}' }).catch((error: unknown) => error);
const local = (path: string) => `http://127.0.0.1:${portOf()}${path}`;

describe('the public internet', () => {
  it.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450::1'])('includes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  // biome-ignore format: a table
  it.each([
    '127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1',
    '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:7f00:1',
    '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'localhost', '',
  ])('does not include %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('outside a sandbox', () => {
  const notPublic = 'This address is not on the public internet.';
  // biome-ignore format: a table
  it.each([
    ['https://hooks.example.com/',         null],
    ['https://rebound.example.com/',       notPublic],
    ['https://mixed.example.com/',         notPublic],
    ['https://six.example.com/',           notPublic],
    ['https://mapped.example.com/',        notPublic],
    ['https://169.254.169.254/latest',     notPublic],
    ['https://[::1]/',                     notPublic],
    ['https://0x7f.1/',                    notPublic],
    ['https://2130706433/',                notPublic],
    ['https://nowhere.example.com/',       'Its name cannot be found.'],
  ])('%s is registered or refused: %s', async (url, refusal) => {
    expect(await outside.refusalOf(url)).toBe(refusal);
  });

  it('a name that now resolves to this machine is not called', async () => {
    const failure = await post(outside, `http://rebound.example.com:${portOf()}/`);
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect((failure as DeliveryFailure).reason).toBe(notPublic);
    expect((await post(outside, local('/'))) as DeliveryFailure).toMatchObject({ reason: notPublic });
    expect(received).toEqual([]);
  });

  it('the checked address is the one that is called', async () => {
    const asked: string[] = [];
    const flipping: Resolve = async (host) => {
      asked.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const gateway = httpWebhooks({ reachesPrivate: true, resolveAll: flipping });
    expect(await post(gateway, `http://hooks.example.com:${portOf()}/`)).toEqual({ status: 200, body: 'thanks' });
    expect(asked).toEqual(['hooks.example.com']);
    expect(received[0]?.headers.host).toBe(`hooks.example.com:${portOf()}`);
  });
});

describe('a call', () => {
  it('sends its headers and exact bytes, and returns the response', async () => {
    expect(await post(sandbox, local('/hook'))).toEqual({ status: 200, body: 'thanks' });
    expect(received).toMatchObject([{ url: '/hook', body: '{"a":1}', headers: { 'webhook-id': 'e1' } }]);
  });

  it('follows no redirect', async () => {
    expect(await post(sandbox, local('/moved'))).toMatchObject({ status: 302 });
    expect(received.map(({ url }) => url)).toEqual(['/moved']);
  });

  it('keeps only the beginning of a long response', async () => {
    const { status, body } = (await post(sandbox, local('/long'))) as { status: number; body: string };
    expect(status).toBe(500);
    expect(body).toBe(`\ufffd${'x'.repeat(1_999)}`);
  });

  // biome-ignore format: a table
  it.each([
    ['/silent', 'It did not answer in time.'],
    ['/cut',    'The connection broke off.'],
  ])('to %s fails with a message', async (path, reason) => {
    expect(await post(sandbox, local(path))).toMatchObject({ reason });
  });

  it('to a server whose certificate nobody vouches for is not sent', async () => {
    const { der, key } = documentCertificate(readConfig({ LOG_LEVEL: 'silent' }), secretsFrom(Buffer.alloc(32, 7)));
    const cert = new X509Certificate(der).toString();
    const encrypted = createTlsServer(
      { key: key.export({ format: 'pem', type: 'pkcs8' }), cert },
      (_request, response) => {
        received.push({ url: 'reached', headers: {}, body: '' });
        response.end();
      },
    );
    encrypted.listen(0, '127.0.0.1');
    await once(encrypted, 'listening');
    const { port } = encrypted.address() as AddressInfo;
    expect(await post(sandbox, `https://127.0.0.1:${port}/`)).toMatchObject({
      reason: 'Its certificate is not valid.',
    });
    expect(received).toEqual([]);
    encrypted.close();
  });

  it('to a closed port fails with a message', async () => {
    expect(await post(sandbox, 'http://127.0.0.1:9/')).toMatchObject({ reason: 'It refused the connection.' });
    expect(await post(sandbox, local('/').replace('http:', 'https:'))).toMatchObject({ reason: expect.any(String) });
  });
});
