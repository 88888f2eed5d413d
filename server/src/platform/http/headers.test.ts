import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let adminId: number;
beforeAll(async () => {
  stage = await startStage({ env: { PUBLIC_URL: 'https://kerb.example' } });
  adminId = (await buildersFor(stage).aPerson('admin')).userId;
});

type Headers = Record<string, string | string[] | number | undefined>;

/** Every header of every response, and what it must say at least. */
// biome-ignore format: a table
const needed: Record<string, RegExp> = {
  'content-security-policy':      /default-src '(none|self)'(?=.*base-uri 'none').*frame-ancestors 'none'/,
  'reporting-endpoints':          /^csp="https:\/\/kerb\.example\/v1\/csp-reports"$/,
  'permissions-policy':           /camera=\(\).*geolocation=\(self\)/,
  'strict-transport-security':    /^max-age=31536000; includeSubDomains$/,
  'cross-origin-opener-policy':   /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'referrer-policy':              /^no-referrer$/,
  'x-content-type-options':       /^nosniff$/,
  'x-frame-options':              /^DENY$/,
  'x-request-id':                 /^[\w-]{8,}$/,
  'cache-control':                /no-store|no-cache|max-age/,
};

/** JSON is UTF-8 by definition; every other text says how it is encoded. */
const readableType = /^(application\/(problem\+)?json(; charset=utf-8)?|text\/\w+; charset=utf-8)$/;

function expectAll(headers: Headers): void {
  for (const [name, words] of Object.entries(needed)) expect(String(headers[name]), name).toMatch(words);
  expect(headers['content-type']).toMatch(readableType);
  expect(headers, 'no other site may read a response').not.toHaveProperty('access-control-allow-origin');
}

/** What a connection answers to these bytes. */
async function answerTo(port: number, bytes: string): Promise<{ status: number; headers: Headers; text: string }[]> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return text.split(/(?=HTTP\/1\.1 )/).map((each) => {
    const [head = '', body = ''] = each.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const pairs = lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]);
    return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(pairs), text: body };
  });
}

describe('every response has every security header', () => {
  // biome-ignore format: a table
  it.each<[string, string, number]>([
    ['JSON',                     '/v1/session',                      200],
    ['a page',                   '/login',                           200],
    ['a style sheet',            '/login.css',                       200],
    ['a text',                   '/robots.txt',                      200],
    ['an unknown call',          '/v1/nothing',                      404],
    ['an unknown file',          '/.git/config',                     404],
    ['a malformed address',      '/%zz',                             400],
    ['NUL in an address',        '/v1/session?a=%00',                400],
    ['a parameter too long',     `/v1/agreements/${'9'.repeat(300)}`, 400],
    ['an id that is no number',  '/v1/agreements/x',                 404],
  ])('%s', async (_what, address, status) => {
    const answer = await stage.as(adminId)('GET', address, undefined, { origin: 'https://elsewhere.example' });
    expect(answer.statusCode).toBe(status);
    expectAll(answer.headers);
  });

  it('also if a request is refused before it is routed, and then nothing of it is repeated', async () => {
    const answer = await stage.as(adminId)('GET', '/%zz<script>');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body).not.toContain('zz');
  });
});

describe('a response', () => {
  it('to a preflight of another site allows nothing', async () => {
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization, content-type',
    };
    for (const url of ['/v1/session', '/v1/account', '/oauth/token', '/login']) {
      const answer = await stage.app.inject({ method: 'OPTIONS', url, headers });
      expect(answer.statusCode).toBe(url === '/login' ? 404 : 405);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('a connection', () => {
  it('that sends no HTTP gets a problem response with every header', async () => {
    await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = stage.app.server.address() as AddressInfo;
    // biome-ignore format: a table
    const broken: [string, number][] = [
      ['nonsense\r\n\r\n',                                                    400],
      ['GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n',                         400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
      // Two lengths of one request: a proxy and the server could disagree where the next request begins.
      ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
      ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello', 400],
    ];
    for (const [bytes, status] of broken) {
      const [answer] = await answerTo(port, bytes);
      expect(answer?.status).toBe(status);
      expectAll(answer?.headers ?? {});
      expect(answer?.headers['content-type']).toBe('application/problem+json');
      expect(JSON.parse(answer?.text ?? '')).toMatchObject({ status });
    }
  });

  it('that asks with TRACE or another unknown method gets no copy of its request', async () => {
    const { app } = await startStage();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    for (const method of ['TRACE', 'PROPFIND', 'CONNECT']) {
      const secret = 'X-Secret: copied';
      const [answer] = await answerTo(
        port,
        `${method} /health HTTP/1.1\r\nHost: x\r\n${secret}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer?.status ?? 0, method).not.toBe(200);
      expect(JSON.stringify(answer), method).not.toContain('copied');
    }
    await app.close();
  });

  it('on which a request arrives while the server stops answers 503 with every header', async () => {
    const { app } = await startStage({ env: { PUBLIC_URL: 'https://kerb.example' } });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const request = (more: string) => `GET /health HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    app.server.prependOnceListener('request', () => void app.close());
    const answers = await answerTo(port, request('') + request('Connection: close\r\n'));
    const last = answers.at(-1);
    expect(last?.status).toBe(503);
    expect(last?.headers['retry-after']).toBe('2');
    expectAll(last?.headers ?? {});
  });
});

describe('a response that asks for a sign-in', () => {
  it('says how: RFC 6750', async () => {
    const answer = await stage.app.inject('/v1/session');
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });
});
