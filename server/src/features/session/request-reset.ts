import { setTimeout as pause } from 'node:timers/promises';
import { typedAccount } from '@kerb/server/features/session/check-password.ts';
import { sendReset } from '@kerb/server/features/session/password-links.ts';
import { type Person, personToReset } from '@kerb/server/features/session/people.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';

/** Longer than it takes to write a message, so that the response time does not reveal whether one was written. */
const shortestMs = 200;

async function sendWhereKnown(deps: Deps, by: By, person: Person | null): Promise<void> {
  if (person) await inTransaction(deps, by, (work) => sendReset(work, person.id));
}

/** Sends a link to set a new password if there is such an account. The response is the same in both cases. */
export async function requestReset(deps: Deps, by: By, logonIdentifier: string): Promise<void> {
  const identifier = logonIdentifier.replaceAll('\0', '').trim();
  const network = networkOf(by.ipAddress ?? '');
  await countAttempt(deps.db, 'resetPerAddress', network);
  const person = await personToReset(deps.db, identifier);
  const account = person ? accountOfUser(person.id) : typedAccount(identifier);
  await countAttempt(deps.db, 'resetPerAccountAndAddress', `${account} ${network}`);
  await countAttempt(deps.db, 'resetPerAccount', account);
  await Promise.all([sendWhereKnown(deps, by, person), pause(shortestMs)]);
}
