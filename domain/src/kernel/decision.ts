/** What is wrong with a field, in the closed list of types that every client knows. */
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

/** A rule either allows a thing or says, in words that a person can read, why not. */
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

export const fieldError = (field: string, type: FieldErrorType, message: string): FieldErrors => ({
  [field]: [{ type, message }],
});
