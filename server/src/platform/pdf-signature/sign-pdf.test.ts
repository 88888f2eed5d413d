import { createHash, X509Certificate } from 'node:crypto';
import { readConfig } from '@kerb/server/platform/config.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { documentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { cmsSignature, signPdf } from '@kerb/server/platform/pdf-signature/sign-pdf.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { describe, expect, it } from 'vitest';
import { chain } from '../../../test/certificate-chain.ts';
import { pdfText } from '../../../test/pdf-text.ts';

const certificate = documentCertificate(readConfig({ LOG_LEVEL: 'silent' }), secretsFrom(Buffer.alloc(32, 7)));
const document = {
  title: 'Loan agreement',
  locale: 'en-AU',
  letterhead: { brand: 'KerbPay', colour: '#4A7B93', sender: ['Example Lender'] },
  date: '2026-11-15T00:00:00.000Z',
  footer: 'AU1',
  blocks: [{ kind: 'paragraph', text: 'Signed by all.' }],
} as const;
const signing = { name: 'KerbPay (Demo)', reason: 'Agreement signed by everyone', at: '2026-11-15T01:02:03.000Z' };

/** The parts that a PDF reader checks: the signed bytes, and the signature over them. */
function partsOf(pdf: Buffer) {
  const [, ...numbers] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1'))!;
  const [first = 0, firstLength = 0, second = 0, secondLength = 0] = numbers.map(Number);
  const content = Buffer.concat([
    pdf.subarray(first, first + firstLength),
    pdf.subarray(second, second + secondLength),
  ]);
  const hex = pdf.subarray(firstLength + 1, second - 1).toString('latin1');
  return { content, cms: Buffer.from(hex, 'hex'), reaches: second + secondLength };
}

describe('a signed document', () => {
  it('carries a signature over all of its bytes, and keeps its content', async () => {
    const pdf = await drawPdf(document, 'somebody');
    const signed = signPdf(pdf, certificate, signing);
    expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
    const { content, cms, reaches } = partsOf(signed);
    expect(reaches).toBe(signed.length);
    expect(cms.includes(createHash('sha256').update(content).digest())).toBe(true);
    expect(cms.includes(certificate.der)).toBe(true);
    expect(pdfText(signed)).toContain('Signed by all.');
  });

  it.each([
    ['KerbPay (Demo)', '/Name (KerbPay \\(Demo\\))'],
    ['Kōwhai Lending', '/Name <FEFF004B014D0077006800610069'],
  ])('names %s as the signer, macrons included', async (name, written) => {
    const signed = signPdf(await drawPdf(document, 'somebody'), certificate, { ...signing, name });
    expect(signed.toString('latin1')).toContain(written);
  });

  it('does not match its signature if a byte is changed', async () => {
    const signed = signPdf(await drawPdf(document, 'somebody'), certificate, signing);
    signed[100]! ^= 1;
    const { content, cms } = partsOf(signed);
    expect(cms.includes(createHash('sha256').update(content).digest())).toBe(false);
  });
});

describe('the certificate of a deployment that has none', () => {
  it('is self-signed, with the same key each time', () => {
    const read = new X509Certificate(certificate.der);
    expect(read.subject).toContain('Demo Company');
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(certificate.key)).toBe(true);
    const again = documentCertificate(readConfig({ LOG_LEVEL: 'silent' }), secretsFrom(Buffer.alloc(32, 7)));
    expect(new X509Certificate(again.der).publicKey.equals(read.publicKey)).toBe(true);
  });

  it('may sign, and its owner cannot deny it', () => {
    // Critical keyUsage with digitalSignature and nonRepudiation, in DER.
    expect(certificate.der.includes(Buffer.from('300e0603551d0f0101ff0404030206c0', 'hex'))).toBe(true);
  });

  it('is parsed again if it is configured', () => {
    const read = new X509Certificate(certificate.der);
    const pem = certificate.key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const configured = readConfig({ DOCUMENT_CERTIFICATE: read.toString(), DOCUMENT_CERTIFICATE_KEY: pem });
    const given = documentCertificate(configured, secretsFrom(Buffer.alloc(32, 8)));
    expect([given.issuer.equals(certificate.issuer), given.serial.equals(certificate.serial)]).toEqual([true, true]);
    expect(cmsSignature(Buffer.from('x'), given).length).toBeGreaterThan(500);
  });
});

describe('a certificate with its authorities', () => {
  const configured = (DOCUMENT_CERTIFICATE: string) =>
    documentCertificate(
      readConfig({ DOCUMENT_CERTIFICATE, DOCUMENT_CERTIFICATE_KEY: chain.key }),
      secretsFrom(Buffer.alloc(32, 8)),
    );
  const [leaf, authority] = [chain.leaf, chain.intermediate].map((pem) => new X509Certificate(pem));

  it.each([`${chain.leaf}\n${chain.intermediate}`, `${chain.intermediate}\n${chain.leaf}`])(
    'signs with its own key and carries all of them, in any order of the file',
    async (file) => {
      const given = configured(file);
      expect(new X509Certificate(given.der).subject).toBe('CN=Test Lender');
      const { cms } = partsOf(signPdf(await drawPdf(document, 'somebody'), given, signing));
      expect([leaf, authority].map((each) => cms.includes(each!.raw))).toEqual([true, true]);
      expect(leaf!.checkIssued(authority!)).toBe(true);
    },
  );
});
