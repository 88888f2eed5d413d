import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isPayer } from '@kerb/domain/access/actor.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { type ChangeGroup, readToApprove } from '@kerb/domain/agreements/change-groups.ts';
import {
  decideStatusChange,
  explainedStatuses,
  onReaching,
  type StatusStamp,
} from '@kerb/domain/agreements/transitions.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { allow } from '@kerb/domain/kernel/decision.ts';
import { isOutdated } from '@kerb/domain/kernel/group-versions.ts';
import { loanAsSigned, loanUnsigned } from '@kerb/domain/loans/loan-figures.ts';
import { approvedAlone } from '@kerb/domain/payers/contact-setters.ts';
import { decideCancelByPayer } from '@kerb/domain/payers/payer-proof.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  lockCampaign,
  updateAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { approvalOf, scheduleOf } from '@kerb/server/features/agreements/approval-facts.ts';
import { keepApprovedKey } from '@kerb/server/features/agreements/approved-key.ts';
import { isCharging } from '@kerb/server/features/agreements/charges.ts';
import { notifyTeamOfStatus } from '@kerb/server/features/agreements/notify-team.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { conflict, mustAllow, outdated, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Stamp = (agreement: AgreementRecord, now: string) => Partial<AgreementValues>;

/** A campaign that is sent again keeps the date of the first time. */
const stamps: Record<StatusStamp, Stamp> = {
  sentDate: ({ sentDate }, now) => ({ sentDate: sentDate ?? now }),
  submitDate: (_, now) => ({ applicationSubmitDate: now }),
  approvedDate: (_, now) => ({ applicationApprovedDate: now }),
  loanSigned: (agreement, now) => loanAsSigned(agreement, dayIn(agreement.tenantTimeZone, now)),
  loanUnsigned: (agreement) => loanUnsigned(agreement),
};

function stampsOf(status: AgreementStatus, agreement: AgreementRecord, now: string): Partial<AgreementValues> {
  const written: Partial<AgreementValues> = { statusLastUpdate: now };
  for (const stamp of onReaching[status].stamps) Object.assign(written, stamps[stamp](agreement, now));
  return written;
}

/**
 * Moves a locked campaign to an allowed status, and runs every effect of that status. The payer sees the reason while
 * the campaign has that status.
 */
export async function moveTo(
  work: Work,
  before: AgreementRecord,
  status: AgreementStatus,
  statusReason: string | null = null,
): Promise<void> {
  const agreement = { ...before, statusReason };
  const changes = { status, statusReason, ...stampsOf(status, agreement, work.now) };
  await updateAgreement(work.tx, agreement.id, changes, work.now);
  if (status === 'approved' || before.status === 'approved') await keepApprovedKey(work.tx, agreement, status);
  for (const effect of onReaching[status].effects) {
    await work.deps.statusEffects[effect](work, agreement, status);
  }
  await record(work, {
    activityCode: 'campaign_status_change',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: {
      status: { before: agreement.status, after: status },
      ...(statusReason && { statusReason: { before: before.statusReason, after: statusReason } }),
    },
  });
  await notifyTeamOfStatus(work, agreement, status);
  const { last } = onReaching[status];
  if (last) await work.deps.statusEffects[last](work, agreement, status);
}

type Request = {
  id: number;
  status: AgreementStatus;
  expectedStatus?: AgreementStatus | undefined;
  reason?: string | undefined;
  ifMatch: number | null;
  /** The version when the request came, if it names none. */
  arrivedAt?: number | null;
};

/**
 * The campaign's version when a request arrives that names none. Of several requests at the same time one then
 * succeeds; the others get a conflict instead of each changing the status again.
 */
export async function versionOnArrival(db: Database, id: number): Promise<number | null> {
  const row = await db.selectFrom('agreements').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version ?? null;
}

/** The records of a payer in a campaign. The team has none to prove. */
const ownRecords = async ({ tx }: Work, { actor }: AccessScope, agreementId: number) =>
  isPayer(actor.role)
    ? tx
        .selectFrom('signatories')
        .select('emailAddress')
        .where('agreementId', '=', agreementId)
        .where('userId', '=', actor.userId)
        .execute()
    : [];

export async function changeStatus(work: Work, scope: AccessScope, asked: Request): Promise<void> {
  const { id, status, expectedStatus, reason, ifMatch, arrivedAt = null } = asked;
  const agreement = await lockCampaign(work.tx, scope, id);
  const byPayer = decideCancelByPayer(scope.actor, await ownRecords(work, scope, id));
  if (!byPayer.ok) throw new Problem(403, byPayer.code, byPayer.because);
  const read: readonly ChangeGroup[] = status === 'approved' ? readToApprove : ['status'];
  if (ifMatch !== null && isOutdated(ifMatch, agreement, read)) throw outdated();
  if (arrivedAt !== null && isOutdated(arrivedAt, agreement, read)) throw conflict();
  if (expectedStatus !== undefined && expectedStatus !== agreement.status) throw conflict();
  const approval = await approvalOf(work, agreement);
  const schedule = await scheduleOf(work, agreement);
  const isApprovable = approval.ok ? allow(null) : approval;
  const facts = { ...agreement, approval: isApprovable, schedule, isCharging: await isCharging(work, agreement) };
  const move = decideStatusChange(facts, status, standingTowards(scope.actor, agreement));
  await moveTo(work, agreement, mustAllow(move), explainedStatuses.includes(status) ? reason || null : null);
  if (status !== 'approved' || !approval.ok || !approval.value.isAlone) return;
  const { tenantId } = agreement;
  await record(work, { activityCode: 'campaign_update', description: approvedAlone, agreementId: id, tenantId });
}
