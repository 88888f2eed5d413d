import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryCode, countryCodes } from '@kerb/domain/countries/country.ts';
import { decideAddress, formatAddress } from '@kerb/domain/properties/address.ts';
import { newProperty } from '@kerb/domain/properties/properties.contract.ts';
import { sandboxAddresses } from '@kerb/server/gateways/addresses/sandbox-addresses.ts';
import { AddressesUnavailable } from '@kerb/server/platform/ports/address-gateway.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const inTime = () => new AbortController().signal;
const suggest = (code: CountryCode, partial: string) => sandboxAddresses(countries[code]).suggest(partial, inTime());
async function first(code: CountryCode, partial: string): Promise<string | null> {
  const [best] = await suggest(code, partial);
  return best ? formatAddress({ ...best, address3: null }, countries[code]) : null;
}

describe('the sandbox’s addresses', () => {
  // biome-ignore format: a table
  it.each<[CountryCode, string, string | null]>([
    ['AU', '12 Wattle Street Yass',         '12 Wattle Street, Yass NSW 2582'],
    ['AU', '12 wattle st, yass',            '12 Wattle Street, Yass NSW 2582'],
    ['AU', 'yass 12 wattle',                '12 Wattle Street, Yass NSW 2582'],
    ['AU', '2582 wattle street 12',         '12 Wattle Street, Yass NSW 2582'],
    ['AU', '3/12 wattle st yass',           '3/12 Wattle Street, Yass NSW 2582'],
    ['AU', 'Unit 3, 12 wattle st yass',     '3/12 Wattle Street, Yass NSW 2582'],
    ['AU', '12a wattle st yass',            '12A Wattle Street, Yass NSW 2582'],
    ['AU', '12 watle street yas',           '12 Wattle Street, Yass NSW 2582'],
    ['AU', '7 kookabura pde st kilda',      '7 Kookaburra Parade, St Kilda Vic 3182'],
    ['AU', '5 mt pleasant rd mt barker',    '5 Mount Pleasant Road, Mount Barker SA 5251'],
    ['AU', '9 pt rd pt lonsdale',           '9 Point Road, Point Lonsdale Vic 3225'],
    ['AU', '1 brolga hwy darwin',           '1 Brolga Highway, Darwin City NT 0800'],
    ['AU', '4 bottlebrush ave paddington qld', '4 Bottlebrush Avenue, Paddington Qld 4064'],
    ['AU', 'zzzz qqqq',                     null],
    ['AU', '12',                            null],
    ['NZ', '7 totara rise ponsonby',        '7 Tōtara Rise, Ponsonby, Auckland 1011'],
    ['NZ', '7 Tōtara Rise Ponsonby',        '7 Tōtara Rise, Ponsonby, Auckland 1011'],
    ['NZ', 'whangarei 3/40 kakapo cres',    '3/40 Kākāpō Crescent, Whangārei 0110'],
    ['NZ', '8 rata rd st clair dunedin',    '8 Rātā Road, St Clair, Dunedin 9012'],
  ])('in %s for %j offer %j', async (code, partial, expected) => {
    expect(await first(code, partial)).toBe(expected);
  });

  it('are at most eleven, the same every time, and found from two letters on', async () => {
    const found = await suggest('AU', 'wa');
    expect(found).toHaveLength(11);
    expect(await suggest('AU', 'wa')).toEqual(found);
    for (const { address } of found) expect(address).toMatch(/^\d{1,3} \S/);
  });

  it.each(countryCodes)('of %s are some thousands, and each makes a valid property', async (code) => {
    const { places, streets } = sandboxCountries[code].addresses;
    expect(places.length * streets.length).toBeGreaterThan(1_900);
    for (const { city } of places) {
      const found = await suggest(code, city);
      expect(found.length, city).toBeGreaterThan(0);
      for (const suggestion of found)
        expect(decideAddress(z.parse(newProperty, suggestion), countries[code]).ok).toBe(true);
    }
  });

  it('fail on request', async () => {
    await expect(suggest('AU', 'provider down')).rejects.toBeInstanceOf(AddressesUnavailable);
    const patience = new AbortController();
    const slow = sandboxAddresses(countries.AU).suggest('Provider slow', patience.signal);
    patience.abort();
    await expect(slow).rejects.toBeInstanceOf(AddressesUnavailable);
  });
});
