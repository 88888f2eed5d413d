import { australiaOnServer } from '@kerb/domain/countries/australia/server.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { newZealandOnServer } from '@kerb/domain/countries/new-zealand/server.ts';
import type { ServerCountry } from '@kerb/domain/countries/server-country.ts';

/** What the server needs of each country. The web never imports it. */
export const serverCountries: Record<CountryCode, ServerCountry> = { AU: australiaOnServer, NZ: newZealandOnServer };
