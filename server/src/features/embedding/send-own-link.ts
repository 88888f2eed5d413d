import { must } from '@kerb/domain/kernel/must.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { findPayer, type PayerRecord, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { linkForMail } from '@kerb/server/features/payers/payment-links.ts';
import { postLink } from '@kerb/server/features/payers/post-link.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Only a payer who was sent a link before: the first one is for the organisation to send. */
const isAddressOf = (email: string) => (payer: PayerRecord) =>
  payer.sentDate !== null && payer.emailAddress.toLowerCase() === email.toLowerCase();

/** Sends the link to each payer of the campaign with this address, to the address that the organisation has entered. */
export async function sendOwnLink(work: Work, agreementId: number, email: string): Promise<void> {
  const agreement = await lockAgreement(work.tx, wholeScope, agreementId);
  if (!agreement) return;
  for (const payer of (await payersOf(work.tx, agreementId)).filter(isAddressOf(email))) {
    if ((await linkForMail(work, agreement, payer)) === null) continue;
    const linked = must(await findPayer(work.tx, agreementId, payer.id), `payer ${payer.id}`);
    const version = must(linked.linkVersion, `link of payer ${payer.id}`);
    await postLink(work, agreement, { ...linked, version }, { note: null, isReminder: true, isMailOnly: true });
    await record(work, {
      activityCode: 'signatory_update',
      subject: `/v1/signatories/${payer.id}`,
      description: 'Payment URL asked for at a Pay button',
      agreementId,
      tenantId: agreement.tenantId,
      userId: payer.userId,
      isOnlyRead: true,
    });
  }
}
