import type { Config } from '@kerb/server/platform/config.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { MailGateway } from '@kerb/server/platform/ports/mail-gateway.ts';
import { createTransport } from 'nodemailer';

type SmtpError = Error & { code?: string; responseCode?: number };

/** Only the number of a response is kept, because its text quotes addresses. */
function reasonOf({ code, responseCode, message }: SmtpError): string {
  if (responseCode) return `The mail server refused it (${responseCode}).`;
  if (code === 'ETIMEDOUT' || /timeout|timed out/i.test(message)) return 'The mail server did not answer in time.';
  return 'The mail server could not be reached.';
}

/** The address in 'KerbPay <no-reply@kerb.example>'. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

export function smtpMail({ url, from, mustEncrypt }: NonNullable<Config['mail']>, timeoutMs = 10_000): MailGateway {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Mails contain users' text, which must not make the server read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    // With an address of smtp: the server must offer STARTTLS, otherwise nothing is sent.
    requireTLS: mustEncrypt,
  });
  const failed = (error: unknown) => {
    throw new DeliveryFailure(reasonOf(error as SmtpError), { cause: error });
  };
  return {
    send: async ({ id, to, fromName, replyTo, subject, text, html, attachment }) => {
      const words = {
        messageId: `<${id}>`,
        from: fromName ? { name: fromName, address: addressIn(from) } : from,
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...{ subject, text, html },
      };
      const attachments = attachment && [
        { filename: attachment.fileName, contentType: attachment.contentType, content: attachment.content },
      ];
      await transport.sendMail({ ...words, ...(attachments && { attachments }) }).catch(failed);
    },
    check: async () => {
      await transport.verify().catch(failed);
    },
  };
}
