import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, refuseFields } from '@kerb/domain/kernel/decision.ts';
import * as z from 'zod/mini';

export type Address = {
  address: string;
  address2: string | null;
  address3: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
};

type AddressRules = Pick<CountryRules, 'states' | 'addressLines'>;

/** Text, never a number: Darwin is 0800. */
export const postcode = z.string().check(z.trim(), z.regex(/^\d{4}$/, 'Enter a postcode of four digits.'));

const stateOf = (typed: string | null, { states }: AddressRules): string | null =>
  states.find((state) => state.toLowerCase() === typed?.toLowerCase()) ?? null;

/** The country's further rules for an address, besides street, suburb or city, and postcode. */
export function decideAddress<A extends Address>(sent: A, country: AddressRules): Decision<A> {
  const validation: FieldErrors = {};
  const state = stateOf(sent.state, country);
  if (country.states.length > 0 && sent.state === null) {
    validation.state = [{ type: 'missing', message: 'This is required.' }];
  } else if (state === null && sent.state !== null) {
    const because = country.states.length > 0 ? 'Choose a state from the list.' : 'Addresses here have no state.';
    validation.state = [{ type: 'notValid', message: because }];
  }
  for (const line of ['address2', 'address3'] as const) {
    if (sent[line] === null || country.addressLines > 1) continue;
    validation[line] = [{ type: 'notValid', message: 'Write the street address in one line.' }];
  }
  if (Object.keys(validation).length === 0) return allow({ ...sent, state });
  return refuseFields(validation, 'address-not-valid');
}

/** In one line, as a campaign's title: '12 Wattle St, Yass NSW 2582'. */
export function formatAddress(property: Address, country: AddressRules): string {
  const street = [property.address, property.address2, property.address3].slice(0, country.addressLines);
  const town = [property.city, stateOf(property.state, country), property.postalCode].filter(Boolean).join(' ');
  return [...street, town].filter(Boolean).join(', ');
}
