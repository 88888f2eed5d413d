import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkEvidence } from '@kerb/server/platform/evidence/check-evidence.ts';
import { type Finding, verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';

const usage = 'Usage: npm run -s verify -- FILE.pdf [EVIDENCE.json] [--trust CERTIFICATES.pem]…';

const marks: Record<Finding['state'], string> = { ok: 'ok   ', note: 'note ', failed: 'WRONG' };

class Mistake extends Error {}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    // Whatever the reason is, the person named the wrong file.
    throw new Mistake(`${path} cannot be read.`);
  }
}

function trustedIn(paths: readonly string[]): X509Certificate[] {
  return paths.flatMap((path) => {
    const found = bytesOf(path)
      .toString('latin1')
      .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    if (!found) throw new Mistake(`${path} has no certificate.`);
    return found.map((pem) => new X509Certificate(pem));
  });
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(bytesOf(path).toString('utf8'));
  } catch (error) {
    if (error instanceof Mistake) throw error;
    throw new Mistake(`${path} is no JSON.`);
  }
}

/** Checks a signed PDF and the evidence of a signature. Reads only these files: no database, no server, no network. */
function main(): void {
  const options = { trust: { type: 'string', multiple: true, default: [] as string[] } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const pdfs = positionals.filter((path) => !path.endsWith('.json'));
  const jsons = positionals.filter((path) => path.endsWith('.json'));
  if (positionals.length === 0 || pdfs.length > 1) throw new Mistake(usage);
  const [path] = pdfs;
  const pdf = path === undefined ? null : bytesOf(path);
  const check = pdf && verifyPdf(pdf, trustedIn(values.trust));
  const findings = [
    ...(check?.findings ?? []),
    ...jsons.flatMap((json) => checkEvidence(jsonOf(json), pdf && check ? { pdf, check } : null)),
  ];
  for (const { state, text } of findings) process.stdout.write(`${marks[state]} ${text}\n`);
  const wrong = findings.filter(({ state }) => state === 'failed').length;
  process.stdout.write(wrong === 0 ? 'Everything that can be checked is right.\n' : `${wrong} of the checks FAILED.\n`);
  if (wrong > 0) process.exitCode = 1;
}

try {
  main();
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
