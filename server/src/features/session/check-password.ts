import { asciiAddress } from '@kerb/domain/wire/codecs.ts';
import {
  type Account,
  accountByLogon,
  accountByUser,
  type Person,
} from '@kerb/server/features/session/people.repository.ts';
import { isPassword } from '@kerb/server/platform/auth/password.ts';
import {
  type Attempts,
  clearAll,
  clearAttempts,
  countAll,
  countAttempt,
  networkOf,
  uncountAttempt,
} from '@kerb/server/platform/auth/throttle.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';

/** An account that somebody wants to log in to. `name` is the same for every spelling of its address. */
export type Wanted = { found: Account | null; name: string };

/** The name of an account that does not exist. */
export const typedAccount = (typed: string): string => `typed ${asciiAddress(typed).toLowerCase()}`;

export async function wantedAccount(db: Database, email: string): Promise<Wanted> {
  const found = await accountByLogon(db, email);
  return { found, name: found ? accountOfUser(found.id) : typedAccount(email) };
}

async function personWith(found: Account | null, password: string): Promise<Person | null> {
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  return found?.isUsable && isRight ? found : null;
}

/** `deviceId`: the browser, if this person has logged in with it before. */
type Attempt = { wanted: Wanted; password: string; ipAddress: string; deviceId: number | null };

/**
 * A known browser has a count of its own, so that nobody else can lock its owner out. Elsewhere an account has one
 * count for each network, and a higher one for all.
 */
const attemptsOf = (name: string, network: string, deviceId: number | null): Attempts =>
  deviceId === null
    ? [
        ['signInPerAccountAndAddress', `${name} ${network}`],
        ['signInPerAccount', name],
      ]
    : [['signInPerDevice', `${name} ${deviceId}`]];

/** Null for every kind of failure, after the same work, so that nobody can find out which accounts exist. */
export async function checkPassword(db: Database, attempt: Attempt): Promise<Person | null> {
  const { wanted, password, ipAddress, deviceId } = attempt;
  const network = networkOf(ipAddress);
  const attempts = attemptsOf(wanted.name, network, deviceId);
  if (deviceId === null) await countAttempt(db, 'signInPerAddress', network);
  await countAll(db, attempts);
  const person = await personWith(wanted.found, password);
  if (!person) return null;
  await clearAll(db, attempts);
  if (deviceId === null) await uncountAttempt(db, 'signInPerAddress', network);
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
