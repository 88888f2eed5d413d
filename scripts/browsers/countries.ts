import type { CountryCode } from '@kerb/domain/countries/country.ts';

/** An agency of the demo, a property, and what a payer of 4,200 pays by card with its surcharge. */
type Facts = { agency: string; property: object; withSurcharge: string };
export const factsOf: Record<CountryCode, Facts> = {
  AU: {
    agency: 'Harbourlight',
    property: { address: '12 Wattle Street', city: 'Yass', state: 'NSW', postalCode: '2582' },
    withSurcharge: '$4,263.00',
  },
  NZ: {
    agency: 'Fantail',
    property: { address: '12 Nikau Street', address2: 'Mount Eden', city: 'Auckland', postalCode: '1024' },
    withSurcharge: '$4,321.80',
  },
};
