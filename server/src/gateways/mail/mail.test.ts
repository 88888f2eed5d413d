import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sandboxMail } from '@kerb/server/gateways/mail/sandbox-mail.ts';
import { smtpMail } from '@kerb/server/gateways/mail/smtp-mail.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { Mail } from '@kerb/server/platform/ports/mail-gateway.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A minimal mail server: it refuses refused@ and never answers timeout@. */
const received: string[] = [];
const recipients: string[] = [];
const server = createServer((socket: Socket) => {
  let body: string | null = null;
  const answers: [RegExp, (() => string) | null][] = [
    [/^(EHLO|HELO|MAIL|RSET)/i, () => '250 ok'],
    [/^RCPT TO:<timeout@/i, null],
    [/^RCPT TO:<refused@/i, () => '550 no mailbox refused@example.com here'],
    [/^RCPT/i, () => '250 ok'],
    [/^QUIT/i, () => '221 bye'],
  ];
  const answerLine = (line: string) => {
    if (body !== null) {
      if (line !== '.') {
        body += `${line}\r\n`;
        return;
      }
      received.push(body);
      body = null;
      socket.write('250 taken\r\n');
    } else if (/^DATA/i.test(line)) {
      body = '';
      socket.write('354 go on\r\n');
    } else {
      if (/^RCPT/i.test(line)) recipients.push(line);
      const answer = answers.find(([command]) => command.test(line));
      if (answer?.[1] !== null) socket.write(`${answer?.[1]() ?? '502 unknown'}\r\n`);
    }
  };
  let rest = '';
  socket.on('error', () => {});
  socket.on('data', (data) => {
    const lines = `${rest}${data}`.split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(answerLine);
  });
  socket.write('220 double\r\n');
});

const portOf = () => (server.address() as AddressInfo).port;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const from = 'KerbPay <no-reply@kerb.example>';
const smtp = (timeoutMs = 10_000) =>
  smtpMail({ url: `smtp://127.0.0.1:${portOf()}`, from, mustEncrypt: false }, timeoutMs);
const mail = (to: string): Mail => ({
  id: 'kerb-7-1700000000000@kerb.example',
  to,
  subject: 'Your campaign — 12 Wattle St',
  text: 'Hello Ann',
  html: '<p>Hello Ann</p>',
});

describe.each([
  { name: 'SMTP', gateway: smtp },
  { name: 'sandbox', gateway: () => sandboxMail },
])('the mail gateway ($name)', ({ gateway }) => {
  const failureOf = (to: string, timeoutMs?: number) =>
    gateway(timeoutMs)
      .send(mail(to))
      .catch((error) => error);

  it('accepts a mail', async () => {
    await expect(gateway().send(mail('ann@example.com'))).resolves.toBeUndefined();
  });

  it('reports a refused mail without naming its reader', async () => {
    const failure = await failureOf('refused@example.com');
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(failure.reason).toBe('The mail server refused it (550).');
  });

  it('gives up on a server that does not answer', async () => {
    const failure = await failureOf('timeout@example.com', 300);
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(failure.reason).toBe('The mail server did not answer in time.');
  });
});

describe('mail by SMTP', () => {
  it('sends text and HTML, and the same Message-ID at every attempt', async () => {
    received.length = 0;
    await smtp().send(mail('ann@example.com'));
    await smtp().send(mail('ann@example.com'));
    expect(received).toHaveLength(2);
    for (const sent of received) {
      expect(sent).toContain('Message-ID: <kerb-7-1700000000000@kerb.example>');
      expect(sent).toContain('From: KerbPay <no-reply@kerb.example>');
      expect(sent).toContain('To: ann@example.com');
      expect(sent).toMatch(
        /Content-Type: text\/plain[\s\S]*Hello Ann[\s\S]*Content-Type: text\/html[\s\S]*<p>Hello Ann/,
      );
    }
  });

  it('names the organisation as the sender with our own address, and sends answers to the agent', async () => {
    received.length = 0;
    await smtp().send({ ...mail('ann@example.com'), fromName: 'Bay Homes via KerbPay', replyTo: 'eli@bay.example' });
    expect(received[0]).toContain('From: Bay Homes via KerbPay <no-reply@kerb.example>');
    expect(received[0]).toContain('Reply-To: eli@bay.example');
    await smtp().send({
      ...mail('ann@example.com'),
      fromName: 'Bay\r\nBcc: eve@example.com',
      replyTo: 'eli@bay.example>\r\nBcc: <eve@example.com',
    });
    expect(received[1]).not.toMatch(/^Bcc:/m);
    expect(received[1]).toContain('<no-reply@kerb.example>');
  });

  it('attaches a document under its file name', async () => {
    received.length = 0;
    const content = Buffer.from('%PDF-1.7 pretended');
    const attachment = { fileName: 'Payment-Confirmation_7.pdf', contentType: 'application/pdf', content };
    await smtp().send({ ...mail('ann@example.com'), attachment });
    expect(received[0]).toContain('Content-Type: application/pdf; name=Payment-Confirmation_7.pdf');
    expect(received[0]).toContain('Content-Disposition: attachment; filename=Payment-Confirmation_7.pdf');
    expect(received[0]).toContain(content.toString('base64'));
  });

  it('lets no address or subject inject a header or a second recipient', async () => {
    received.length = 0;
    recipients.length = 0;
    await smtp().send({ ...mail('ann@example.com'), subject: 'Hello\r\nBcc: eve@example.com' });
    expect(received[0]).not.toMatch(/^Bcc:/m);
    await smtp().send(mail('ann@example.com>, <eve@example.com'));
    expect(recipients).toHaveLength(2);
    expect(recipients.join()).not.toContain('<eve@example.com>');
  });

  it('sends nothing over a connection without TLS if it must encrypt', async () => {
    received.length = 0;
    const gateway = smtpMail({ url: `smtp://127.0.0.1:${portOf()}`, from, mustEncrypt: true });
    await expect(gateway.send(mail('ann@example.com'))).rejects.toBeInstanceOf(DeliveryFailure);
    await expect(gateway.check?.()).rejects.toBeInstanceOf(DeliveryFailure);
    expect(received).toEqual([]);
  });

  it('can be checked without sending anything', async () => {
    received.length = 0;
    await expect(smtp().check?.()).resolves.toBeUndefined();
    expect(received).toEqual([]);
  });

  it('reports an unreachable server', async () => {
    const failure = await smtpMail({ url: 'smtp://127.0.0.1:1', from, mustEncrypt: false })
      .send(mail('ann@example.com'))
      .catch((error) => error);
    expect(failure.reason).toBe('The mail server could not be reached.');
  });
});
