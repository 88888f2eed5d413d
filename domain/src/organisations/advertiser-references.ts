import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { isKept } from '@kerb/domain/organisations/setting-fields.ts';

/** The references under which property portals know an agency. */
export const advertiserReferences = ['domainAdvertiserRef', 'reaAdvertiserRef', 'trademeAccountId'] as const;
export type AdvertiserReference = (typeof advertiserReferences)[number];
export type References = Partial<Record<AdvertiserReference, string>>;

type Portals = Pick<CountryRules, 'organisationFields' | 'name'>;

export const referencesKept = (country: Portals): AdvertiserReference[] =>
  advertiserReferences.filter((name) => isKept(name, country));

/** An agency needs at least one reference of a portal of its country. */
export function decideReferences(
  sent: { [Name in AdvertiserReference]?: string | null | undefined },
  country: Portals,
): Decision<References> {
  const given = advertiserReferences.filter((name) => sent[name]);
  const foreign = given.filter((name) => !isKept(name, country));
  if (foreign[0]) {
    const because = `Organisations in ${country.name} do not have this.`;
    return refuse('invalid', because, fieldError(foreign[0], 'notValid', because));
  }
  const [first] = referencesKept(country);
  if (given.length === 0 && first) {
    const because = 'Enter an advertiser reference.';
    return refuse('invalid', because, fieldError(first, 'missing', because));
  }
  return allow(Object.fromEntries(given.map((name) => [name, sent[name]])) as References);
}
