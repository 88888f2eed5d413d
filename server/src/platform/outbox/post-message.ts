import { isHeldBack, type MessageAudience } from '@kerb/domain/notifications/audience.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { logFields } from '@kerb/server/platform/log/log-fields.ts';
import type { AttachmentOrder } from '@kerb/server/platform/outbox/attachments.ts';
import { notSetUp } from '@kerb/server/platform/problems/problem.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import type { Work, WorkDeps } from '@kerb/server/platform/work.ts';

export const deliveryJob = 'deliver-messages';
export const urgentDeliveryJob = 'deliver-urgent-messages';

/** Codes and links that a person waits for in front of a screen. They do not wait behind other messages. */
const urgentKinds: ReadonlySet<string> = new Set([
  'address-asked',
  'contact-code',
  'mobile-code',
  'password-reset',
  'signing-code',
  'unlock-code',
]);

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
  /**
   * True if a person asks for this message. Without a provider for its channel the request is then refused. Other
   * messages are held.
   */
  isRequested?: boolean;
  /** Rendered when the message is delivered. */
  attachment?: AttachmentOrder;
};

const notSetUpWords = { email: 'No mail server is set up.', sms: 'No SMS gateway is set up.' };

/** Why a message is written but not sent; null if it is sent. */
function holdReason({ config }: WorkDeps, { audience, channel }: NewMessage): string | null {
  if (isHeldBack(audience, config)) return 'Vendor communications are disabled.';
  return canReach(config, channel) ? null : notSetUpWords[channel];
}

/** Whether the deployment can send by this channel. A sandbox always can: its outbox takes the message. */
export const canReach = ({ sandbox, mail, sms }: Config, channel: NewMessage['channel']): boolean =>
  sandbox || (channel === 'email' ? mail : sms) !== null;

/** Writes a message in the transaction of the change that causes it. A job delivers it. */
export async function postMessage(work: Work, message: NewMessage): Promise<void> {
  const { config, secrets, jobs } = work.deps;
  if (message.isRequested && !canReach(config, message.channel)) throw notSetUp(notSetUpWords[message.channel]);
  const reason = holdReason(work.deps, message);
  const isUrgent = urgentKinds.has(message.kind);
  await work.tx
    .insertInto('messages')
    .values({
      kind: message.kind,
      isUrgent,
      channel: message.channel,
      audience: message.audience,
      recipient: message.recipient,
      subject: message.subject ?? null,
      body: message.body,
      sealedSecrets: message.secrets ? secrets.encrypt(Buffer.from(JSON.stringify(message.secrets))) : null,
      state: reason === null ? 'queued' : 'held',
      reason,
      // Delivery uses the real time, because moving a sandbox's clock back must not delay messages by months.
      nextAttemptDate: realNow(),
      createdDate: work.now,
      agreementId: message.agreementId ?? null,
      signatoryId: message.signatoryId ?? null,
      userId: message.userId ?? null,
      occasion: message.occasion ?? null,
      attachmentKind: message.attachment?.kind ?? null,
      attachmentId: message.attachment?.id ?? null,
      requestId: logFields().requestId ?? null,
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute();
  if (reason === null) work.afterCommit(() => jobs.nudge(isUrgent ? urgentDeliveryJob : deliveryJob));
}

export const secretsOf = (secrets: Secrets, encrypted: Buffer | null): string[] =>
  encrypted === null ? [] : JSON.parse(secrets.decrypt(encrypted).toString());
