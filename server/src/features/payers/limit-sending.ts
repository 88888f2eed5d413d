import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';

type Sending = { id: number; vendorIds?: readonly number[] | undefined };

/**
 * Rate limits sending by the number of payers, because Send All sends one message to each payer. Counts for the person
 * at the keyboard, so that an admin who impersonates does not use up the limit of the person they view as.
 */
export async function limitSending(db: Database, scope: AccessScope, { id, vendorIds }: Sending): Promise<void> {
  const agreement = await campaignInScope(db, scope, id);
  const reached = vendorIds ? new Set(vendorIds).size : (await payersOf(db, id)).length;
  if (reached === 0) return;
  await countAttempt(db, 'messagesPerPerson', String(realActorOf(scope.actor).userId), reached);
  await countAttempt(db, 'messagesPerOrganisation', String(agreement.tenantId), reached);
}
