import { readdirSync, readFileSync } from 'node:fs';
import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { expect, it } from 'vitest';
import { inRoot } from './command.ts';

const picturesOf = (code: string) => readdirSync(inRoot('web', 'public', 'pictures', code.toLowerCase())).toSorted();

it.each(countryCodes)('the README names %s and its brand', (code) => {
  const { brand, name } = countries[code];
  expect(readFileSync(inRoot('README.md'), 'utf8').replace(/\s+/g, ' ')).toContain(`${brand} in ${name}`);
});

it.each(countryCodes)('the user guide has its pictures of %s', (code) => {
  expect(picturesOf(code)).toEqual(picturesOf(defaultCountryCode));
});
