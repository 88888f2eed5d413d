import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { demoAustralia } from '@kerb/server/sandbox-countries/australia/demo.ts';
import { australianAddresses } from '@kerb/server/sandbox-countries/australia/places.ts';
import { demoNewZealand } from '@kerb/server/sandbox-countries/new-zealand/demo.ts';
import { newZealandAddresses } from '@kerb/server/sandbox-countries/new-zealand/places.ts';
import type { SandboxCountry } from '@kerb/server/sandbox-countries/sandbox-country.ts';

export const sandboxCountries: Record<CountryCode, SandboxCountry> = {
  AU: { ...demoAustralia, addresses: australianAddresses },
  NZ: { ...demoNewZealand, addresses: newZealandAddresses },
};
