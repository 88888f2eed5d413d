import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { momentOf } from '@kerb/domain/kernel/dates.ts';
import { demoPeople } from '@kerb/server/demo/people.ts';
import { paidByBatch } from '@kerb/server/demo/plan-loans.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { makeBatch } from '@kerb/server/features/batches/make-batch.ts';
import { approveBatch, processBatch } from '@kerb/server/features/batches/move-batch.ts';
import { transferBatch } from '@kerb/server/features/batches/transfer-batch.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** After the last step of any campaign. Those end at least three minutes before now. */
const firstSecondsAgo = 150;
const secondsApart = 20;

/** Makes one batch that is paid and one that waits for a second admin. */
export async function addBatches(work: Work, { actors, tenantIds }: DemoRecords): Promise<void> {
  const admins = demoPeople.filter(({ role }) => role === 'admin').map(({ emailAddress }) => actors.get(emailAddress));
  let secondsAgo = firstSecondsAgo;
  const as = (actor: Actor | undefined) => {
    const scope = actor && accessScopeOf(actor, 'batch.make');
    if (!actor || !scope) throw new Error('the demo has fewer than two admins');
    secondsAgo -= secondsApart;
    const now = momentOf(Temporal.Instant.from(work.now).subtract({ seconds: secondsAgo }));
    return [{ ...work, actor, now }, scope] as const;
  };
  const [first, second] = admins;
  // This organisation is owed only loans, so paying it changes no campaign's status.
  const tenants = [tenantIds[paidByBatch]];
  const paid = await makeBatch(...as(second), { tenants, includesToCome: true });
  await approveBatch(...as(first), paid);
  await processBatch(...as(first), paid);
  await transferBatch(...as(first), paid);
  await makeBatch(...as(second), { tenants: [tenantIds.coast], includesToCome: true });
}
