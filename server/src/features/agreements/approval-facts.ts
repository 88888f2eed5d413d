import { allow, type Decision } from '@kerb/domain/kernel/decision.ts';
import { type ApprovalFacts, decideApproval } from '@kerb/domain/loans/approval.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The facts that the approval rules need. Everything in the database counts as saved. */
export async function approvalFactsOf(db: Database | Tx, agreement: AgreementRecord): Promise<ApprovalFacts> {
  const { count } = await db
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agreementId', '=', agreement.id)
    .where('purpose', '=', 'lending-agreement')
    .executeTakeFirstOrThrow();
  return { ...agreement, isEditing: false, lendingAgreements: Number(count) };
}

/** Whether the lending rules allow the approval of a campaign; always allowed if nothing is lent. */
export async function approvalOf({ tx, deps }: Work, agreement: AgreementRecord): Promise<Decision<null>> {
  const { financeOptionCode: option } = agreement;
  if (!isFinanced(option)) return allow(null);
  return decideApproval(option, await approvalFactsOf(tx, agreement), deps.country);
}
