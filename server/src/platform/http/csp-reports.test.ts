import { describe, expect, it } from 'vitest';
import { startStage } from '../../../test/harness.ts';

const stage = await startStage({ env: { LOG_LEVEL: 'warn' } });

const blocked = 'https://evil.example:8443/steal?token=secret-words';
const older = { 'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': blocked } };
const newer = [
  {
    type: 'csp-violation',
    url: 'https://kerb.example/a?b=secret-words',
    body: { effectiveDirective: 'img-src', blockedURL: blocked },
  },
  { type: 'deprecation', body: { id: 'secret-words' } },
];

const post = (body: unknown, type: string, ip = '203.0.113.9') =>
  stage.app.inject({
    method: 'POST',
    url: '/v1/csp-reports',
    remoteAddress: ip,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function loggedOf(body: unknown, type: string) {
  stage.logLines.length = 0;
  expect((await post(body, type)).statusCode).toBe(204);
  return (
    stage.logLines
      .map((line) => JSON.parse(line))
      // The same report is a security event, with its own line.
      .filter(({ security }) => security === undefined)
      .map(({ event, directive, blocked }) => ({ event, directive, blocked }))
  );
}

describe('a report about a Content-Security-Policy', () => {
  it('is logged with its directive and the blocked host only, in both forms that browsers send', async () => {
    expect(await loggedOf(older, 'application/csp-report')).toEqual([
      { event: 'csp-report', directive: 'script-src-elem', blocked: 'evil.example' },
    ]);
    expect(await loggedOf(newer, 'application/reports+json')).toEqual([
      { event: 'csp-report', directive: 'img-src', blocked: 'evil.example' },
    ]);
    expect(stage.logLines.join('')).not.toContain('secret-words');
  });

  it('may name no address, and nothing of its own words is logged', async () => {
    const report = (directive: string, uri: string) => ({
      'csp-report': { 'violated-directive': directive, 'blocked-uri': uri },
    });
    expect(await loggedOf(report("script-src 'self'", 'inline'), 'application/csp-report')).toEqual([
      { event: 'csp-report', directive: 'script-src', blocked: 'inline' },
    ]);
    expect(await loggedOf(report('secret-words\n', 'secret-words'), 'application/csp-report')).toEqual([
      { event: 'csp-report', directive: 'unknown', blocked: 'unknown' },
    ]);
  });

  it.each<[string, unknown, string, number]>([
    ['of another type', older, 'application/xml', 415],
    ['of another shape', { report: 1 }, 'application/csp-report', 400],
    ['that is no JSON', '{', 'application/csp-report', 400],
    ['over 16 KB', { 'csp-report': { more: 'a'.repeat(20_000) } }, 'application/csp-report', 413],
  ])('%s is refused', async (_what, body, type, status) => {
    expect((await post(body, type)).statusCode).toBe(status);
  });

  it('is rate limited for each network', async () => {
    const statuses = [];
    for (let i = 0; i < 61; i += 1)
      statuses.push((await post(older, 'application/csp-report', '203.0.113.77')).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(204));
    expect(statuses.at(-1)).toBe(429);
  });
});
