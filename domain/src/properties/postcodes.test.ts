import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { postcodeWarning } from '@kerb/domain/properties/postcodes.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  ['NSW', '2582'], ['ACT', '2600'], ['Vic', '3000'], ['Qld', '4000'], ['SA', '5000'], ['WA', '6000'], ['Tas', '7000'], ['NT', '0800'],
])('%s has postcode %s, and the other states do not', (state, postalCode) => {
  const fitting = australia.address.state.names.filter((other) => postcodeWarning(other, postalCode, australia) === null);
  expect(fitting).toEqual([state]);
});

it('warns in plain words, and not without a valid postcode or a state', () => {
  expect(postcodeWarning('NSW', '3690', australia)).toBe('3690 is not usually a postcode of NSW. Please check.');
  for (const [state, postalCode] of [
    [null, '1011'],
    ['NSW', '36'],
    ['NSW', null],
    ['Otago', '9010'],
  ] as const) {
    expect(postcodeWarning(state, postalCode, australia)).toBeNull();
  }
});
