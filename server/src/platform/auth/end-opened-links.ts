import { endSignIn } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Ends the sign-ins by Payment URLs that a person opened who may no longer open them in that organisation. */
export async function endSignInsOpenedBy({ tx }: Work, { userId, mayStill }: ReviewedPerson): Promise<void> {
  const opened = await tx
    .selectFrom('signIns as s')
    .innerJoin('agreements as a', 'a.id', 's.agreementId')
    .select(['s.id', 'a.tenantId'])
    .where('s.openedByUserId', '=', userId)
    .where('s.endedDate', 'is', null)
    .where('s.expiryDate', '>', realNow())
    .orderBy('s.id')
    .execute();
  for (const { id, tenantId } of opened) if (!mayStill(tenantId)) await endSignIn(tx, id);
}
