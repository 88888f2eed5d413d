import { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import { fraction } from '@kerb/domain/wire/codecs.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('payment options on the wire', () => {
  it('send a share as a fraction and store it in basis points', () => {
    expect(z.decode(fraction, 0.055)).toBe(550);
    expect(z.encode(fraction, 550)).toBe(0.055);
    for (let basisPoints = 0; basisPoints <= 10_000; basisPoints += 1) {
      expect(z.decode(fraction, z.encode(fraction, basisPoints))).toBe(basisPoints);
    }
    for (const wrong of [-0.1, 1.1, 0.00001, 0.05555]) expect(z.safeDecode(fraction, wrong).success).toBe(false);
  });

  it('accept only the interest-free switch in a save', () => {
    expect(z.safeDecode(optionEndpoints.save.body, { interestFreeOffered: true }).success).toBe(true);
    expect(z.safeDecode(optionEndpoints.save.body, { interestFreeOffered: true, discount: 1 } as never).success).toBe(
      false,
    );
  });
});
