import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { type EquityReferral, equityReferralMail, isReferralDue } from '@kerb/domain/notifications/equity-referral.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { payerSender } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Sends to every payer, in the transaction that saves the settlement. */
export async function sendEquityReferral(
  work: Work,
  agreement: AgreementRecord,
  changes: Partial<AgreementValues>,
): Promise<void> {
  if (!isReferralDue(agreement, changes)) return;
  const { equityReferralSettings } = await work.tx
    .selectFrom('tenants')
    .select('equityReferralSettings')
    .where('id', '=', agreement.tenantId)
    .executeTakeFirstOrThrow();
  const sender = await payerSender(work, agreement.id);
  const mails = (await payersOf(work.tx, agreement.id)).flatMap((payer) => {
    const facts = { firstName: payer.firstName, sender };
    const mail = equityReferralMail(equityReferralSettings as EquityReferral, facts);
    return mail ? [{ payer, mail }] : [];
  });
  if (mails.length === 0) return;
  for (const { payer, mail } of mails) {
    await postMessage(work, {
      kind: 'equity-referral',
      channel: 'email',
      audience: 'vendor',
      recipient: payer.emailAddress,
      agreementId: agreement.id,
      signatoryId: payer.id,
      userId: payer.userId,
      ...mail,
    });
  }
  const to = mails.map(({ payer }) => payer.emailAddress);
  await changeCampaign(work, agreement, { equityReferralSentDate: work.now }, { data: { to } });
}
