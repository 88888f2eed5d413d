import { openActsOf } from '@kerb/server/features/approvals/acts.repository.ts';
import { closeAct } from '@kerb/server/features/approvals/decide-act.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Ends the requests of a person who may no longer ask for them. All admins are told. */
export async function endActsOf(work: Work, { userId, mayStill }: ReviewedPerson): Promise<void> {
  if (mayStill()) return;
  for (const act of await openActsOf(work.tx, userId)) await closeAct(work, act, 'ended');
}
