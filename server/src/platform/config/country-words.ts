import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryRules, countryCodes } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';

/** Texts of the configuration that name countries. They are derived from the rules of the countries. */

const code = (value: string) => `\`${value}\``;
const oneOf = (texts: readonly string[]) => texts.join(', ').replace(/, ([^,]*)$/, ' or $1');
const all = Object.values(countries);
const bankFilesOf = (country: CountryRules) => Object.entries(serverCountries[country.code].bankFiles);
const namesWhere = (holds: (country: CountryRules) => boolean) => oneOf(all.filter(holds).map(({ name }) => name));

/** '`AU` or `NZ`' */
export const everyCode = oneOf(countryCodes.map(code));

export const countriesWithBsb = namesWhere(({ bankAccountFields }) =>
  bankAccountFields.some(({ name }) => name === 'bsbNumber'),
);

export const countriesWithPayId = namesWhere(({ payIdLabel }) => payIdLabel !== null);

/** The countries with a bank file that needs the bank's code and the user identification number. */
export const countriesWithBankCode = namesWhere((country) =>
  bankFilesOf(country).some(([, { mistakeIn }]) => mistakeIn !== undefined),
);

/** '`aba` in Australia, `bnz` in New Zealand' */
export const firstBankFiles = all
  .map((country) => `${code(bankFilesOf(country)[0]?.[0] ?? '')} in ${country.name}`)
  .join(', ');

/** The formats of the countries that have a choice. */
export const bankFileChoices = all
  .filter((country) => bankFilesOf(country).length > 1)
  .map((country) => `${country.name}: ${oneOf(bankFilesOf(country).map(([format]) => code(format)))}`)
  .join('; ');
