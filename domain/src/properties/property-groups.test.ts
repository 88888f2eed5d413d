import type { NewProperty } from '@kerb/domain/properties/properties.contract.ts';
import { propertyGroupsThatDiffer } from '@kerb/domain/properties/property-groups.ts';
import { describe, expect, it } from 'vitest';

const current: NewProperty = {
  type: 'house',
  domainPropertyRef: null,
  address: '12 Wattle St',
  address2: null,
  address3: null,
  city: 'Yass',
  state: 'NSW',
  postalCode: '2582',
  bedrooms: 3,
  bathrooms: null,
  carSpaces: null,
  description: null,
};

describe('a saved property', () => {
  // biome-ignore format: a table
  it.each([
    [{ address: '14 Wattle St' },                      ['address']],
    [{ city: 'Yass', postalCode: '2583' },             ['address']],
    [{ bedrooms: 4, description: 'Sunny' },            ['details']],
    [{ type: 'land' as const, state: 'ACT' },          ['details', 'address']],
    [{ address: '12 Wattle St', bedrooms: 3 },         []],
    [{ carSpaces: undefined },                         []],
  ])('%j touches %j', (sent, groups) => expect(propertyGroupsThatDiffer(current, sent)).toEqual(groups));
});
