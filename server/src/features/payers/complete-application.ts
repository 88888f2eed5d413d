import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { isAnsweredByAll } from '@kerb/domain/signing/guided-flow.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Submits the application of a locked campaign once every payer has done their part. */
export async function completeApplication(
  work: Work,
  agreement: AgreementRecord,
  payers: readonly { submittedDate: Moment | null }[],
): Promise<void> {
  if (!isAnsweredByAll(agreement, payers)) return;
  await moveTo(work, agreement, mustAllow(decideStatusChange(agreement, 'waiting-approval', 'product')));
}
