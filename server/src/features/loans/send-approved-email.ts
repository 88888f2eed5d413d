import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { notifyPayers } from '@kerb/server/features/payers/notify-payers.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Sends the approval e-mail to the payers of an approved application again. */
export async function sendApprovedEmail(work: Work, scope: AccessScope, id: number) {
  const agreement = await lockCampaign(work.tx, scope, id);
  if (agreement.status !== 'approved' || !isFinanced(agreement.financeOptionCode)) {
    throw new Problem(409, 'not-approved', 'The approval email is for an application that awaits its signatures.');
  }
  const sentTo = await notifyPayers(work, agreement, 'approved');
  if (sentTo.length === 0) throw new Problem(409, 'nobody-to-send-to', 'This campaign has no payer to tell.');
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Approval email sent again',
    agreementId: id,
    tenantId: agreement.tenantId,
    data: { sentTo },
  });
  return { success: true, sentTo };
}
