import { realActorOf } from '@kerb/domain/access/actor.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import {
  decideSchedule,
  isMarketingScheduleMissing,
  needsMarketingSchedule,
} from '@kerb/domain/documents/marketing-schedule.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
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
export const scheduleOf = async ({ tx, deps }: Work, agreement: AgreementRecord): Promise<Decision<null>> =>
  decideSchedule(agreement, await purposesFiled(tx, agreement.id), deps.country);

/**
 * Whether a budget may be raised. Sending and approving ask for the Marketing Schedule, so a campaign that was sent
 * with a smaller budget needs it before it grows beyond the limit.
 */
export async function raiseOf(
  work: Work,
  agreement: AgreementRecord,
  budget: Cents | null | undefined,
): Promise<Decision<null>> {
  const isRaised = (budget ?? 0) > (agreement.campaignBudget ?? 0);
  if (!isRaised || agreement.status === 'draft') return allow(null);
  const decided = await scheduleOf(work, { ...agreement, campaignBudget: budget ?? null });
  if (decided.ok) return decided;
  return refuse(decided.code, decided.because, fieldError('campaignBudget', 'notValid', decided.because));
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
