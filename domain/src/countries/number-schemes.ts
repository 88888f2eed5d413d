import { australianNumbers } from '@kerb/domain/countries/australia/numbers.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { CountryNumbers } from '@kerb/domain/countries/country-numbers.ts';
import { newZealandNumbers } from '@kerb/domain/countries/new-zealand/numbers.ts';

/** The numbers of each country. The web loads them with the screens that need them, not with its first load. */
export const numberSchemes: Record<CountryCode, CountryNumbers> = { AU: australianNumbers, NZ: newZealandNumbers };
