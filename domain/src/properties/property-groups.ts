import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';

/** Fields that are edited together and so conflict together: the address, or the details of the building. */
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

/** The groups in which the values sent differ from the stored ones. */
export function propertyGroupsThatDiffer(current: NewProperty, sent: Sent): PropertyGroup[] {
  const names = Object.keys(groups) as (keyof NewProperty)[];
  const differing = names.filter((name) => sent[name] !== undefined && sent[name] !== current[name]);
  return [...new Set(differing.map((name) => groups[name]))];
}
