import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { signatureIn } from '@kerb/server/platform/pdf-signature/read-pdf.ts';

/** Checks signatures with Poppler's pdfsig and with OpenSSL: no code of ours is trusted for it. */

function inFolder<Result>(files: Record<string, Buffer>, run: (at: (name: string) => string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-signature-'));
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    return run((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function output(program: string, args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw new Error(`${program} cannot run. Install Debian's packages poppler-utils and openssl.`);
  return { status, text: `${stdout}\n${stderr}` };
}

/** What pdfsig says. Without a list of authorities it trusts none. */
export const pdfsigSays = (pdf: Buffer): string =>
  inFolder({ 'paper.pdf': pdf }, (at) => output('pdfsig', ['-nocert', at('paper.pdf')]).text);

export const isValidByPdfsig = (pdf: Buffer): boolean => pdfsigSays(pdf).includes('Signature is Valid.');

/** Whether OpenSSL finds the signature over the byte range right. */
export function isValidByOpenssl(pdf: Buffer): boolean {
  const { content, cms } = signatureIn(pdf);
  return inFolder({ content, 'cms.der': readDer(cms).whole }, (at) => {
    // biome-ignore format: the arguments of one command
    const args = [
      'cms', '-verify', '-binary', '-noverify', '-inform', 'DER', '-in', at('cms.der'), '-content', at('content'),
      '-out', at('copy'),
    ];
    return output('openssl', args).status === 0;
  });
}

/** What `openssl ts -verify` says of a time stamp over these bytes, with an authority that is trusted. */
export const isStampByOpenssl = (token: Buffer, stamped: Buffer, root: string): boolean =>
  inFolder({ token, stamped, 'root.pem': Buffer.from(root) }, (at) => {
    // biome-ignore format: the arguments of one command
    const args = [
      'ts', '-verify', '-token_in', '-in', at('token'), '-data', at('stamped'), '-CAfile', at('root.pem'),
    ];
    return output('openssl', args).status === 0;
  });

/** Whether OpenSSL finds the signature right and its certificate by an authority that is trusted. */
export function isTrustedByOpenssl(pdf: Buffer, root: string): boolean {
  const { content, cms } = signatureIn(pdf);
  return inFolder({ content, 'cms.der': readDer(cms).whole, 'root.pem': Buffer.from(root) }, (at) => {
    // biome-ignore format: the arguments of one command
    const args = [
      'cms', '-verify', '-binary', '-inform', 'DER', '-in', at('cms.der'), '-content', at('content'), '-purpose', 'any',
      '-CAfile', at('root.pem'), '-out', at('copy'),
    ];
    return output('openssl', args).status === 0;
  });
}
