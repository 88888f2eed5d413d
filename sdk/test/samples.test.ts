import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Language, languages, quickStart, verifyWebhook } from '@kerb/domain/integrations/samples.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/command.ts';
import { caughtUp } from '../../server/test/caught-up.ts';
import { type Served, startServed } from './served.ts';

let served: Served;
let folder: string;

beforeAll(async () => {
  served = await startServed();
  folder = await mkdtemp(join(tmpdir(), 'kerb-samples-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const { samplePython }: { samplePython: () => string | undefined } = await import(inRoot('scripts/sample-python.mjs'));
// Without requests the sample fails with Python's own message.
const python = samplePython() ?? 'python3';

// biome-ignore format: a table
const programs: Record<Language, { file: string; program: string; ref: string }> = {
  curl:       { file: 'quick-start.sh',  program: 'bash',           ref: 'curl-listing-77' },
  javascript: { file: 'quick-start.mjs', program: process.execPath, ref: 'js-listing-77' },
  python:     { file: 'quick_start.py',  program: python,           ref: 'python-listing-77' },
};

/** Runs a program of the folder. `npm test` installs Python, requests and curl from Debian if they are missing. */
async function runSample(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env } });
  const [ended, out, error] = await Promise.all([once(child, 'close'), child.stdout.toArray(), child.stderr.toArray()]);
  return { code: ended[0] as number, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString() };
}

describe('the quick start of the developer page', () => {
  it.each(languages)('runs as it is shown, in %s, and makes one campaign if it runs twice', async (language) => {
    const { file, program, ref } = programs[language];
    await writeFile(join(folder, file), quickStart(served.baseUrl)[language]);
    const { clientId, clientSecret } = served.credentials;
    const env = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    for (const run of ['first', 'second']) {
      await caughtUp(served.stage);
      const { code, out, error } = await runSample(program, [file], env);
      expect(code, `${run} run: ${error}${out}`).toBe(0);
      expect(out).toContain('/v1/agreements/');
    }
    const made = await served.stage.db
      .selectFrom('externalRefs')
      .select(['agreementId'])
      .where('externalRef', '=', ref)
      .execute();
    expect(made).toHaveLength(1);
    await caughtUp(served.stage);
    const listed = await runSample(program, [file], env);
    expect(listed.out).toContain(`${made[0]?.agreementId}`);
  });

  it.each(languages)('fails with a wrong secret, in %s', async (language) => {
    const { file, program } = programs[language];
    await writeFile(join(folder, file), quickStart(served.baseUrl)[language]);
    const wrong = { CLIENT_ID: served.credentials.clientId, CLIENT_SECRET: 'wrong' };
    expect((await runSample(program, [file], wrong)).code).not.toBe(0);
  });
});

describe('the verification of a webhook on the developer page', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"id":"evt","name":"Zoë"}';
  const signed = (seconds: number, text = body) => {
    const mac = createHmac('sha256', Buffer.alloc(32, 7)).update(`evt.${seconds}.${text}`).digest('base64');
    return { 'webhook-id': 'evt', 'webhook-timestamp': `${seconds}`, 'webhook-signature': `v1,AAAA v1,${mac}` };
  };
  const now = Math.floor(Date.now() / 1000);
  const cases: [string, object, boolean][] = [
    ['a genuine one', signed(now), true],
    ['one of another body', signed(now, '{}'), false],
    ['an old one', signed(now - 4_000), false],
  ];

  it.each(cases)('in JavaScript, of %s', async (_, headers, isGenuine) => {
    await writeFile(join(folder, 'verify.mjs'), verifyWebhook.javascript);
    const given = [secret, headers].map((value) => JSON.stringify(value)).join(', ');
    const main = `import { isGenuine } from './verify.mjs';
      console.log(isGenuine(${given}, Buffer.from(${JSON.stringify(body)})))`;
    const { out, error } = await runSample(process.execPath, ['--input-type=module', '-e', main]);
    expect(out.trim(), error).toBe(`${isGenuine}`);
  });

  it.each(cases)('in Python, of %s', async (_, headers, isGenuine) => {
    await writeFile(join(folder, 'verify.py'), verifyWebhook.python);
    const main = `import verify
print(verify.is_genuine(${JSON.stringify(secret)}, ${JSON.stringify(headers)}, ${JSON.stringify(body)}.encode()))`;
    const { out, error } = await runSample(python, ['-c', main]);
    expect(out.trim().toLowerCase(), error).toBe(`${isGenuine}`);
  });
});
