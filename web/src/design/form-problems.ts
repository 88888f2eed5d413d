import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import { ApiProblem, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import * as z from 'zod/mini';

/** The first error of each field, by its path: `vendors.0.emailAddress`. */
export type FieldMessages = Record<string, string>;

/** The contract's errors for a body built from the typed values. */
export function messagesByContract<Body extends z.ZodMiniType>(contract: Body, body: unknown): FieldMessages {
  const checked = z.safeEncode(contract, body as z.output<Body>);
  if (checked.success) return {};
  const messages: FieldMessages = {};
  for (const issue of checked.error.issues) {
    const path = issue.path.map(String).join('.');
    messages[path] ??= issue.message;
  }
  return messages;
}

export const messagesOf = (validation: FieldErrors): FieldMessages =>
  Object.fromEntries(
    Object.entries(validation).flatMap(([path, errors]) => (errors[0] ? [[path, errors[0].message]] : [])),
  );

export type FormNotice = { kind: 'problem'; lines: string[] } | { kind: 'conflict'; isEarly?: true };

/** A save names the version that it was read at. Some forms send their own instead. */
const conflicts: readonly string[] = ['/problems/precondition-failed', '/problems/conflict'];

/** True if another user saved first. A refusing rule answers 409 too, but its own message says more. */
export const isConflict = (error: unknown): boolean => error instanceof ApiProblem && conflicts.includes(error.type);

/** The notice above the form. An error of a field that is in the form is shown under that field instead. */
export function noticeFor(error: unknown, isInForm: (path: string) => boolean): FormNotice | null {
  const messages = error instanceof ApiProblem ? messagesOf(error.validation) : {};
  const unmatchedErrors = Object.entries(messages)
    .filter(([path]) => !isInForm(path))
    .map(([, message]) => message);
  if (unmatchedErrors.length > 0) return { kind: 'problem', lines: unmatchedErrors };
  return Object.keys(messages).length > 0 ? null : { kind: 'problem', lines: [sentenceFor(error)] };
}
