import { addressPartErrors, furtherLines } from '@kerb/domain/countries/address-scheme.ts';
import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { describe, expect, it } from 'vitest';

const twoLines = { ...newZealand.address, streetLines: 2 } as const;
const lettered = {
  ...australia.address,
  postcode: { ...australia.address.postcode, pattern: '[A-Z]\\d', because: 'Enter a letter and a digit.' },
};

describe('a part of an address', () => {
  // biome-ignore format: a table
  it.each([
    ['a state of the list',           { state: 'NSW' },                         australia.address,  {}],
    ['a state that is not listed',    { state: 'Otago' },                       australia.address,  { state: 'Choose a state from the list.' }],
    ['a state where there is none',   { state: 'NSW' },                         newZealand.address, { state: 'Addresses here have no state.' }],
    ['no state and no postcode',      { state: null, postalCode: null },        australia.address,  {}],
    ['a postcode of four digits',     { postalCode: '0800' },                   australia.address,  {}],
    ['a postcode of five digits',     { postalCode: '08000' },                  australia.address,  { postalCode: 'Enter a postcode of four digits.' }],
    ['a postcode of another country', { postalCode: '0800' },                   lettered,           { postalCode: 'Enter a letter and a digit.' }],
    ['a second line of one',          { address2: 'Level 2' },                  australia.address,  { address2: 'Write the street address in one line.' }],
    ['a third line of two',           { address2: 'Level 2', address3: 'Rear' }, twoLines,          { address3: 'Write the street address in two lines.' }],
    ['a third line of three',         { address2: 'Level 2', address3: 'Rear' }, newZealand.address, {}],
  ])('that is %s', (_what, parts, scheme, messages) => {
    const errors = Object.entries(addressPartErrors(parts, scheme));
    expect(Object.fromEntries(errors.map(([field, [error]]) => [field, error?.message]))).toEqual(messages);
    for (const [, [error]] of errors) expect(error?.type).toBe('notValid');
  });

  it.each([
    [australia.address, []],
    [twoLines, ['address2']],
    [newZealand.address, ['address2', 'address3']],
  ])('has as many street lines as its country: %#', (scheme, lines) => expect(furtherLines(scheme)).toEqual(lines));
});
