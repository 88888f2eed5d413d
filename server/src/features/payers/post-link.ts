import { mailedPaymentUrl, paymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { linkMessages } from '@kerb/server/features/payers/link-messages.ts';
import type { PayerRecord } from '@kerb/server/features/payers/payers.repository.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** `isMailOnly`: no text message, because nobody of the organisation asked for it. */
type Words = { note: string | null; isReminder?: boolean; isMailOnly?: boolean };

/** Writes a payer the messages with their link, by mail and, if they have a mobile, as a text message. */
export async function postLink(
  work: Work,
  agreement: AgreementRecord,
  payer: PayerRecord & { version: number },
  words: Words,
): Promise<void> {
  const { kind, email, sms } = await linkMessages(work, agreement, payer, words);
  const about = { agreementId: agreement.id, signatoryId: payer.id, userId: payer.userId };
  const message = { kind, audience: 'vendor', ...about } as const;
  const byMail = { channel: 'email', recipient: payer.emailAddress, isRequested: true } as const;
  await postMessage(work, { ...message, ...byMail, ...email, secrets: [mailedPaymentUrl(work.deps, payer)] });
  if (payer.mobilePhone && sms && !words.isMailOnly) {
    await postMessage(work, {
      ...message,
      channel: 'sms',
      recipient: payer.mobilePhone,
      body: sms.body,
      // Not the link of the e-mail: staff can set a payer's mobile to their own.
      secrets: [paymentUrl(work.deps, payer)],
    });
  }
}
