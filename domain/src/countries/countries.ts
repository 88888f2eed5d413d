import { australia } from '@kerb/domain/countries/australia.ts';
import type { CountryCode, CountryRules } from '@kerb/domain/countries/country.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand.ts';

/** The only place where a country's code selects behaviour. */
export const countries: Record<CountryCode, CountryRules> = { AU: australia, NZ: newZealand };
