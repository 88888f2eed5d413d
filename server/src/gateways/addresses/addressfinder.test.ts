import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { decideAddress } from '@kerb/domain/properties/address.ts';
import { newProperty } from '@kerb/domain/properties/properties.contract.ts';
import { addressfinder } from '@kerb/server/gateways/addresses/addressfinder.ts';
import { AddressesUnavailable } from '@kerb/server/platform/ports/address-gateway.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

/** The records of a provider in Addressfinder's form. */
const australian: Record<string, object> = {
  c10cf706: {
    full_address: 'Unit 2, 21 Kent Road, DAPTO NSW 2530',
    address_line_1: 'Unit 2',
    address_line_2: '21 Kent Road',
    address_line_combined: 'Unit 2, 21 Kent Road',
    locality_name: 'DAPTO',
    state_territory: 'NSW',
    postcode: '2530',
    success: true,
  },
  d70230a9: {
    address_line_combined: '7 Acland Street',
    locality_name: 'ST KILDA',
    state_territory: 'VIC',
    postcode: '3182',
    success: true,
  },
  box: { address_line_combined: null, locality_name: 'DAPTO', state_territory: 'NSW', postcode: '2530', success: true },
};
const newZealand: Record<string, object> = {
  '2-.1.6.1f': {
    a: '2/12B Tōtara Rise, Ponsonby, Auckland 1011',
    unit_type: 'Unit',
    unit_identifier: '2',
    number: '12',
    alpha: 'B',
    street: 'Tōtara Rise',
    suburb: 'Ponsonby',
    city: 'Auckland',
    postcode: '1011',
    success: true,
  },
  '1-.B.11': {
    number: '3',
    street: 'Bank Street',
    suburb: 'Warkworth',
    city: 'Warkworth',
    postcode: '0910',
    success: true,
  },
};

/** How the provider fails the next calls. Later calls succeed. */
let script: ((response: ServerResponse) => void)[] = [];
let received: { path: string; query: URLSearchParams; secret: string | undefined }[] = [];

const json = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

function serve(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://provider');
  received.push({ path: pathname, query, secret: request.headers.authorization });
  const scripted = script.shift();
  if (scripted) {
    scripted(response);
    return;
  }
  if (query.get('key') !== 'OUR-KEY' || request.headers.authorization !== 'sesame') {
    json(response, 401, { completions: [], message: 'Invalid credentials', error_code: '1006', success: false });
    return;
  }
  if (pathname === '/api/au/address/autocomplete') {
    const completions = Object.keys(australian).map((id) => ({ id, full_address: id, canonical_address_id: id }));
    json(response, 200, { completions, paid: true, success: true });
  } else if (pathname === '/api/nz/address/autocomplete') {
    const completions = Object.keys(newZealand).map((pxid) => ({ pxid, a: pxid, v: 1 }));
    json(response, 200, { completions, paid: true, success: true });
  } else {
    const record = australian[query.get('id') ?? ''] ?? newZealand[query.get('pxid') ?? ''];
    json(response, record ? 200 : 404, record ?? { error_code: '1011', success: false });
  }
}

const server = createServer(serve);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  script = [];
  received = [];
});

let time = 1_000_000;
const provider = (code: CountryCode = 'AU', secret = 'sesame') =>
  addressfinder(
    { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'OUR-KEY', secret },
    countries[code],
    { tryMs: 300, now: () => time },
  );
const patient = () => AbortSignal.timeout(5_000);
const typed = '21 Kent Rd Dapto';

