import { australia } from '@kerb/domain/countries/australia/australia.ts';
import type { CountryCode, CountryRules } from '@kerb/domain/countries/country.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';

/** The rules of each country. Rules receive one of these, never a country code. */
export const countries: Record<CountryCode, CountryRules> = { AU: australia, NZ: newZealand };
