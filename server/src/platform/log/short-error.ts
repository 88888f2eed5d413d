import { describeError } from '@kerb/server/platform/log/describe-error.ts';

const longestWords = 300;

/** An error in a few words for the database and for admins. Redacted, so it quotes no personal data. */
export function shortError(error: unknown): { errorCode: string; error: string } {
  const { name, code, message } = describeError(error, { inFull: false });
  return { errorCode: code ?? name, error: message.slice(0, longestWords) };
}
