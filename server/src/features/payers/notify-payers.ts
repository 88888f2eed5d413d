import { decisionMail, isDecided } from '@kerb/domain/notifications/finance-decisions.ts';
import { type AgreementStatus, openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { addressForMail } from '@kerb/server/features/payers/payment-links.ts';
import { payerFactsOf } from '@kerb/server/platform/outbox/payer-facts.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * No message for the approval of Pay Upfront, because the receipt says it. No message for a draft, because no payer
 * knows of it yet, nor if a campaign that had ended is marked as cancelled.
 */
function isNotified({ status: from, financeOptionCode }: MovedCampaign, reached: AgreementStatus): boolean {
  if (from === 'draft') return false;
  if (reached === 'cancelled') return openStatuses.includes(from);
  return reached !== 'approved' || isFinanced(financeOptionCode);
}

/** 'Mark As Sent' sends no message: payers who have heard nothing of the campaign do not hear that it is cancelled. */
async function payersToNotify({ tx }: Work, { id }: MovedCampaign, reached: AgreementStatus) {
  const payers = await payersOf(tx, id);
  if (reached !== 'cancelled' || payers.length === 0) return payers;
  const ids = payers.map((payer) => payer.id);
  const opened = await tx.selectFrom('signIns').select('signatoryId').where('signatoryId', 'in', ids).execute();
  const openedBy = new Set(opened.map(({ signatoryId }) => signatoryId));
  return payers.filter((payer) => payer.sentDate !== null || openedBy.has(payer.id));
}

/** Notifies every payer of the decision on their application, or of its end. Returns their addresses. */
export async function notifyPayers(work: Work, agreement: MovedCampaign, reached: AgreementStatus): Promise<string[]> {
  if (!isDecided(reached) || !isNotified(agreement, reached)) return [];
  const payers = await payersToNotify(work, agreement, reached);
  const about = await payerFactsOf(work, agreement, `application-${reached}`);
  for (const payer of payers) {
    const mail = decisionMail(reached, {
      ...about,
      firstName: payer.firstName,
      option: agreement.financeOptionCode,
      reason: agreement.statusReason,
      wasSigned: onceSigned.includes(agreement.status) && isFinanced(agreement.financeOptionCode),
    });
    const address = await addressForMail(work, { ...agreement, status: reached }, payer);
    await postMessage(work, {
      kind: `application-${reached}`,
      channel: 'email',
      audience: 'vendor',
      recipient: payer.emailAddress,
      secrets: [address],
      agreementId: agreement.id,
      signatoryId: payer.id,
      userId: payer.userId,
      ...mail,
    });
  }
  return payers.map(({ emailAddress }) => emailAddress);
}
