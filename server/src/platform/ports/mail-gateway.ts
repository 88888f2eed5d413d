import type { ImitatedReceipt } from '@kerb/server/platform/ports/imitated-receipt.ts';

export type Attachment = { fileName: string; contentType: string; content: Buffer };

export type Mail = {
  /** The same for every attempt, so that a duplicate can be recognised. */
  id: string;
  to: string;
  /** The name that the mailbox shows as the sender; the address is always ours. Absent: the configured name. */
  fromName?: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachment?: Attachment;
};

/** Sends a mail. Throws DeliveryFailure if the provider did not accept it; the outbox then retries. */
export type MailGateway = {
  /** A sandbox without a provider: nothing is sent, and the outbox keeps the links and codes of the message. */
  takesForOutbox?: true;
  /** What the provider of a sandbox would report of a message that it took. */
  imitatedReceipt?: (to: string) => ImitatedReceipt;
  send: (mail: Mail) => Promise<void>;
  /** Connects and logs in without sending anything. Throws DeliveryFailure. */
  check?: () => Promise<void>;
};
