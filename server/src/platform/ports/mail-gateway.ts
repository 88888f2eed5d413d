export type Attachment = { fileName: string; contentType: string; content: Buffer };

export type Mail = {
  /** The same for every attempt, so that a duplicate can be recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachment?: Attachment;
};

/** Sends a mail. Throws DeliveryFailure if the provider did not accept it; the outbox then retries. */
export type MailGateway = {
  /** False: nothing is sent, and messages stay in the outbox. */
  isConfigured: boolean;
  send: (mail: Mail) => Promise<void>;
};
