import { asciiAddress } from '@kerb/domain/wire/codecs.ts';
import {
  type Account,
  accountByLogon,
  accountByUser,
  type Person,
} from '@kerb/server/features/session/people.repository.ts';
import { isPassword } from '@kerb/server/platform/auth/password.ts';
import { clearAttempts, countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/auth/throttle.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';

/** An account that somebody wants to log in to. `name` is the same for every spelling of its address. */
export type Wanted = { found: Account | null; name: string };

export async function wantedAccount(db: Database, email: string): Promise<Wanted> {
  const found = await accountByLogon(db, email);
  return { found, name: found ? accountOfUser(found.id) : `typed ${asciiAddress(email).toLowerCase()}` };
}

async function personWith(found: Account | null, password: string): Promise<Person | null> {
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  return found?.isUsable && isRight ? found : null;
}

type Attempt = { wanted: Wanted; password: string; ipAddress: string };

/** Null for every kind of failure, after the same work, so that nobody can find out which accounts exist. */
export async function checkPassword(db: Database, { wanted, password, ipAddress }: Attempt): Promise<Person | null> {
  const network = networkOf(ipAddress);
  await countAttempt(db, 'signInPerAddress', network);
  await countAttempt(db, 'signInPerAccount', wanted.name);
  const person = await personWith(wanted.found, password);
  if (!person) return null;
  await clearAttempts(db, 'signInPerAccount', wanted.name);
  await uncountAttempt(db, 'signInPerAddress', network);
  return person;
}

/** The person behind a request, if this is their password. Only they can use up these attempts. */
export async function checkOwnPassword(
  db: Database,
  { userId, password }: { userId: number; password: string },
): Promise<Person | null> {
  await countAttempt(db, 'ownPasswordPerPerson', String(userId));
  const person = await personWith(await accountByUser(db, userId), password);
  if (person) await clearAttempts(db, 'ownPasswordPerPerson', String(userId));
  return person;
}
