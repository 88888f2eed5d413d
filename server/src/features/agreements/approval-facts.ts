import { realActorOf } from '@kerb/domain/access/actor.ts';
import { isApprovedLoan } from '@kerb/domain/agreements/approved-loan.ts';
import { type Amounts, raisedAmounts } from '@kerb/domain/agreements/raised-amounts.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import {
  decideSchedule,
  isMarketingScheduleMissing,
  needsMarketingSchedule,
} from '@kerb/domain/documents/marketing-schedule.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { type ApprovalFacts, decideApproval } from '@kerb/domain/loans/approval.ts';
import { decideApprover } from '@kerb/domain/payers/contact-setters.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { isOnlyAdmin, settersOf } from '@kerb/server/platform/second-person/setters.ts';
import type { Work } from '@kerb/server/platform/work.ts';

async function purposesFiled(db: Database | Tx, agreementId: number): Promise<AttachmentPurpose[]> {
  const rows = await db.selectFrom('attachments').select('purpose').where('agreementId', '=', agreementId).execute();
  return rows.map(({ purpose }) => purpose);
}

type Country = Work['deps']['country'];

/** The facts that the approval rules need. Everything in the database counts as saved. */
export async function approvalFactsOf(
  db: Database | Tx,
  agreement: AgreementRecord,
  country: Country,
): Promise<ApprovalFacts> {
  const purposes = await purposesFiled(db, agreement.id);
  return {
    ...agreement,
    isEditing: false,
    lendingAgreements: purposes.filter((purpose) => purpose === 'lending-agreement').length,
    isScheduleMissing: needsMarketingSchedule(agreement, country)
      ? isMarketingScheduleMissing(agreement, purposes, country)
      : null,
  };
}

/** Whether the Marketing Schedule that the campaign needs is attached. */
export const scheduleOf = async (
  { tx, deps }: { tx: Database | Tx; deps: { country: Country } },
  agreement: AgreementRecord,
): Promise<Decision<null>> => decideSchedule(agreement, await purposesFiled(tx, agreement.id), deps.country);

/** Whether the amounts of a campaign may be raised as asked. `raisedAmounts` says what a larger amount needs. */
export async function raiseOf(work: Work, agreement: AgreementRecord, amounts: Amounts): Promise<Decision<null>> {
  const change = raisedAmounts(agreement, amounts);
  if (!change) return allow(null);
  const { raised, after } = change;
  const schedule = await scheduleOf(work, after);
  const decided = schedule.ok && isApprovedLoan(agreement) ? await approvalOf(work, after) : schedule;
  return decided.ok
    ? allow(null)
    : refuse(decided.code, decided.because, fieldError(raised, 'notValid', decided.because));
}

/**
 * Whether the lending rules allow this person to approve a campaign, and whether they do it alone; always allowed if
 * nothing is lent.
 */
export async function approvalOf(
  { tx, deps, actor, now }: Work,
  agreement: AgreementRecord,
): Promise<Decision<{ isAlone: boolean }>> {
  const { financeOptionCode: option, createdByUserId } = agreement;
  if (!isFinanced(option)) return allow({ isAlone: false });
  const decided = decideApproval(option, await approvalFactsOf(tx, agreement, deps.country), deps.country);
  if (!decided.ok) return decided;
  if (!actor) return allow({ isAlone: false });
  const payers = await tx
    .selectFrom('signatories')
    .select(['userId', 'contactSetterIds'])
    .where('agreementId', '=', agreement.id)
    .execute();
  const { userId } = realActorOf(actor);
  const person = { userId, now, isOnlyAdmin: await isOnlyAdmin(tx, userId) };
  return decideApprover({ createdByUserId, payers }, await settersOf(tx, payers), person);
}
