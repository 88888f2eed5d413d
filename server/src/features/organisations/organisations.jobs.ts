import { settleBankAccounts } from '@kerb/server/features/organisations/change-bank-account.ts';
import { tenantsWithDueAccount } from '@kerb/server/features/organisations/settings.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

export async function settleDueAccounts(deps: Deps): Promise<void> {
  await forEachRow(
    deps,
    await tenantsWithDueAccount(deps.db, deps.clock.now()),
    (id) => ({ kind: 'organisation', id }),
    (id) => inTransaction(deps, byTheProduct, (work) => settleBankAccounts(work, id)),
  );
}

export const organisationJobs: Job[] = [{ name: 'settle-bank-accounts', every: '*/5 * * * *', run: settleDueAccounts }];
