import { mustEncryptMail } from '@kerb/server/platform/config/demand-tls.ts';
import type { Reading } from '@kerb/server/platform/config/read-variables.ts';

export type MessagingSettings = {
  /** False: messages to vendors are held and shown as held. */
  vendorComms: boolean;
  /** `mustEncrypt`: no mail is sent over a connection without TLS. */
  mail: { url: string; from: string; mustEncrypt: boolean } | null;
  /** The sender of mails, also where no mail server is set up. */
  mailFrom: string;
  sms: { url: string; token: string } | null;
  /** The number that text messages come from; null if it is not configured. */
  smsNumber: string | null;
  /** Signs the receipts of providers; null: none are taken. */
  messageReceiptsSecret: string | null;
};

export function messagingOf(reading: Reading): MessagingSettings {
  const { values } = reading;
  const { SMTP_URL, SMS_URL, COUNTRY: country } = values;
  const from = values.MAIL_FROM ?? `${country.brand} <no-reply@localhost>`;
  return {
    vendorComms: values.VENDOR_COMMS,
    mail: SMTP_URL === null ? null : { url: SMTP_URL, from, mustEncrypt: mustEncryptMail(reading, SMTP_URL) },
    mailFrom: from,
    sms: SMS_URL === null ? null : { url: SMS_URL, token: values.SMS_TOKEN ?? '' },
    smsNumber: values.SMS_NUMBER,
    messageReceiptsSecret: values.MESSAGE_RECEIPTS_SECRET,
  };
}
