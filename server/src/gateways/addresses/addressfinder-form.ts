import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { AddressSuggestion } from '@kerb/domain/properties/properties.contract.ts';
import * as z from 'zod/mini';

const word = z.optional(z.nullable(z.string()));

/** One match. Its id is `id` in one country's form and `pxid` in the other's; its parts are asked for by that name. */
const completion = z.object({ id: word, pxid: word });
export const completionsAnswer = z.object({ success: z.optional(z.boolean()), completions: z.array(completion) });

/** The parts of an address, in the words of either country's form. A part that an address does not have is left out. */
export const metadataAnswer = z.object({
  success: z.optional(z.boolean()),
  address_line_combined: word,
  locality_name: word,
  state_territory: word,
  unit_identifier: word,
  number: word,
  alpha: word,
  street: word,
  suburb: word,
  city: word,
  mailtown: word,
  postcode: word,
});
type Metadata = z.output<typeof metadataAnswer>;

/** The key by which the provider knows an address. */
export type AddressRef = { name: 'id' | 'pxid'; value: string };

export const refsIn = ({ completions }: z.output<typeof completionsAnswer>): AddressRef[] =>
  completions.flatMap(({ id, pxid }): AddressRef[] => {
    if (id) return [{ name: 'id', value: id }];
    return pxid ? [{ name: 'pxid', value: pxid }] : [];
  });

/** The provider writes Australian suburbs in capitals: 'ST KILDA' is 'St Kilda', "O'CONNOR" is "O'Connor". */
function inTitleCase(place: string): string {
  if (place !== place.toUpperCase()) return place;
  return place
    .toLowerCase()
    .replace(/(^|[\s('-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/(\p{L})'S\b/gu, "$1's")
    .replace(/\bMc(\p{L})/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

/** '2/1703A State Highway 1' from its parts. */
function streetFrom({ unit_identifier: unit, number, alpha, street }: Metadata): string | null {
  if (!street || !number) return null;
  return `${unit ? `${unit}/` : ''}${number}${alpha ?? ''} ${street}`;
}

/** Null if the record has no street, place or postcode: a box, or a lot without a number. */
export function suggestionFrom(found: Metadata, { address }: Pick<CountryRules, 'address'>): AddressSuggestion | null {
  const street = found.address_line_combined || streetFrom(found);
  const city = found.locality_name || found.city || found.mailtown || found.suburb;
  if (!street || !city || !found.postcode) return null;
  const suburb = found.suburb && found.suburb !== city ? found.suburb : null;
  const state = found.state_territory?.toLowerCase();
  return {
    address: street,
    address2: address.streetLines > 1 ? suburb : null,
    city: inTitleCase(city),
    state: address.state?.names.find((name) => name.toLowerCase() === state) ?? null,
    postalCode: found.postcode,
  };
}
