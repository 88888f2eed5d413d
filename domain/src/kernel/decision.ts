import type { ProblemCode } from '@kerb/domain/kernel/problem-types.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
/** The types of field error: a closed list that every client knows. */
export const fieldErrorTypes = [
  'conflictingValue',
  'notValid',
  'isEmpty',
  'notDigits',
  'stringLengthTooLong',
  'stringLengthTooShort',
  'unrecognized',
  'missing',
] as const;
export type FieldErrorType = (typeof fieldErrorTypes)[number];
export type FieldErrors = Record<string, { type: FieldErrorType; message: string }[]>;

/** A rule either allows something or gives the reason why not, in plain words. */
export type Decision<T, Code extends string = ProblemCode> =
  | { ok: true; value: T }
  | { ok: false; code: Code; because: string; validation?: FieldErrors };

export const allow = <T>(value: T): Decision<T, never> => ({ ok: true, value });

/** The code is that of a problem, unless the decision has codes of its own. */
export const refuse = <const Code extends string = ProblemCode>(
  code: Code,
  because: string,
  validation?: FieldErrors,
): Decision<never, Code> => ({
  ok: false,
  code,
  because,
  ...(validation && { validation }),
});

export const checkFieldsText = 'Please check the highlighted fields.';

export const refuseFields = (validation: FieldErrors, code: ProblemCode = 'invalid'): Decision<never> =>
  refuse(code, checkFieldsText, validation);

/** The error of each field that is missing. */
export const missingFields = (names: readonly string[]): FieldErrors =>
  Object.fromEntries(names.map((name) => [name, [{ type: 'missing', message: fieldWords.required }]]));

export const fieldError = (field: string, type: FieldErrorType, message: string): FieldErrors => ({
  [field]: [{ type, message }],
});
