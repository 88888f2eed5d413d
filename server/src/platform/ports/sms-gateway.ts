export type Sms = {
  /** The same at every attempt, so that the provider can tell a text message that comes twice. */
  id: string;
  to: string;
  text: string;
};

/** Hands a text over for delivery. Throws a DeliveryFailure where it was not taken over; it is then tried again. */
export type SmsGateway = {
  /** False: nothing is handed over, and messages stay in the outbox. */
  isConfigured: boolean;
  send: (sms: Sms) => Promise<void>;
};
