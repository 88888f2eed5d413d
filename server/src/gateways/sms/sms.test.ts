import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpSms } from '@kerb/server/gateways/sms/http-sms.ts';
import { sandboxSms } from '@kerb/server/gateways/sms/sandbox-sms.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { Sms } from '@kerb/server/platform/ports/sms-gateway.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A provider that refuses numbers ending 000001, and never answers those ending 000002. */
const received: { headers: IncomingHttpHeaders; body: unknown }[] = [];
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  if (request.url === '/moved') return response.writeHead(307, { location: '/sms' }).end();
  if (body.to.endsWith('000002')) return;
  received.push({ headers: request.headers, body });
  return response.writeHead(body.to.endsWith('000001') ? 422 : 202).end(`no such number ${body.to}`);
});

const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const http = (path = '/sms', timeoutMs = 10_000) => httpSms({ url: urlOf(path), token: 'sesame' }, timeoutMs);
const sms = (to: string): Sms => ({ id: 'kerb-7-1700000000000', to, text: 'Hello Ann' });

describe.each([
  { name: 'HTTP', gateway: (timeoutMs?: number) => http('/sms', timeoutMs) },
  { name: 'sandbox', gateway: () => sandboxSms },
])('the SMS gateway ($name)', ({ gateway }) => {
  const failureOf = (to: string, timeoutMs?: number) =>
    gateway(timeoutMs)
      .send(sms(to))
      .catch((error) => error);

  it('accepts a text message', async () => {
    await expect(gateway().send(sms('+61412345678'))).resolves.toBeUndefined();
  });

  it('reports a refused one without naming its reader', async () => {
    const failure = await failureOf('+61400000001');
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(failure.reason).toBe('The SMS gateway refused it (422).');
  });

  it('gives up on a provider that does not answer', async () => {
    const failure = await failureOf('+61400000002', 300);
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(failure.reason).toBe('The SMS gateway did not answer in time.');
  });
});

describe('SMS by HTTP', () => {
  it('sends number, text and token, and the same key at every attempt', async () => {
    received.length = 0;
    await http().send(sms('+61412345678'));
    await http().send(sms('+61412345678'));
    expect(received.map(({ body }) => body)).toEqual(Array(2).fill({ to: '+61412345678', text: 'Hello Ann' }));
    expect(received.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer sesame'));
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(2).fill('kerb-7-1700000000000'));
  });

  it("sends the organisation's name as the sender, if it has one", async () => {
    received.length = 0;
    await http().send({ ...sms('+61412345678'), from: 'Bay Homes' });
    expect(received[0]?.body).toEqual({ to: '+61412345678', text: 'Hello Ann', from: 'Bay Homes' });
  });

  it('does not follow a redirect with its token', async () => {
    received.length = 0;
    const failure = await http('/moved')
      .send(sms('+61412345678'))
      .catch((error) => error);
    expect(failure.reason).toBe('The SMS gateway could not be reached.');
    expect(received).toEqual([]);
  });
});
