import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { numberSchemes } from '@kerb/domain/countries/number-schemes.ts';

/** The warning for a postcode of another state. Not an error: places near a border may have the neighbour's. */
export function postcodeWarning(
  state: string | null,
  postalCode: string | null,
  { code, address }: Pick<CountryRules, 'code' | 'address'>,
): string | null {
  const ranges = numberSchemes[code].postcodesByState[state ?? ''];
  if (!ranges || !new RegExp(`^(?:${address.postcode.pattern})$`).test(postalCode ?? '')) return null;
  const number = Number(postalCode);
  if (ranges.some(([from, to]) => number >= from && number <= to)) return null;
  return `${postalCode} is not usually a postcode of ${state}. Please check.`;
}
