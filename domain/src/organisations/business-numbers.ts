import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrorType, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';

type Numbering = Pick<CountryRules, 'businessNumberLabel'>;
type Scheme = { length: number; isSound: (digits: readonly number[]) => boolean; groups: RegExp; shape: string };

const weigh = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, place) => sum + digit * (weights[place] ?? 0), 0);

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** The first digit is never 0, although some numbers that begin with 0 would pass the checksum. */
function isAbn([first = 0, ...rest]: readonly number[]): boolean {
  return first !== 0 && weigh([first - 1, ...rest], abnWeights) % 89 === 0;
}

/** A GTIN-13 with New Zealand's prefix 94. */
function isNzbn(digits: readonly number[]): boolean {
  const sum = weigh(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]);
  return digits[0] === 9 && digits[1] === 4 && sum % 10 === 0;
}

// biome-ignore format: a table
const schemes: Record<CountryRules['businessNumberLabel'], Scheme> = {
  ABN:  { length: 11, isSound: isAbn,  groups: /^(\d{2})(\d{3})(\d{3})(\d{3})$/, shape: '$1 $2 $3 $4' },
  NZBN: { length: 13, isSound: isNzbn, groups: /^(\d{13})$/,                     shape: '$1'          },
};

/** A business number as stored: digits only. Spaces, dots and hyphens are ignored. */
export function parseBusinessNumber(
  typed: string,
  { businessNumberLabel: label }: Numbering,
  field = 'abn',
): Decision<string> {
  const { length, isSound } = schemes[label];
  const digits = typed.normalize('NFKC').replace(/[\s.\-‐–]/g, '');
  const because = `Enter the ${length} digits of the ${label}.`;
  const wrong = (type: FieldErrorType, message: string) =>
    refuse('business-number-not-valid', message, fieldError(field, type, message));
  if (/\D/.test(digits)) return wrong('notDigits', because);
  if (digits.length < length) return wrong('stringLengthTooShort', because);
  if (digits.length > length) return wrong('stringLengthTooLong', because);
  return isSound([...digits].map(Number)) ? allow(digits) : wrong('notValid', `That ${label} is not valid.`);
}

/** The format that people read: '51 824 753 556'. */
export function formatBusinessNumber(digits: string, { businessNumberLabel }: Numbering): string {
  const { groups, shape } = schemes[businessNumberLabel];
  return digits.replace(groups, shape);
}
