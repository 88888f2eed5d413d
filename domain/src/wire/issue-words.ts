import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import type * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === '';

function tooSmall({ origin, minimum, input }: Issue): string {
  if (isEmpty(input)) return fieldWords.required;
  if (origin === 'string') return fieldWords.atLeast(Number(minimum));
  return origin === 'array' ? `Add at least ${minimum}.` : `Enter ${minimum} or more.`;
}

function tooBig({ origin, maximum }: Issue): string {
  if (origin === 'string') return fieldWords.atMost(Number(maximum));
  return origin === 'array' ? `Use at most ${maximum}.` : `Enter ${maximum} or less.`;
}

/** The words for a value that a contract refuses without its own message: the same in a form and in a response. */
export function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_type':
      if (isEmpty(issue.input)) return fieldWords.required;
      return ['number', 'int'].includes(String(issue.expected)) ? fieldWords.enterNumber : fieldWords.notValid;
    case 'invalid_format':
      if (isEmpty(issue.input)) return fieldWords.required;
      return issue.format === 'date' ? 'Enter a date.' : fieldWords.notValid;
    case 'not_multiple_of':
      return fieldWords.twoDecimals;
    case 'invalid_value':
      return isEmpty(issue.input) ? fieldWords.required : fieldWords.chooseOne;
    default:
      return fieldWords.notValid;
  }
}
