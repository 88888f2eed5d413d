import {
  allow,
  type Decision,
  type FieldErrors,
  type FieldErrorType,
  refuseFields,
} from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { digitsFormat } from '@kerb/domain/wire/codecs.ts';
import { wordsFor } from '@kerb/domain/wire/issue-words.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import * as z from 'zod/mini';

/** The type of an issue, from the closed list that every client knows. */
function typeOf(issue: z.core.$ZodIssue): FieldErrorType {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'missing' : 'notValid';
    case 'too_small':
      if (issue.origin !== 'string') return 'notValid';
      return issue.minimum === 1 ? 'isEmpty' : 'stringLengthTooShort';
    case 'too_big':
      return issue.origin === 'string' ? 'stringLengthTooLong' : 'notValid';
    case 'invalid_format':
      return issue.format === digitsFormat ? 'notDigits' : 'notValid';
    default:
      return 'notValid';
  }
}

function fieldErrorsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // Without a prototype, because a client may send a field named 'valueOf'.
  const errors: FieldErrors = Object.create(null);
  const add = (path: PropertyKey[], error: FieldErrors[string][number]) => {
    const field = path.map(String).join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), error];
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        add([...issue.path, key], { type: 'unrecognized', message: fieldWords.unknownField });
    } else {
      add(issue.path, { type: typeOf(issue), message: issue.message });
    }
  }
  return errors;
}

/** Refuses each parameter of a query that the endpoint does not have, by its name. */
export function refuseUnknownNames(query: unknown, known: readonly string[]): void {
  const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const error = { type: 'unrecognized' as const, message: fieldWords.unknownParameter };
  throw invalid(Object.assign(Object.create(null), Object.fromEntries(unknown.map((name) => [name, [error]]))));
}

/** The decoded value, or the errors of its fields. */
export function decode<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): Decision<z.output<Schema>> {
  const result = z.safeDecode(schema, input as z.input<Schema>, { reportInput: true, error: wordsFor });
  return result.success ? allow(result.data) : refuseFields(fieldErrorsOf(result.error.issues));
}

export const parse = <Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> =>
  mustAllow(decode(schema, input));
