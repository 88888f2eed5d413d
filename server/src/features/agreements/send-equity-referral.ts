import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { type EquityReferral, equityReferralMail } from '@kerb/domain/notifications/equity-referral.ts';
import { type AgreementRecord, updateAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** An organisation's own message to its payers goes out once: when it is first known that the sale will settle. */
export async function sendEquityReferral(
  work: Work,
  agreement: AgreementRecord,
  { propertySettlementDate }: Partial<AgreementValues>,
): Promise<void> {
  if (!propertySettlementDate || agreement.equityReferralSentDate !== null) return;
  const { name: organisation, equityReferralSettings } = await work.tx
    .selectFrom('tenants')
    .select(['name', 'equityReferralSettings'])
    .where('id', '=', agreement.tenantId)
    .executeTakeFirstOrThrow();
  const told: string[] = [];
  for (const payer of await payersOf(work.tx, agreement.id)) {
    const facts = { payerFirstName: payer.firstName, organisation };
    const mail = equityReferralMail(equityReferralSettings as EquityReferral, facts);
    if (!mail) return;
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
    told.push(payer.emailAddress);
  }
  if (told.length === 0) return;
  await updateAgreement(work.tx, agreement.id, { equityReferralSentDate: work.now }, work.now);
  await record(work, {
    activityCode: 'campaign_update',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { equityReferralSentDate: { before: null, after: work.now }, to: told },
  });
}
