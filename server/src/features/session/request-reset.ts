import { setTimeout as pause } from 'node:timers/promises';
import { sendReset } from '@kerb/server/features/session/password-links.ts';
import { personToReset } from '@kerb/server/features/session/people.repository.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/auth/throttle.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';

/** Longer than it takes to write a message, so that the response time does not reveal whether one was written. */
const shortestMs = 200;

async function sendWhereKnown(deps: Deps, by: By, identifier: string): Promise<void> {
  const person = await personToReset(deps.db, identifier);
  if (person) await inTransaction(deps, by, (work) => sendReset(work, person.id));
}

/** Sends a link to set a new password if there is such an account. The response is the same in both cases. */
export async function requestReset(deps: Deps, by: By, logonIdentifier: string): Promise<void> {
  const identifier = logonIdentifier.replaceAll('\0', '').trim();
  await countAttempt(deps.db, 'resetPerAddress', networkOf(by.ipAddress ?? ''));
  await countAttempt(deps.db, 'resetPerAccount', identifier.toLowerCase());
  await Promise.all([sendWhereKnown(deps, by, identifier), pause(shortestMs)]);
}
