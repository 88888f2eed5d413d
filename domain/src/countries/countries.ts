import { australia } from '@kerb/domain/countries/australia/australia.ts';
import type { CountryCode, CountryRules } from '@kerb/domain/countries/country.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';

/**
 * The rules of each country. Code receives one of these, never a country code. `number-schemes.ts` and
 * `server-countries.ts` register the rest of a country, so that the web's first load stays small.
 */
export const countries: Record<CountryCode, CountryRules> = { AU: australia, NZ: newZealand };
