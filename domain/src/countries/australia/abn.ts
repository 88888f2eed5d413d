import { type BusinessNumberScheme, weigh } from '@kerb/domain/countries/business-number-scheme.ts';

const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** The first digit is never 0, although some numbers that begin with 0 would pass the checksum. */
function isSound([first = 0, ...rest]: readonly number[]): boolean {
  return first !== 0 && weigh([first - 1, ...rest], weights) % 89 === 0;
}

export const abn: BusinessNumberScheme = {
  length: 11,
  isSound,
  groups: /^(\d{2})(\d{3})(\d{3})(\d{3})$/,
  shape: '$1 $2 $3 $4',
};
