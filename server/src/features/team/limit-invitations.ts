import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';

/** Rate limited before anything is written, so that refused attempts count too. */
export async function limitInvitations(
  { db }: Pick<Deps, 'db'>,
  scope: AccessScope,
  tenantId: number,
  addresses: readonly string[],
): Promise<void> {
  await countAttempt(db, 'messagesPerPerson', String(realActorOf(scope.actor).userId), addresses.length);
  await countAttempt(db, 'messagesPerOrganisation', String(tenantId), addresses.length);
  for (const address of addresses) await countAttempt(db, 'invitationPerAddressee', address.toLowerCase());
}
