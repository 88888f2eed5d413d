import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { optionFlags } from '@kerb/domain/organisations/option-flags.ts';
import { newSettings } from '@kerb/domain/organisations/setting-values.ts';

/** An organisation's settings, as on the wire. */
export const theSettings = (change: object = {}, country: CountryCode = 'AU') => ({
  ...newSettings({ name: 'Harbour Estate', type: 'agency', defaultTimeZone: 'Australia/Sydney' }, countries[country]),
  id: 7,
  href: '/v1/tenants/7/settings',
  logoUrl: null,
  lastAgreementCreateDate: '2026-11-01T00:00:00.000Z',
  ...optionFlags([]),
  loanInvoiceContacts: [],
  draftContent: null,
  draftLogoUrl: null,
  pendingChanges: [],
  bankAccountNext: null,
  ...change,
});

export const versioned = (body: object, version = 3): Response =>
  Response.json(body, { headers: { etag: `"${version}"` } });
