export type Sms = {
  /** The same for every attempt, so that the provider can recognise a duplicate. */
  id: string;
  to: string;
  text: string;
};

/** Sends a text message. Throws DeliveryFailure if the provider did not accept it; the outbox then retries. */
export type SmsGateway = {
  /** False: nothing is sent, and messages stay in the outbox. */
  isConfigured: boolean;
  send: (sms: Sms) => Promise<void>;
};
