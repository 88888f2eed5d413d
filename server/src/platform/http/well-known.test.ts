import { describe, expect, it } from 'vitest';
import { startStage } from '../../../test/harness.ts';

const linesOf = (body: string) =>
  Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );

describe('security.txt', () => {
  it('names the contact, its own address and a day within a year: RFC 9116', async () => {
    const env = { PUBLIC_URL: 'https://kerb.example', SECURITY_CONTACT: 'security@kerb.example' };
    const { app } = await startStage({ env });
    const { statusCode, headers, body } = await app.inject('/.well-known/security.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const { Expires, ...rest } = linesOf(body);
    expect(rest).toEqual({
      Contact: 'mailto:security@kerb.example',
      'Preferred-Languages': 'en',
      Canonical: 'https://kerb.example/.well-known/security.txt',
    });
    const days = (Date.parse(Expires ?? '') - Date.now()) / 86_400_000;
    expect([days > 290, days < 365]).toEqual([true, true]);
  });

  it('takes the support address if no other contact is set, and an https address as it is', async () => {
    const contactOf = async (env: Record<string, string>) =>
      linesOf((await (await startStage({ env })).app.inject('/.well-known/security.txt')).body).Contact;
    expect(await contactOf({ SUPPORT_EMAIL: 'help@kerb.example' })).toBe('mailto:help@kerb.example');
    expect(await contactOf({ SECURITY_CONTACT: 'https://kerb.example/report' })).toBe('https://kerb.example/report');
  });
});

describe('robots.txt', () => {
  it('keeps search engines out of a sandbox', async () => {
    const { app } = await startStage();
    expect((await app.inject('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
  });
});
