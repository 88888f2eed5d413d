import { isHeldBack, type MessageAudience } from '@kerb/domain/notifications/audience.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { AttachmentOrder } from '@kerb/server/platform/outbox/attachments.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export const deliveryJob = 'deliver-messages';

export type NewMessage = {
  kind: string;
  channel: 'email' | 'sms';
  audience: MessageAudience;
  recipient: string;
  subject?: string;
  /** The text, with `secretPlace` in place of the secret. */
  body: string;
  /** Links and codes: encrypted while the message waits, deleted when it is delivered. */
  secrets?: readonly string[];
  agreementId?: number;
  signatoryId?: number;
  userId?: number;
  /** A second message for the same occasion is not written, no matter how many servers try. */
  occasion?: string;
  /** Rendered when the message is delivered. */
  attachment?: AttachmentOrder;
};

/** Writes a message in the transaction of the change that causes it. A job delivers it. */
export async function postMessage(work: Work, message: NewMessage): Promise<void> {
  const { config, secrets, jobs } = work.deps;
  const isHeld = isHeldBack(message.audience, config);
  await work.tx
    .insertInto('messages')
    .values({
      kind: message.kind,
      channel: message.channel,
      audience: message.audience,
      recipient: message.recipient,
      subject: message.subject ?? null,
      body: message.body,
      sealedSecrets: message.secrets ? secrets.encrypt(Buffer.from(JSON.stringify(message.secrets))) : null,
      state: isHeld ? 'held' : 'queued',
      reason: isHeld ? 'Vendor communications are disabled.' : null,
      // Delivery uses the real time, because moving a sandbox's clock back must not delay messages by months.
      nextAttemptDate: realNow(),
      createdDate: work.now,
      agreementId: message.agreementId ?? null,
      signatoryId: message.signatoryId ?? null,
      userId: message.userId ?? null,
      occasion: message.occasion ?? null,
      attachmentKind: message.attachment?.kind ?? null,
      attachmentId: message.attachment?.id ?? null,
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute();
  if (!isHeld) work.afterCommit(() => jobs.nudge(deliveryJob));
}

export const secretsOf = (secrets: Secrets, encrypted: Buffer | null): string[] =>
  encrypted === null ? [] : JSON.parse(secrets.decrypt(encrypted).toString());
