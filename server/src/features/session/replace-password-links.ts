import { endPasswordLinks, sendInvite } from '@kerb/server/features/session/password-links.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Ends the links that set a password when the role or the account changes: the link was sent for other rights. A person
 * who was invited and has not set a password yet gets a new link.
 */
export async function replacePasswordLinks(
  work: Work,
  { userId, isAccountChanged }: Pick<ReviewedPerson, 'userId' | 'isAccountChanged'>,
): Promise<void> {
  if (!isAccountChanged) return;
  const invited = await work.tx
    .selectFrom('passwordLinks')
    .select('userId')
    .where('userId', '=', userId)
    .where('purpose', '=', 'invite')
    .where('usedDate', 'is', null)
    .where('expiryDate', '>', realNow())
    .executeTakeFirst();
  await endPasswordLinks(work.tx, userId);
  // It sends nothing to a disabled person.
  if (invited) await sendInvite(work, userId);
}
