import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';

/** How addresses are written in a country, and the words for their parts. */
export type AddressScheme = {
  /** The number of lines of a street address before its suburb or city. */
  streetLines: 1 | 2 | 3;
  cityLabel: string;
  /** Null if addresses have no state. */
  state: { label: string; chooseText: string; names: readonly string[] } | null;
  postcode: {
    label: string;
    /** A regular expression for the whole postcode. */
    pattern: string;
    longest: number;
    inputMode: 'numeric' | 'text';
    example: string;
    /** The error for a postcode that does not match the pattern. */
    because: string;
  };
};

/** The lines of a street address after the first. */
export const furtherLines = ({ streetLines }: AddressScheme): ('address2' | 'address3')[] =>
  (['address2', 'address3'] as const).slice(0, streetLines - 1);

type AddressParts = {
  address2?: string | null;
  address3?: string | null;
  state?: string | null;
  postalCode?: string | null;
};

/** The errors of the given parts of an address. A part that is null or left out has none. */
export function addressPartErrors(parts: AddressParts, scheme: AddressScheme): FieldErrors {
  const { state, postalCode } = parts;
  const { postcode } = scheme;
  const errors: FieldErrors = {};
  const wrong = (field: keyof AddressParts, message: string) => {
    errors[field] = [{ type: 'notValid', message }];
  };
  if (postalCode && !new RegExp(`^(?:${postcode.pattern})$`).test(postalCode)) wrong('postalCode', postcode.because);
  if (state && !scheme.state) wrong('state', 'Addresses here have no state.');
  if (state && scheme.state && !scheme.state.names.includes(state)) {
    wrong('state', `${scheme.state.chooseText} from the list.`);
  }
  for (const line of ['address2', 'address3'] as const) {
    if (!parts[line] || furtherLines(scheme).includes(line)) continue;
    const isOneLine = scheme.streetLines === 1;
    wrong(line, isOneLine ? 'Write the street address in one line.' : 'Write the street address in two lines.');
  }
  return errors;
}
