import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { type Person, personById } from '@kerb/server/features/session/people.repository.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';

const stepMinutes = 10;

export type WaitingSignIn = { userId: number; means: SignInMeans; back: string };

/** Stores a sign-in after a correct password until the code is entered. The token alone gives no access. */
export async function beginStep(tx: Tx, waiting: WaitingSignIn): Promise<string> {
  const token = randomToken();
  const expiryDate = addMinutes(realNow(), stepMinutes);
  await tx
    .insertInto('signInSteps')
    .values({ hash: sha256(token), ...waiting, expiryDate })
    .execute();
  return token;
}

export type Step = WaitingSignIn & { person: Person };

/** The waiting sign-in, if it has not expired and its user may still log in. */
export async function findStep(db: Database, token: string): Promise<Step | null> {
  const row = await db
    .selectFrom('signInSteps')
    .select(['userId', 'means', 'back'])
    .where('hash', '=', sha256(token))
    .where('expiryDate', '>', realNow())
    .executeTakeFirst();
  const person = row && (await personById(db, row.userId));
  return person ? { ...row, person } : null;
}

/** False if another request has ended it first. */
export async function endStep(tx: Tx, token: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('signInSteps')
    .where('hash', '=', sha256(token))
    .returning('userId')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function endAllSteps(tx: Tx): Promise<void> {
  await tx.deleteFrom('signInSteps').execute();
}

export async function endStepsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('signInSteps').where('userId', '=', userId).execute();
}
