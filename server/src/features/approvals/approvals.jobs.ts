import { lockAct, overdueActs } from '@kerb/server/features/approvals/acts.repository.ts';
import { closeAct } from '@kerb/server/features/approvals/decide-act.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachLot } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

const expire = (deps: Deps, id: number): Promise<void> =>
  inTransaction(deps, byTheProduct, async (work) => {
    const act = await lockAct(work.tx, id);
    if (act.outcome === null && act.expiryDate <= work.now) await closeAct(work, act, 'expired');
  });

/** Closes the acts that nobody confirmed in time. */
export const expireActs = (deps: Deps): Promise<void> =>
  forEachLot(
    deps,
    (after: number | undefined, most) => overdueActs(deps.db, deps.clock.now(), after ?? 0, most),
    (id) => ({ kind: 'request', id }),
    (id) => expire(deps, id),
  );

export const approvalJobs: Job[] = [{ name: 'expire-acts', every: '23 * * * *', run: expireActs }];
