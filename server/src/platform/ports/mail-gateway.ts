export type Attachment = { fileName: string; contentType: string; content: Buffer };

export type Mail = {
  /** The same at every attempt, so that a mail that arrives twice can be told to be one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachment?: Attachment;
};

/** Hands a mail over for delivery. Throws a DeliveryFailure where it was not taken over; it is then tried again. */
export type MailGateway = {
  /** False: nothing is handed over, and messages stay in the outbox. */
  isConfigured: boolean;
  send: (mail: Mail) => Promise<void>;
};
