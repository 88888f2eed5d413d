import type { FieldErrors, FieldErrorType } from '@kerb/domain/kernel/decision.ts';
import { digitsFormat } from '@kerb/domain/wire/codecs.ts';
import { invalid } from '@kerb/server/platform/http/problem.ts';
import * as z from 'zod/mini';

/** The field error of an issue: a type from the closed list, and its message. */
function errorOf(issue: z.core.$ZodIssue): { type: FieldErrorType; message: string } {
  const says = (type: FieldErrorType, message: string) => ({ type, message });
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? says('missing', 'This is required.') : says('notValid', 'This is not valid.');
    case 'too_small':
      if (issue.origin !== 'string') return says('notValid', `This must be at least ${issue.minimum}.`);
      return issue.minimum === 1
        ? says('isEmpty', 'This must not be empty.')
        : says('stringLengthTooShort', `This must have at least ${issue.minimum} characters.`);
    case 'too_big':
      return issue.origin === 'string'
        ? says('stringLengthTooLong', `This must have at most ${issue.maximum} characters.`)
        : says('notValid', `This must be at most ${issue.maximum}.`);
    case 'invalid_format':
      return issue.format === digitsFormat
        ? says('notDigits', 'This must be digits only.')
        : says('notValid', wordsOf(issue));
    case 'custom':
      return says('notValid', wordsOf(issue));
    default:
      return says('notValid', 'This is not valid.');
  }
}

const wordsOf = (issue: z.core.$ZodIssue) => (issue.message === 'Invalid input' ? 'This is not valid.' : issue.message);

export function fieldErrorsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // Without a prototype, because a client may send a field named 'valueOf'.
  const errors: FieldErrors = Object.create(null);
  const add = (path: PropertyKey[], error: FieldErrors[string][number]) => {
    const field = path.map(String).join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), error];
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        add([...issue.path, key], { type: 'unrecognized', message: 'This field is not known.' });
    } else {
      add(issue.path, errorOf(issue));
    }
  }
  return errors;
}

export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = z.safeDecode(schema, input as z.input<Schema>, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(fieldErrorsOf(result.error.issues));
}
