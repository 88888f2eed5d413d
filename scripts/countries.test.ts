import { readdirSync } from 'node:fs';
import { countryCodes, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { expect, it } from 'vitest';
import { inRoot } from './command.ts';

const picturesOf = (code: string) => readdirSync(inRoot('web', 'public', 'pictures', code.toLowerCase())).toSorted();

it.each(countryCodes)('the user guide has its pictures of %s', (code) => {
  expect(picturesOf(code)).toEqual(picturesOf(defaultCountryCode));
});
