import { lockAct, overdueActs } from '@kerb/server/features/approvals/acts.repository.ts';
import { closeAct } from '@kerb/server/features/approvals/decide-act.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

/** Closes the acts that nobody confirmed in time. */
export async function expireActs(deps: Deps): Promise<void> {
  const overdue = await overdueActs(deps.db, deps.clock.now());
  await forEachRow(
    deps,
    overdue,
    (id) => ({ kind: 'request', id }),
    (id) =>
      inTransaction(deps, byTheProduct, async (work) => {
        const act = await lockAct(work.tx, id);
        if (act.outcome === null && act.expiryDate <= work.now) await closeAct(work, act, 'expired');
      }),
  );
}

export const approvalJobs: Job[] = [{ name: 'expire-acts', every: '23 * * * *', run: expireActs }];
