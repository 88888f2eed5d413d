import { asciiAddress } from '@kerb/domain/wire/codecs.ts';
import {
  type Account,
  accountByLogon,
  accountByUser,
  type Person,
} from '@kerb/server/features/session/people.repository.ts';
import { type HashTurn, isPassword, turnOfPerson, turnOfStranger } from '@kerb/server/platform/auth/password.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import {
  type Attempts,
  clearAll,
  clearAttempts,
  countAll,
  countAttempt,
  networkOf,
  uncountAll,
} from '@kerb/server/platform/limits/throttle.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';

/** An account that somebody wants to log in to. `name` is the same for every spelling of its address. */
export type Wanted = { found: Account | null; name: string };

/** The name of an account that does not exist. */
export const typedAccount = (typed: string): string => `typed ${asciiAddress(typed).toLowerCase()}`;

export async function wantedAccount(db: Database, email: string): Promise<Wanted> {
  const found = await accountByLogon(db, email);
  return { found, name: found ? accountOfUser(found.id) : typedAccount(email) };
}

async function personWith(found: Account | null, password: string, turn: HashTurn): Promise<Person | null> {
  const isRight = await isPassword(password, found?.passwordHash ?? null, turn);
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
  const ofNetwork: Attempts = deviceId === null ? [['signInPerAddress', network]] : [];
  await countAll(db, [...ofNetwork, ...attempts]);
  const turn = deviceId !== null && wanted.found ? turnOfPerson(wanted.found.id) : turnOfStranger(ipAddress);
  const person = await personWith(wanted.found, password, turn).catch(async (error: unknown) => {
    // The queue is full: the password was not looked at, so it is no attempt.
    await uncountAll(db, [...ofNetwork, ...attempts]);
    throw error;
  });
  if (!person) return null;
  await clearAll(db, attempts);
  await uncountAll(db, ofNetwork);
  return person;
}

/** The person behind a request, if this is their password. Only they can use up these attempts. */
export async function checkOwnPassword(
  db: Database,
  { userId, password }: { userId: number; password: string },
): Promise<Person | null> {
  await countAttempt(db, 'ownPasswordPerPerson', String(userId));
  const person = await personWith(await accountByUser(db, userId), password, turnOfPerson(userId));
  if (person) await clearAttempts(db, 'ownPasswordPerPerson', String(userId));
  return person;
}
