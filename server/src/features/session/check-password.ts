import { accountByLogon, type Person } from '@kerb/server/features/session/people.repository.ts';
import { isPassword } from '@kerb/server/platform/auth/password.ts';
import { clearAttempts, countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/auth/throttle.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

type Attempt = { email: string; password: string; ipAddress: string };

/** Null for every kind of failure, after the same work, so that nobody can find out which accounts exist. */
export async function checkPassword(db: Database, { email, password, ipAddress }: Attempt): Promise<Person | null> {
  const [account, network] = [email.toLowerCase(), networkOf(ipAddress)];
  await countAttempt(db, 'signInPerAddress', network);
  await countAttempt(db, 'signInPerAccount', account);
  const found = await accountByLogon(db, email);
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  if (!found || !isRight || !found.isUsable) return null;
  await clearAttempts(db, 'signInPerAccount', account);
  await uncountAttempt(db, 'signInPerAddress', network);
  return found;
}
