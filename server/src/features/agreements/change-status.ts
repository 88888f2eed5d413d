import type { Sight } from '@kerb/domain/access/sight.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { AgreementStatus } from '@kerb/domain/agreements/agreement-status.ts';
import { decideStatusChange, effectsOnReaching, type StatusEffect } from '@kerb/domain/agreements/transitions.ts';
import { isOutdated } from '@kerb/domain/kernel/group-versions.ts';
import { isOver } from '@kerb/domain/payments/may-pay.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  lockAgreement,
  updateAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { endPaymentLinks, issueMissingPaymentLinks } from '@kerb/server/features/agreements/payment-links.ts';
import { tellOfStatus } from '@kerb/server/features/agreements/tell-team.ts';
import { keepApplicationInStep } from '@kerb/server/features/options/keep-application.ts';
import { voidUnpaidInvoices } from '@kerb/server/features/payments/bill-campaign.ts';
import { keepMoneyAgain, releaseMoney } from '@kerb/server/features/payments/held-money.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { conflict, mustAllow, notFound } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Effect = (work: Work, agreement: AgreementRecord, reached: AgreementStatus) => Promise<void>;

const effects: Record<Exclude<StatusEffect, `stamp${string}`>, Effect> = {
  issuePaymentLinks: (work, { id }) => issueMissingPaymentLinks(work, id),
  endPaymentLinks: (work, { id }) => endPaymentLinks(work, id),
  keepApplicationInStep,
  voidUnpaidInvoices,
  releaseMoney,
};

/** The dates that reaching a status writes; one already there is kept, except that sending again is sent anew. */
function stampsOf(status: AgreementStatus, agreement: AgreementRecord, now: string): Partial<AgreementValues> {
  const stamps: Partial<AgreementValues> = { statusLastUpdate: now };
  for (const effect of effectsOnReaching[status]) {
    if (effect === 'stampSentDate') stamps.sentDate = agreement.sentDate ?? now;
    if (effect === 'stampSubmitDate') stamps.applicationSubmitDate = now;
    if (effect === 'stampApprovedDate') stamps.applicationApprovedDate = now;
  }
  return stamps;
}

/** Moves a locked campaign to a status that has been decided, with everything that reaching it brings. */
export async function moveTo(work: Work, agreement: AgreementRecord, status: AgreementStatus): Promise<void> {
  if (isOver(agreement.status) && !isOver(status)) await keepMoneyAgain(work, agreement);
  await updateAgreement(work.tx, agreement.id, { status, ...stampsOf(status, agreement, work.now) }, work.now);
  for (const effect of effectsOnReaching[status]) {
    if (effect in effects) await effects[effect as keyof typeof effects](work, agreement, status);
  }
  await record(work, {
    activityCode: 'campaign_status_change',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { status: { before: agreement.status, after: status } },
  });
  await tellOfStatus(work, agreement, status);
}

type Request = { id: number; status: AgreementStatus; ifMatch: number | null };

export async function changeStatus(work: Work, sight: Sight, { id, status, ifMatch }: Request) {
  const agreement = await lockAgreement(work.tx, sight, id);
  if (!agreement) throw notFound('campaign');
  if (ifMatch !== null && isOutdated(ifMatch, agreement, ['status'])) throw conflict();
  await moveTo(
    work,
    agreement,
    mustAllow(decideStatusChange(agreement, status, standingTowards(sight.actor, agreement))),
  );
}
