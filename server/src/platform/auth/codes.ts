import { randomInt } from 'node:crypto';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { invalid, recorded } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Digits only, so that a phone shows its number keys. The limit of guesses protects so short a code. */
const length = 6;

/** What a code proves, and for whom. A code for one phone does not work for another. */
export type CodeFor = { purpose: 'mobile' | 'email' | 'sign' | 'unlock'; subject: string };

const keyOf = ({ purpose, subject }: CodeFor) => `${purpose} ${subject}`;

const wordsOf = (of: CodeFor, code: string) => `${keyOf(of)} ${code.trim().toUpperCase()}`;

/** The refusal of a code that `useCode` does not accept, at the field in which it was typed. */
export const wrongCode = (field: string) =>
  recorded(
    invalid(fieldError(field, 'notValid', 'That code is not right, or has expired. Check it, or ask for a new one.')),
    'code-refused',
  );

/** Called before the transaction, so that a refused send counts too. */
export const countSend = (db: Database, of: CodeFor): Promise<void> => countAttempt(db, 'codeSends', keyOf(of));

/**
 * Called before the transaction. A new code does not reset the count; otherwise guessing could continue by asking
 * again.
 */
export const countGuess = (db: Database, of: CodeFor): Promise<void> => countAttempt(db, 'codeGuesses', keyOf(of));

/** Creates a code for a message and stores only a hash. The previous code stops working. */
export async function issueCode(work: Work, of: CodeFor): Promise<string> {
  const code = String(randomInt(10 ** length)).padStart(length, '0');
  const kept = {
    hash: work.deps.secrets.derive('codes', wordsOf(of, code)),
    expiryDate: addMinutes(work.now, codeMinutes),
  };
  await work.tx
    .insertInto('codes')
    .values({ ...of, ...kept })
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(kept))
    .execute();
  return code;
}

/**
 * True once for the right code before it expires, by the deployment's clock, which the screen uses too. If a sandbox's
 * clock was moved back, an old code could be valid for longer than ten minutes; such a code is refused.
 */
export async function useCode(work: Work, of: CodeFor, typed: string): Promise<boolean> {
  const used = await work.tx
    .deleteFrom('codes')
    .where('purpose', '=', of.purpose)
    .where('subject', '=', of.subject)
    .where('hash', 'in', work.deps.secrets.deriveEach('codes', wordsOf(of, typed)))
    .where('expiryDate', '>', work.now)
    .where('expiryDate', '<=', addMinutes(work.now, codeMinutes))
    .returning('subject')
    .executeTakeFirst();
  return used !== undefined;
}
