import { randomInt, X509Certificate } from 'node:crypto';
import { readConfig } from '@kerb/server/platform/config.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { documentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { signatureIn } from '@kerb/server/platform/pdf-signature/read-pdf.ts';
import { signPdf } from '@kerb/server/platform/pdf-signature/sign-pdf.ts';
import { verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { chain } from '../../../test/certificate-chain.ts';
import { isValidByOpenssl, isValidByPdfsig, pdfsigSays } from '../../../test/signature-programs.ts';

const secrets = secretsFrom(Buffer.alloc(32, 7));
const own = documentCertificate(readConfig({ LOG_LEVEL: 'silent' }), secrets);
const issued = documentCertificate(
  readConfig({ DOCUMENT_CERTIFICATE: `${chain.leaf}\n${chain.intermediate}`, DOCUMENT_CERTIFICATE_KEY: chain.key }),
  secrets,
);
const document = {
  title: 'Loan agreement',
  locale: 'en-NZ',
  letterhead: { brand: 'KerbPay', colour: '#4A7B93', sender: ['Kōwhai Lending'] },
  date: '2026-11-15T00:00:00.000Z',
  footer: 'NZ1',
  blocks: [{ kind: 'paragraph', text: 'Signed by all.' }],
} as const;
const seal = { number: 1234, hash: Buffer.alloc(32, 0xab) };
const signing = { name: 'Kōwhai Lending', reason: 'Signed by everyone', at: '2026-11-17T01:02:03.000Z', seal };

let drawn: Buffer;
let signed: Buffer;
beforeAll(async () => {
  drawn = await drawPdf(document, 'somebody');
  signed = signPdf(drawn, own, signing);
});

const wrong = (pdf: Buffer, trusted: X509Certificate[] = []): string[] =>
  verifyPdf(pdf, trusted)
    .findings.filter(({ state }) => state === 'failed')
    .map(({ text }) => text);
const changedAt = (place: number): Buffer => {
  const changed = Buffer.from(signed);
  changed[place]! ^= 1 << randomInt(8);
  return changed;
};

describe('a signed PDF', () => {
  it('is right for the product, for pdfsig and for OpenSSL', () => {
    expect(wrong(signed)).toEqual([]);
    expect(isValidByPdfsig(signed)).toBe(true);
    expect(pdfsigSays(signed)).toContain('Total document signed');
    expect(isValidByOpenssl(signed)).toBe(true);
    expect(verifyPdf(signed).signature).toMatchObject({
      seal: { number: 1234, hash: 'ab'.repeat(32) },
      statedTime: '2026-11-17T01:02:03.000Z',
    });
  });

  it('is refused by all three after a change of any signed byte', () => {
    const { digits } = signatureIn(signed);
    const isSigned = (place: number) => place < digits.start - 1 || place > digits.end;
    const places = Array.from({ length: 12 }, () => randomInt(signed.length)).filter(isSigned);
    for (const place of [200, drawn.length - 40, ...places]) {
      const changed = changedAt(place);
      expect([place, wrong(changed).length > 0]).toEqual([place, true]);
      expect([place, isValidByPdfsig(changed)]).toEqual([place, false]);
      const isReadable = (() => {
        try {
          return isValidByOpenssl(changed);
        } catch {
          return false;
        }
      })();
      expect([place, isReadable]).toEqual([place, false]);
    }
  });

  it('is refused by the product after a change of any byte of the signature, also of its padding', () => {
    const { digits } = signatureIn(signed);
    for (let times = 0; times < 200; times += 1) {
      const place = randomInt(digits.start, digits.end);
      const changed = Buffer.from(signed);
      const digit = Number.parseInt(String.fromCharCode(changed[place]!), 16);
      changed.write(((digit + 1 + randomInt(15)) % 16).toString(16), place, 'latin1');
      expect([place, wrong(changed).length > 0]).toEqual([place, true]);
    }
  });

  it('shows what was appended, cut off or put in its place', () => {
    expect(wrong(Buffer.concat([signed, Buffer.from('\n%more\n')]))).toEqual([
      '7 bytes were appended after the signature. Nobody has signed them.',
    ]);
    expect(pdfsigSays(Buffer.concat([signed, Buffer.from('\n%more\n')]))).not.toContain('Total document signed');
    expect(wrong(signed.subarray(0, signed.length - 5))).toHaveLength(1);
    expect(wrong(drawn)).toEqual(['The signature is wrong: This PDF has no signature.']);
    expect(wrong(Buffer.from('hello'))).toEqual(['The signature is wrong: This is no PDF.']);
    expect(wrong(Buffer.concat([signed, signed]))).toHaveLength(1);
  });

  it('says by whom it is signed, and compares that with whom the reader trusts', () => {
    const paper = signPdf(drawn, issued, signing);
    const [intermediate, other] = [new X509Certificate(chain.intermediate), new X509Certificate(own.der)];
    expect(wrong(paper)).toEqual([]);
    expect(verifyPdf(paper).chain.map(({ subject }) => subject)).toEqual(['CN=Test Lender', 'CN=Test Intermediate']);
    expect(wrong(paper, [intermediate])).toEqual([]);
    expect(wrong(paper, [other])).toHaveLength(1);
    expect(wrong(signed, [other])).toEqual([]);
    expect(wrong(signed, [intermediate])).toHaveLength(1);
  });

  it('is refused if its certificate was not valid when it was signed', () => {
    expect(wrong(signPdf(drawn, own, { ...signing, at: '2020-01-01T00:00:00.000Z' }))).toEqual([
      'The certificate of the signer was not valid at 2020-01-01T00:00:00.000Z.',
    ]);
  });
});
