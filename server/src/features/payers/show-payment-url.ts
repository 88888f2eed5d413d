import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { LinkUse } from '@kerb/domain/payers/payers.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { paymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { payerOfCampaign } from '@kerb/server/features/payers/payers.repository.ts';
import { isLinkOpen } from '@kerb/server/features/payers/payment-links.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

// biome-ignore format: a table
const loggedAs: Record<LinkUse, string> = {
  copy:      'Payment URL copied',
  open:      'Payment URL opened',
  'qr-code': 'Payment URL shown as a QR code',
};

type Asked = { id: number; vendorId: number; use: LinkUse };

/** The whole Payment URL, for a team member who is named in the log. The link itself is in no log. */
export async function showPaymentUrl(work: Work, scope: AccessScope, { id, vendorId, use }: Asked): Promise<string> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const payer = await payerOfCampaign(work.tx, id, vendorId);
  const { linkVersion: version } = payer;
  if (version === null || !isLinkOpen(work, payer)) {
    throw new Problem(409, 'no-link', 'This payer has no Payment URL that works. Send them a new one.');
  }
  await record(work, {
    activityCode: 'signatory_update',
    description: loggedAs[use],
    agreementId: id,
    tenantId: agreement.tenantId,
    userId: payer.userId,
    data: { payer: displayName(payer) },
    isOnlyRead: true,
  });
  return paymentUrl(work.deps, { id: payer.id, version });
}
