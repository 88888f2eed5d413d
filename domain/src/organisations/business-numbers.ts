import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { numberSchemes } from '@kerb/domain/countries/number-schemes.ts';
import { allow, type Decision, type FieldErrorType, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';

type Numbering = Pick<CountryRules, 'code' | 'businessNumberLabel'>;

/** A business number as stored: digits only. Spaces, dots and hyphens are ignored. */
export function parseBusinessNumber(
  typed: string,
  { code, businessNumberLabel: label }: Numbering,
  field = 'abn',
): Decision<string> {
  const { length, isSound } = numberSchemes[code].businessNumber;
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
export function formatBusinessNumber(digits: string, { code }: Pick<Numbering, 'code'>): string {
  const { groups, shape } = numberSchemes[code].businessNumber;
  return digits.replace(groups, shape);
}
