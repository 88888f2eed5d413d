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
export type Decision<T> =
  | { ok: true; value: T }
  | { ok: false; code: string; because: string; validation?: FieldErrors };

export const allow = <T>(value: T): Decision<T> => ({ ok: true, value });

export const refuse = (code: string, because: string, validation?: FieldErrors): Decision<never> => ({
  ok: false,
  code,
  because,
  ...(validation && { validation }),
});

export const checkFieldsText = 'Please check the highlighted fields.';

export const refuseFields = (validation: FieldErrors, code = 'invalid'): Decision<never> =>
  refuse(code, checkFieldsText, validation);

/** The error of each field that is missing. */
export const missingFields = (names: readonly string[]): FieldErrors =>
  Object.fromEntries(names.map((name) => [name, [{ type: 'missing', message: fieldWords.required }]]));

export const fieldError = (field: string, type: FieldErrorType, message: string): FieldErrors => ({
  [field]: [{ type, message }],
});
