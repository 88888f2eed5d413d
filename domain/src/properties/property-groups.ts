import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';

/** What is edited together and so conflicts together: the address, or what stands there. */
export type PropertyGroup = 'address' | 'details';

// biome-ignore format: a table
const groups: Record<keyof NewProperty, PropertyGroup> = {
  type:              'details',
  domainPropertyRef: 'address',
  address:           'address',
  address2:          'address',
  address3:          'address',
  city:              'address',
  state:             'address',
  postalCode:        'address',
  bedrooms:          'details',
  bathrooms:         'details',
  carSpaces:         'details',
  description:       'details',
};

type Sent = { [Name in keyof NewProperty]?: NewProperty[Name] | undefined };

/** The groups in which what was sent says something else than what stands. */
export function propertyGroupsThatDiffer(stands: NewProperty, sent: Sent): PropertyGroup[] {
  const names = Object.keys(groups) as (keyof NewProperty)[];
  const differing = names.filter((name) => sent[name] !== undefined && sent[name] !== stands[name]);
  return [...new Set(differing.map((name) => groups[name]))];
}
