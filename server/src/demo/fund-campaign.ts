import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decidePayable } from '@kerb/domain/batches/owed.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { factsOf } from '@kerb/server/features/batches/owed-campaigns.ts';
import { payByHand } from '@kerb/server/features/batches/record-transfer.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Transfers what is kept for a campaign of the demo, as an admin does by hand. A loan that may be cancelled waits. */
export async function fundCampaign(work: Work, scope: AccessScope, id: number): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const facts = { ...factsOf(work, agreement, false), fundManually: true };
  const amount = decidePayable(facts, 'hand', work.deps.country);
  if (!amount.ok) return;
  const date = dayIn(agreement.tenantTimeZone, work.now);
  await payByHand(work, agreement, amount.value, { date, description: `Transfer of ${date}` });
}
