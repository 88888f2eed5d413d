import { flushEvents } from '@kerb/server/platform/security/security-events.ts';
import { expect, it } from 'vitest';
import { startStage } from '../../../test/harness.ts';

const headers = { 'x-forwarded-for': '203.0.113.7' };
const warnings = (lines: string[]) => lines.filter((line) => line.includes('TRUST_PROXY'));

const startBoth = async () => ({
  untrusted: await startStage({ env: { LOG_LEVEL: 'warn' } }),
  trusted: await startStage({ env: { LOG_LEVEL: 'warn', TRUST_PROXY: 'on' } }),
});

it('a proxy that is not trusted is reported once in the log, and a trusted one never', async () => {
  const { untrusted, trusted } = await startBoth();
  await untrusted.app.inject({ url: '/health' });
  expect(warnings(untrusted.logLines)).toEqual([]);
  for (let request = 0; request < 3; request += 1) await untrusted.app.inject({ url: '/health', headers });
  expect(warnings(untrusted.logLines)).toHaveLength(1);
  await trusted.app.inject({ url: '/health', headers });
  expect(warnings(trusted.logLines)).toEqual([]);
});

it('an address that a client wrote itself is never taken for the client’s own', async () => {
  const forged = {
    'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    'x-real-ip': '198.51.100.2',
    forwarded: 'for=198.51.100.3',
  };
  const { untrusted, trusted } = await startBoth();
  for (const { app, db, deps } of [trusted, untrusted]) {
    await app.inject({ url: `/pay/${'x'.repeat(43)}`, headers: forged });
    await flushEvents(deps);
    const { network } = await db.selectFrom('securityEvents').select('network').executeTakeFirstOrThrow();
    expect(network).toBe(app === trusted.app ? '203.0.113.7' : '127.0.0.1');
  }
});