describe('Addressfinder', () => {
  it('suggests Australian addresses with suburb and state as the product writes them', async () => {
    expect(await provider().suggest(typed, patient())).toEqual([
      { address: 'Unit 2, 21 Kent Road', address2: null, city: 'Dapto', state: 'NSW', postalCode: '2530' },
      { address: '7 Acland Street', address2: null, city: 'St Kilda', state: 'Vic', postalCode: '3182' },
    ]);
    expect(received[0]?.path).toBe('/api/au/address/autocomplete');
    expect(Object.fromEntries(received[0]?.query ?? [])).toEqual({
      key: 'OUR-KEY',
      format: 'json',
      q: typed,
      max: '6',
      post_box: '0',
    });
  });

  it('suggests New Zealand addresses with the suburb on its own line', async () => {
    expect(await provider('NZ').suggest('totara rise', patient())).toEqual([
      { address: '2/12B Tōtara Rise', address2: 'Ponsonby', city: 'Auckland', state: null, postalCode: '1011' },
      { address: '3 Bank Street', address2: null, city: 'Warkworth', state: null, postalCode: '0910' },
    ]);
    expect(received[0]?.path).toBe('/api/nz/address/autocomplete');
  });

  it.each<CountryCode>(['AU', 'NZ'])('of %s suggests only what can be saved as a property', async (code) => {
    for (const suggestion of await provider(code).suggest(typed, patient()))
      expect(decideAddress(z.parse(newProperty, suggestion), countries[code]).ok).toBe(true);
  });

  it('sends the secret in a header, never in an address', async () => {
    await provider().suggest(typed, patient());
    expect(received.every(({ secret }) => secret === 'sesame')).toBe(true);
    expect(received.some(({ query }) => query.toString().includes('sesame'))).toBe(false);
  });

  it('asks for the details of an address once, however many letters are typed', async () => {
    const finder = provider();
    await finder.suggest('21 Ken', patient());
    await finder.suggest('21 Kent', patient());
    expect(received.map(({ path }) => path.split('/').at(-1))).toEqual([
      'autocomplete',
      ...Object.keys(australian).map(() => 'metadata'),
      'autocomplete',
    ]);
  });

  it('tries once more after a failure or a lost connection, and no more', async () => {
    script = [(response) => json(response, 502, {})];
    expect(await provider().suggest(typed, patient())).toHaveLength(2);
    script = [(response) => response.destroy()];
    expect(await provider().suggest(typed, patient())).toHaveLength(2);
    received = [];
    script = [(response) => response.destroy(), (response) => json(response, 500, {})];
    await expect(provider().suggest(typed, patient())).rejects.toBeInstanceOf(AddressesUnavailable);
    expect(received).toHaveLength(2);
  });

  it('leaves out an address whose details fail, and fails if all do', async () => {
    const fails = (response: ServerResponse) => json(response, 404, { error_code: '1011', success: false });
    const found = (response: ServerResponse) => json(response, 200, { completions: [{ id: 'd70230a9' }, { id: 'x' }] });
    script = [found];
    expect(await provider().suggest(typed, patient())).toHaveLength(1);
    script = [found, fails, fails];
    await expect(provider().suggest(typed, patient())).rejects.toBeInstanceOf(AddressesUnavailable);
  });

  it('does not repeat a refusal, and names its code', async () => {
    await expect(provider('AU', 'wrong').suggest(typed, patient())).rejects.toThrow(
      'The address provider refused it (401, code 1006).',
    );
    expect(received).toHaveLength(1);
    script = [(response) => json(response, 200, { completions: [], success: false, error_code: '1021' })];
    await expect(provider().suggest(typed, patient())).rejects.toThrow('refused it (200, code 1021)');
  });

  it('waits as long as the provider asks for after a 429', async () => {
    const finder = provider();
    script = [(response) => json(response, 429, {}, { 'retry-after': '7' })];
    await expect(finder.suggest(typed, patient())).rejects.toBeInstanceOf(AddressesUnavailable);
    time += 6_900;
    await expect(finder.suggest(typed, patient())).rejects.toBeInstanceOf(AddressesUnavailable);
    expect(received).toHaveLength(1);
    time += 200;
    expect(await finder.suggest(typed, patient())).toHaveLength(2);
  });

  it('stops at its time-out, and at once when nobody waits any more', async () => {
    const silent = () => undefined;
    script = [silent, silent];
    await expect(provider().suggest(typed, patient())).rejects.toBeInstanceOf(AddressesUnavailable);
    expect(received).toHaveLength(2);
    script = [silent];
    const gone = new AbortController();
    const asked = provider().suggest(typed, gone.signal);
    await expect.poll(() => received.length).toBe(3);
    gone.abort();
    await expect(asked).rejects.toBeInstanceOf(AddressesUnavailable);
    expect(received).toHaveLength(3);
  });

  it('follows no redirect, and reads no nonsense', async () => {
    const redirects = (response: ServerResponse) => void response.writeHead(302, { location: '/elsewhere' }).end();
    script = [redirects, redirects];
    await expect(provider().suggest(typed, patient())).rejects.toBeInstanceOf(AddressesUnavailable);
    expect(received.some(({ path }) => path === '/elsewhere')).toBe(false);
    script = [(response) => void response.end('<html>')];
    await expect(provider().suggest(typed, patient())).rejects.toThrow('answered nonsense');
  });

  it('never puts what was typed into an error', async () => {
    script = [(response) => response.destroy(), (response) => json(response, 503, { message: typed })];
    const error: unknown = await provider()
      .suggest(typed, patient())
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AddressesUnavailable);
    for (let each = error; each instanceof Error; each = each.cause) {
      expect(`${each.message} ${each.stack} ${JSON.stringify(each)}`).not.toMatch(/Kent|Dapto|OUR-KEY|sesame/);
    }
  });
});
