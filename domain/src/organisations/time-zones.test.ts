import { countries } from '@kerb/domain/countries/countries.ts';
import { offsetSecondsIn, offsetText, timeZonesInOrder } from '@kerb/domain/organisations/time-zones.ts';
import { describe, expect, it } from 'vitest';

const known = Intl.supportedValuesOf('timeZone');
const orderFor = (country: keyof typeof countries) =>
  timeZonesInOrder(known, countries[country].defaultTimeZone).map(({ identifier }) => identifier);

describe('the time zones of organisations', () => {
  it.each(['AU', 'NZ'] as const)('begin with the default of %s, complete and without duplicates', (country) => {
    const order = orderFor(country);
    expect(order[0]).toBe(countries[country].defaultTimeZone);
    expect(order.toSorted()).toEqual([...known].sort());
  });

  it('list both countries before the rest of the world, including their islands and territories', () => {
    const both = [
      ['Australia/Perth', 'Australia/Eucla', 'Australia/Lord_Howe', 'Pacific/Norfolk', 'Indian/Christmas'],
      ['Indian/Cocos', 'Pacific/Auckland', 'Pacific/Chatham'],
    ].flat();
    for (const country of ['AU', 'NZ'] as const) {
      const order = orderFor(country);
      const firstOfTheWorld = order.indexOf('Africa/Abidjan');
      for (const zone of both) expect(order.slice(0, firstOfTheWorld), zone).toContain(zone);
    }
  });

  it('list the own country before the neighbour', () => {
    expect(orderFor('AU').indexOf('Pacific/Norfolk')).toBeLessThan(orderFor('AU').indexOf('Pacific/Auckland'));
    expect(orderFor('NZ').indexOf('Pacific/Chatham')).toBeLessThan(orderFor('NZ').indexOf('Australia/Sydney'));
  });

  it('offer only known time zones', () => {
    expect(timeZonesInOrder(['Pacific/Auckland', 'America/New_York'], 'Pacific/Auckland')).toEqual([
      { identifier: 'Pacific/Auckland', name: 'Auckland, Wellington' },
      { identifier: 'America/New_York', name: 'America/New York' },
    ]);
  });

  // biome-ignore format: a table
  it.each([
    ['Australia/Sydney',    '2026-07-01T00:00:00Z',  36_000, 'GMT+10:00'],
    ['Australia/Sydney',    '2026-12-01T00:00:00Z',  39_600, 'GMT+11:00'],
    ['Australia/Perth',     '2026-12-01T00:00:00Z',  28_800, 'GMT+8:00' ],
    ['Australia/Adelaide',  '2026-07-01T00:00:00Z',  34_200, 'GMT+9:30' ],
    ['Australia/Eucla',     '2026-07-01T00:00:00Z',  31_500, 'GMT+8:45' ],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z',  37_800, 'GMT+10:30'],
    ['Pacific/Chatham',     '2026-12-01T00:00:00Z',  49_500, 'GMT+13:45'],
    ['Africa/Abidjan',      '2026-07-01T00:00:00Z',       0, 'GMT+0:00' ],
    ['America/St_Johns',    '2026-12-01T00:00:00Z', -12_600, 'GMT-3:30' ],
  ])('in %s on %s are %i seconds off, which reads %s', (zone, moment, seconds, text) => {
    expect(offsetSecondsIn(zone, moment)).toBe(seconds);
    expect(offsetText(seconds)).toBe(text);
  });
});
