import { randomInt } from 'node:crypto';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { countAttempt } from '@kerb/server/platform/auth/throttle.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Without signs that look alike, on paper or by ear. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 6;

/** What a code proves, and for whom: a code for one telephone is none for another. */
export type CodeFor = { purpose: 'mobile' | 'email' | 'sign'; subject: string };

const keyOf = ({ purpose, subject }: CodeFor) => `${purpose} ${subject}`;

const hashOf = ({ deps }: Pick<Work, 'deps'>, of: CodeFor, code: string) =>
  deps.secrets.derive('codes', `${keyOf(of)} ${code.trim().toUpperCase()}`);

/** Before the transaction: a send that is refused counts too. */
export const countSend = (db: Database, of: CodeFor): Promise<void> => countAttempt(db, 'codeSends', keyOf(of));

/** Before the transaction. A new code does not begin the count anew, so that guessing cannot go on by asking again. */
export const countGuess = (db: Database, of: CodeFor): Promise<void> => countAttempt(db, 'codeGuesses', keyOf(of));

/** Makes a code, for a message to carry; what is stored cannot be turned back into it. The one before stops working. */
export async function issueCode(work: Work, of: CodeFor): Promise<string> {
  const code = Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
  const kept = { hash: hashOf(work, of, code), expiryDate: addMinutes(work.now, codeMinutes) };
  await work.tx
    .insertInto('codes')
    .values({ ...of, ...kept })
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(kept))
    .execute();
  return code;
}

/**
 * True once for the right code within its time, which the deployment's clock tells, as it does on the screen. A code
 * that would work for longer than any does was sent before a sandbox's clock was moved back: that keeps none alive.
 */
export async function useCode(work: Work, of: CodeFor, typed: string): Promise<boolean> {
  const used = await work.tx
    .deleteFrom('codes')
    .where('purpose', '=', of.purpose)
    .where('subject', '=', of.subject)
    .where('hash', '=', hashOf(work, of, typed))
    .where('expiryDate', '>', work.now)
    .where('expiryDate', '<=', addMinutes(work.now, codeMinutes))
    .returning('subject')
    .executeTakeFirst();
  return used !== undefined;
}
