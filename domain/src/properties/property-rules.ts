import type { AgreementStatus } from '@kerb/domain/agreements/agreement-status.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { decideAddress } from '@kerb/domain/properties/address.ts';
import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';

/** While a campaign is in one of these, its property stands as it is. */
// biome-ignore format: a table
export const propertyLockedIn: readonly AgreementStatus[] = [
  'signed', 'executed', 'cancelled', 'withdrawn', 'rejected', 'waiting-settlement',
];

export function decideAttach({ status }: { status: AgreementStatus }): Decision<null> {
  if (!propertyLockedIn.includes(status)) return allow(null);
  return refuse('property-locked', 'The property cannot be changed in the status that the campaign has.');
}

/** Land has no rooms: a form that still holds some from before is not refused, they are left out. */
export function decideProperty(sent: NewProperty, country: CountryRules): Decision<NewProperty> {
  const isLand = sent.type === 'land';
  return decideAddress(isLand ? { ...sent, bedrooms: null, bathrooms: null, carSpaces: null } : sent, country);
}
