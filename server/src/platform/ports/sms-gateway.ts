import type { ImitatedReceipt } from '@kerb/server/platform/ports/imitated-receipt.ts';

export type Sms = {
  /** The same for every attempt, so that the provider can recognise a duplicate. */
  id: string;
  to: string;
  text: string;
  /** The name that the phone shows as the sender. Absent: the gateway's own number. */
  from?: string;
};

/** Sends a text message. Throws DeliveryFailure if the provider did not accept it; the outbox then retries. */
export type SmsGateway = {
  /** A sandbox without a provider: nothing is sent, and the outbox keeps the links and codes of the message. */
  takesForOutbox?: true;
  /** What the provider of a sandbox would report of a message that it took. */
  imitatedReceipt?: (to: string) => ImitatedReceipt;
  send: (sms: Sms) => Promise<void>;
};
