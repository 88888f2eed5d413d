import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpIdentity } from '@kerb/server/gateways/identity/http-identity.ts';
import { sandboxIdentity } from '@kerb/server/gateways/identity/sandbox-identity.ts';
import { type IdentifiedPerson, IdentityUnavailable } from '@kerb/server/platform/ports/identity-gateway.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A provider with FrankieOne's format. As in the sandbox, a person's name decides the answer. */
const received: { url: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  received.push({ url: request.url!, headers: request.headers, body });
  const answer = (status: number, value: object) => response.writeHead(status).end(JSON.stringify(value));
  const { url = '' } = request;
  if (url.includes('silent')) return;
  if (url === '/v1.2/entity') {
    const { familyName } = body.entity.name;
    if (familyName === 'Unreachable') return answer(503, {});
    if (familyName === 'Nonsense') return response.end('<html>');
    return answer(200, { entity: { entityId: `e-${familyName.toLowerCase()}` } });
  }
  const recommended = url.includes('nomatch') ? 'FAIL' : 'PASS_MANUAL';
  return answer(200, { entityProfileResult: { actionRecommended: recommended } });
});

const http = () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return httpIdentity({ url, apiKey: 'sesame', customerId: 'c-1', portalUrl: 'https://portal.example.com' }, 300);
};
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const person = (surname: string): IdentifiedPerson => ({
  reference: 'au-7',
  firstName: 'Ann',
  middleNames: null,
  surname,
  dateOfBirth: '1980-01-31',
  address: { street: '1 Elm St', city: 'Yass', state: 'NSW', postalCode: '2582' },
  country: { threeLetterCode: 'AUS' },
  emailAddress: 'ann@example.com',
  mobilePhone: '+61412345678',
});

describe.each([
  { name: 'HTTP', gateway: http },
  { name: 'sandbox', gateway: () => sandboxIdentity('http://localhost:3000', async () => null) },
])('the identity provider ($name)', ({ gateway }) => {
  it('creates one profile for a person, with a page to view it', async () => {
    const first = await gateway().createProfile(person('Sampleton'));
    expect(first.link).toContain(first.entityId);
    expect(await gateway().createProfile(person('Sampleton'))).toEqual(first);
  });

  it('confirms or rejects an identity', async () => {
    const { entityId } = await gateway().createProfile(person('Sampleton'));
    expect(await gateway().runCheck(entityId)).toBe('pass');
    await gateway().sendSms(entityId, '+61412345678');
    const stranger = await gateway().createProfile(person('Nomatch'));
    expect(await gateway().runCheck(stranger.entityId)).toBe('fail');
  });

  it('may be unreachable or never answer', async () => {
    await expect(gateway().createProfile(person('Unreachable'))).rejects.toThrow(IdentityUnavailable);
    const { entityId } = await gateway().createProfile(person('Silent'));
    await expect(gateway().runCheck(entityId)).rejects.toThrow(IdentityUnavailable);
    await expect(gateway().sendSms(entityId, '+61412345678')).rejects.toThrow(IdentityUnavailable);
  });
});

describe('identity by HTTP', () => {
  it('sends the person with the key and the customer, and the same key for the same person', async () => {
    received.length = 0;
    await http().createProfile(person('Sampleton'));
    expect(received[0]!.headers).toMatchObject({
      api_key: 'sesame',
      'x-frankie-customerid': 'c-1',
      'idempotency-key': expect.stringMatching(/^au-7-[0-9a-f]{16}$/),
    });
    await http().createProfile(person('Sampleton'));
    await http().createProfile({ ...person('Sampleton'), middleNames: 'May' });
    const [first, again, renamed] = received.map(({ headers }) => headers['idempotency-key']);
    expect([again === first, renamed === first]).toEqual([true, false]);
    expect(received[0]!.body).toMatchObject({
      entity: {
        dateOfBirth: { dateOfBirth: '1980-01-31' },
        addresses: [{ longForm: '1 Elm St, Yass, NSW, 2582', country: 'AUS' }],
      },
    });
  });

  it('treats an unreadable response as unavailable', async () => {
    await expect(http().createProfile(person('Nonsense'))).rejects.toThrow(IdentityUnavailable);
  });
});
