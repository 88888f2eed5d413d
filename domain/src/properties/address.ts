import { addressPartErrors } from '@kerb/domain/countries/address-scheme.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, missingFields, refuseFields } from '@kerb/domain/kernel/decision.ts';
import * as z from 'zod/mini';

export type Address = {
  address: string;
  address2: string | null;
  address3: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
};

type AddressRules = Pick<CountryRules, 'address'>;

const postcodes = Object.values(countries).map(({ address }) => address.postcode);
const everyPattern = [...new Set(postcodes.map(({ pattern }) => pattern))].join('|');
const [because = '', ...others] = new Set(postcodes.map((each) => each.because));

/**
 * Text, never a number: Darwin is 0800. The wire accepts what is a postcode in any of our countries; the address rules
 * then check it for the country of the deployment.
 */
export const postcode = z
  .string()
  .check(z.trim(), z.regex(new RegExp(`^(?:${everyPattern})$`), others.length === 0 ? because : 'Enter a postcode.'));

const stateOf = (typed: string | null, { address }: AddressRules): string | null =>
  address.state?.names.find((state) => state.toLowerCase() === typed?.toLowerCase()) ?? null;

/** The country's further rules for an address, besides street, suburb or city, and postcode. */
export function decideAddress<A extends Address>(sent: A, country: AddressRules): Decision<A> {
  const state = stateOf(sent.state, country);
  const isStateMissing = country.address.state !== null && sent.state === null;
  const validation: FieldErrors = {
    ...addressPartErrors({ ...sent, state: state ?? sent.state }, country.address),
    ...(isStateMissing && missingFields(['state'])),
  };
  if (Object.keys(validation).length === 0) return allow({ ...sent, state });
  return refuseFields(validation, 'address-not-valid');
}

/** In one line, as a campaign's title: '12 Wattle St, Yass NSW 2582'. */
export function formatAddress(property: Address, country: AddressRules): string {
  const lines = [property.address, property.address2, property.address3].slice(0, country.address.streetLines);
  const town = [property.city, stateOf(property.state, country), property.postalCode].filter(Boolean).join(' ');
  return [...lines, town].filter(Boolean).join(', ');
}
