import * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === '';

function tooSmall({ origin, minimum, input }: Issue): string {
  if (isEmpty(input)) return 'This is required.';
  if (origin === 'string') return `Use at least ${minimum} characters.`;
  return origin === 'array' ? `Add at least ${minimum}.` : `Enter ${minimum} or more.`;
}

function tooBig({ origin, maximum }: Issue): string {
  if (origin === 'string') return `Use at most ${maximum} characters.`;
  return origin === 'array' ? `Use at most ${maximum}.` : `Enter ${maximum} or less.`;
}

/** A form's message for a value that the contract refuses without its own message. */
export function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_type':
      if (isEmpty(issue.input)) return 'This is required.';
      return ['number', 'int'].includes(String(issue.expected)) ? 'Enter a number.' : 'That is not valid.';
    case 'invalid_format':
      if (isEmpty(issue.input)) return 'This is required.';
      return issue.format === 'date' ? 'Enter a date.' : 'That is not valid.';
    case 'not_multiple_of':
      return 'Enter an amount with at most two decimals.';
    case 'invalid_value':
      return isEmpty(issue.input) ? 'This is required.' : 'Choose one of the options.';
    default:
      return 'That is not valid.';
  }
}

/** jitless: the page's content security policy forbids eval. */
export const setValidationWords = (): void => {
  z.config({ localeError: wordsFor, jitless: true });
};
