import { type BusinessNumberScheme, weigh } from '@kerb/domain/countries/business-number-scheme.ts';

/** A GTIN-13 with New Zealand's prefix 94. */
function isSound(digits: readonly number[]): boolean {
  const sum = weigh(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]);
  return digits[0] === 9 && digits[1] === 4 && sum % 10 === 0;
}

export const nzbn: BusinessNumberScheme = { length: 13, isSound, groups: /^(\d{13})$/, shape: '$1' };
