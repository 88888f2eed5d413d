import { openActsAbout, openActsOf } from '@kerb/server/features/approvals/acts.repository.ts';
import { closeAct } from '@kerb/server/features/approvals/decide-act.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Ends the requests of a person who may no longer ask for them, and those about a person whose role or account has
 * changed: a person who was disabled because of a fraud must not become an admin by an earlier request. All admins are
 * told. An open request about an active admin is the one that has just made them an admin.
 */
export async function endActsOf(work: Work, { userId, mayStill, isAccountChanged }: ReviewedPerson): Promise<void> {
  if (mayStill()) return;
  for (const act of await openActsOf(work.tx, userId)) await closeAct(work, act, 'ended');
  if (!isAccountChanged) return;
  for (const act of await openActsAbout(work.tx, userId)) await closeAct(work, act, 'ended');
}
