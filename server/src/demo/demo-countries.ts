import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { demoAustralia } from '@kerb/server/demo/australia.ts';
import type { DemoCountry } from '@kerb/server/demo/demo-country.ts';
import { demoNewZealand } from '@kerb/server/demo/new-zealand.ts';

export const demoCountries: Record<CountryCode, DemoCountry> = { AU: demoAustralia, NZ: demoNewZealand };
