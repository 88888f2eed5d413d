import { newProperty, propertyTypeLabels } from '@kerb/domain/properties/properties.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const least = { address: '12 Wattle St', city: 'Yass', postalCode: '2582' };

describe('a new property', () => {
  it('needs a street, a suburb or city, and a postcode', () => {
    expect(z.parse(newProperty, least)).toMatchObject({ ...least, type: null, state: null, bedrooms: null });
    for (const name of Object.keys(least)) {
      expect(z.safeParse(newProperty, { ...least, [name]: undefined }).success, name).toBe(false);
      expect(z.safeParse(newProperty, { ...least, [name]: '  ' }).success, name).toBe(false);
    }
  });

  it('treats an empty line as left out', () => {
    expect(z.parse(newProperty, { ...least, address2: ' ', description: '' })).toMatchObject({
      address2: null,
      description: null,
    });
  });

  it.each(['bedrooms', 'bathrooms', 'carSpaces'])('has between zero and six %s', (name) => {
    for (const [count, isFine] of [
      [0, true],
      [6, true],
      [null, true],
      [7, false],
      [-1, false],
      [1.5, false],
    ] as const) {
      expect(z.safeParse(newProperty, { ...least, [name]: count }).success, String(count)).toBe(isFine);
    }
  });

  it('is of one of fifteen types', () => {
    expect(Object.keys(propertyTypeLabels)).toHaveLength(15);
    expect(z.safeParse(newProperty, { ...least, type: 'castle' }).success).toBe(false);
  });

  it('refuses an unknown field', () => {
    expect(z.safeParse(newProperty, { ...least, id: 7 }).success).toBe(false);
  });
});
