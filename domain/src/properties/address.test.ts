import { countries } from '@kerb/domain/countries/countries.ts';
import { type Address, decideAddress, formatAddress, postcode } from '@kerb/domain/properties/address.ts';
import { newProperty } from '@kerb/domain/properties/properties.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const { AU, NZ } = countries;
const yass: Address = {
  address: '12 Wattle St',
  address2: null,
  address3: null,
  city: 'Yass',
  state: 'NSW',
  postalCode: '2582',
};
const ponsonby: Address = { ...yass, address2: 'Ponsonby', city: 'Auckland', state: null, postalCode: '1011' };

describe('a postcode', () => {
  it.each(['2582', '0800', '9999', ' 2000 '])('may be %j', (typed) => {
    expect(z.parse(postcode, typed)).toBe(typed.trim());
  });

  it.each(['', '800', '10000', '-100', '12a4', '2.50', '١٢٣٤', 2582])('is never %j', (typed) => {
    expect(z.safeParse(postcode, typed).success).toBe(false);
  });
});

describe('an address', () => {
  // biome-ignore format: a table
  it.each([
    ['AU', yass,                                  null      ],
    ['AU', { ...yass, state: null },              'missing' ],
    ['AU', { ...yass, state: 'Otago' },           'notValid'],
    ['NZ', ponsonby,                              null      ],
    ['NZ', { ...ponsonby, state: 'NSW' },         'notValid'],
  ] as const)('in %s with the state %j', (code, address, type) => {
    const decision = decideAddress(address, countries[code]);
    expect(decision.ok ? null : decision.validation?.state?.[0]?.type).toBe(type);
  });

  it('stores its state as the list spells it', () => {
    expect(decideAddress({ ...yass, state: 'QLD' }, AU)).toMatchObject({ ok: true, value: { state: 'Qld' } });
  });

  it('has several street lines in New Zealand and one in Australia', () => {
    expect(decideAddress({ ...ponsonby, address3: 'Level 2' }, NZ).ok).toBe(true);
    const refused = decideAddress({ ...yass, address2: 'Level 2', address3: 'Rear' }, AU);
    expect(refused).toMatchObject({ ok: false, validation: { address2: [{}], address3: [{}] } });
  });

  it('is formatted as one line', () => {
    expect(formatAddress(yass, AU)).toBe('12 Wattle St, Yass NSW 2582');
    expect(formatAddress({ ...yass, city: 'Darwin City', state: 'NT', postalCode: '0800' }, AU)).toBe(
      '12 Wattle St, Darwin City NT 0800',
    );
    expect(formatAddress(ponsonby, NZ)).toBe('12 Wattle St, Ponsonby, Auckland 1011');
  });

  it('is never longer than a campaign’s title may be', () => {
    const full = { address: 'a'.repeat(80), address2: 'b'.repeat(30), address3: 'c'.repeat(30), city: 'd'.repeat(40) };
    const parsed = z.parse(newProperty, { ...full, postalCode: '0110' });
    expect(formatAddress(parsed, NZ).length).toBeLessThanOrEqual(200);
  });
});
