import { agreementStatuses } from '@kerb/domain/agreements/agreement-status.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { newProperty } from '@kerb/domain/properties/properties.contract.ts';
import { decideAttach, decideProperty } from '@kerb/domain/properties/property-rules.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the property of a campaign', () => {
  it('may be changed in these statuses and no others', () => {
    const open = agreementStatuses.filter((status) => decideAttach({ status }).ok);
    expect(open).toEqual(['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved', 'complete']);
  });
});

describe('a property', () => {
  const sent = z.parse(newProperty, {
    address: '12 Wattle St',
    city: 'Yass',
    state: 'NSW',
    postalCode: '2582',
    bedrooms: 3,
    bathrooms: 2,
    carSpaces: 1,
  });

  it('keeps its rooms, except that land has none', () => {
    expect(decideProperty({ ...sent, type: 'house' }, countries.AU)).toMatchObject({ value: { bedrooms: 3 } });
    expect(decideProperty({ ...sent, type: 'land' }, countries.AU)).toMatchObject({
      value: { bedrooms: null, bathrooms: null, carSpaces: null },
    });
  });

  it('has an address that its country knows', () => {
    expect(decideProperty(sent, countries.NZ)).toMatchObject({ ok: false, validation: { state: [{}] } });
  });
});
