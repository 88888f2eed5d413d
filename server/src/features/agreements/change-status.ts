import type { Sight } from '@kerb/domain/access/sight.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import {
  decideStatusChange,
  effectsOnReaching,
  explainedStatuses,
  type StatusEffect,
} from '@kerb/domain/agreements/transitions.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { isOutdated } from '@kerb/domain/kernel/group-versions.ts';
import { loanAsSigned, loanUnsigned } from '@kerb/domain/loans/loan-figures.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  lockAgreement,
  updateAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { approvalOf } from '@kerb/server/features/agreements/approval-facts.ts';
import { endPaymentLinks, issueMissingPaymentLinks } from '@kerb/server/features/agreements/payment-links.ts';
import { tellPayers } from '@kerb/server/features/agreements/tell-payers.ts';
import { tellOfStatus } from '@kerb/server/features/agreements/tell-team.ts';
import { keepApplicationInStep } from '@kerb/server/features/options/keep-application.ts';
import { voidUnpaidInvoices } from '@kerb/server/features/payments/bill-campaign.ts';
import { keepMoneyAgain, releaseMoney } from '@kerb/server/features/payments/held-money.ts';
import { voidSignatures } from '@kerb/server/features/signing/void-signatures.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { conflict, mustAllow, notFound } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Effect = (work: Work, agreement: AgreementRecord, reached: AgreementStatus) => Promise<unknown>;

const effects: Record<Exclude<StatusEffect, `stamp${string}`>, Effect> = {
  issuePaymentLinks: (work, { id }) => issueMissingPaymentLinks(work, id),
  endPaymentLinks: (work, { id }) => endPaymentLinks(work, id),
  keepApplicationInStep,
  voidUnpaidInvoices,
  releaseMoney,
  tellPayers,
  voidSignatures: (work, { id }) => voidSignatures(work, id),
};

/** The dates that reaching a status writes; one already there is kept, except that sending again is sent anew. */
function stampsOf(status: AgreementStatus, agreement: AgreementRecord, now: string): Partial<AgreementValues> {
  const stamps: Partial<AgreementValues> = { statusLastUpdate: now };
  for (const effect of effectsOnReaching[status]) {
    if (effect === 'stampSentDate') stamps.sentDate = agreement.sentDate ?? now;
    if (effect === 'stampSubmitDate') stamps.applicationSubmitDate = now;
    if (effect === 'stampApprovedDate') stamps.applicationApprovedDate = now;
    if (effect === 'voidSignatures') Object.assign(stamps, loanUnsigned(agreement));
    if (effect === 'stampLoan') Object.assign(stamps, loanAsSigned(agreement, dayIn(agreement.tenantTimeZone, now)));
  }
  return stamps;
}

/**
 * Moves a locked campaign to a status that has been decided, with everything that reaching it brings. The reason is
 * the payer's to read for as long as the campaign stands there.
 */
export async function moveTo(
  work: Work,
  before: AgreementRecord,
  status: AgreementStatus,
  statusReason: string | null = null,
): Promise<void> {
  const agreement = { ...before, statusReason };
  if (isCancelledOrDeclined(agreement.status) && !isCancelledOrDeclined(status)) await keepMoneyAgain(work, agreement);
  const changes = { status, statusReason, ...stampsOf(status, agreement, work.now) };
  await updateAgreement(work.tx, agreement.id, changes, work.now);
  for (const effect of effectsOnReaching[status]) {
    if (effect in effects) await effects[effect as keyof typeof effects](work, agreement, status);
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
  await tellOfStatus(work, agreement, status);
}

type Request = { id: number; status: AgreementStatus; reason?: string | undefined; ifMatch: number | null };

export async function changeStatus(work: Work, sight: Sight, { id, status, reason, ifMatch }: Request) {
  const agreement = await lockAgreement(work.tx, sight, id);
  if (!agreement) throw notFound('campaign');
  if (ifMatch !== null && isOutdated(ifMatch, agreement, ['status'])) throw conflict();
  const approval = await approvalOf(work, agreement);
  const move = decideStatusChange({ ...agreement, approval }, status, standingTowards(sight.actor, agreement));
  await moveTo(work, agreement, mustAllow(move), explainedStatuses.includes(status) ? reason || null : null);
}
