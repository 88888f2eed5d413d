import { randomInt, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { httpTimeStamps } from '@kerb/server/gateways/time-stamps/http-time-stamps.ts';
import { sandboxAuthority, sandboxTimeStamps } from '@kerb/server/gateways/time-stamps/sandbox-authority.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { answerStamp, stampRequest, tokenIn } from '@kerb/server/platform/pdf-signature/ask-time-stamp.ts';
import { documentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { readDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { readSignedData } from '@kerb/server/platform/pdf-signature/read-cms.ts';
import { signatureIn } from '@kerb/server/platform/pdf-signature/read-pdf.ts';
import { noRevocations } from '@kerb/server/platform/pdf-signature/revocations.ts';
import { signPdf } from '@kerb/server/platform/pdf-signature/sign-pdf.ts';
import { stampPdf } from '@kerb/server/platform/pdf-signature/stamp-pdf.ts';
import { verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';
import { TimeStampsUnavailable } from '@kerb/server/platform/ports/time-stamps.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { isStampByOpenssl, isValidByOpenssl, isValidByPdfsig } from '../../../test/signature-programs.ts';

const secrets = secretsFrom(Buffer.alloc(32, 7));
const authority = sandboxAuthority(secrets);
const root = new X509Certificate(authority.root);
const certificate = documentCertificate(readConfig({ LOG_LEVEL: 'silent' }), secrets);
const document = {
  title: 'Loan agreement',
  locale: 'en-NZ',
  letterhead: { brand: 'KerbPay', colour: '#4A7B93', sender: ['Kōwhai Lending'] },
  date: '2026-11-15T00:00:00.000Z',
  footer: 'NZ1',
  blocks: [{ kind: 'paragraph', text: 'Signed by all.' }],
} as const;
const signing = { name: 'Kōwhai Lending', reason: 'Signed', at: '2026-11-17T01:02:03.000Z', seal: null };

let signed: Buffer;
let stamped: Buffer;
beforeAll(async () => {
  signed = signPdf(await drawPdf(document, 'somebody'), certificate, signing);
  stamped = await stampPdf(signed, sandboxTimeStamps(secrets));
});

const wrong = (pdf: Buffer, trusted: X509Certificate[] = []): string[] =>
  verifyPdf(pdf, trusted)
    .findings.filter(({ state }) => state === 'failed')
    .map(({ text }) => text);
const signatureOf = (pdf: Buffer): Buffer => readSignedData(readDer(signatureIn(pdf).cms).whole).signer.signature;

describe('a time stamp', () => {
  it('of our own authority is accepted by OpenSSL, for its bytes only', () => {
    const bytes = Buffer.from('some bytes');
    const request = stampRequest(bytes);
    const answer = answerStamp(request.bytes, authority, '2026-11-17T01:02:03.000Z');
    const token = tokenIn(answer, bytes, request);
    expect(isStampByOpenssl(token, bytes, root.toString())).toBe(true);
    expect(isStampByOpenssl(token, Buffer.from('other bytes'), root.toString())).toBe(false);
    expect(() => tokenIn(answer, Buffer.from('other'), request)).toThrow('The time stamp is for other bytes.');
    expect(() => tokenIn(answer, bytes, stampRequest(bytes))).toThrow('The time stamp answers another request.');
  });

  it('by a certificate that is not for time stamps is refused', () => {
    const bytes = Buffer.from('some bytes');
    const request = stampRequest(bytes);
    const answer = answerStamp(request.bytes, certificate, '2026-11-17T01:02:03.000Z');
    expect(() => tokenIn(answer, bytes, request)).toThrow('The time stamp is not by a time-stamp authority.');
  });
});

describe('a stamped PDF', () => {
  it('is right for the product, for pdfsig and for OpenSSL, and no signed byte has changed', () => {
    expect(wrong(stamped)).toEqual([]);
    expect(isValidByPdfsig(stamped)).toBe(true);
    expect(isValidByOpenssl(stamped)).toBe(true);
    expect(signatureIn(stamped).content.equals(signatureIn(signed).content)).toBe(true);
    const { timeStamp } = verifyPdf(stamped);
    expect(isStampByOpenssl(timeStamp!.token, signatureOf(stamped), root.toString())).toBe(true);
    expect(timeStamp!.chain.map(({ subject }) => subject)).toEqual([
      'CN=Sandbox Time Stamp Authority',
      'CN=Sandbox Time Stamp Root',
    ]);
    expect(wrong(stamped, [root, new X509Certificate(certificate.der)])).toEqual([]);
    expect(wrong(stamped, [root])).toHaveLength(1);
  });

  it('has the certificates and the revocation list for later', () => {
    const said = verifyPdf(stamped).findings.map(({ text }) => text);
    expect(said).toContain(
      'After the signature there are 3 certificates, 1 revocation list and 0 answers of responders for checking it later, and nothing else.',
    );
    expect(stamped.includes('/Type /DSS')).toBe(true);
  });

  it('is refused after a change of any byte, also of what follows the signature', () => {
    for (let times = 0; times < 150; times += 1) {
      const place = randomInt(stamped.length);
      const changed = Buffer.from(stamped);
      const isDigit = /[0-9a-f]/.test(String.fromCharCode(changed[place]!));
      changed[place] = isDigit && changed[place] !== 0x30 ? 0x30 : changed[place]! ^ 1;
      expect([place, wrong(changed).length > 0]).toEqual([place, true]);
    }
    expect(wrong(Buffer.concat([stamped, Buffer.from('\n')]))).toHaveLength(1);
  });

  it('is refused after a change of any byte of the signature and of its stamp', () => {
    const { digits, cms } = signatureIn(stamped);
    for (let place = 0; place < readDer(cms).whole.length; place += 1) {
      const changed = Buffer.from(stamped);
      const byte = cms.readUInt8(place) ^ (1 << randomInt(8));
      changed.write(byte.toString(16).padStart(2, '0'), digits.start + 2 * place, 'latin1');
      expect([place, wrong(changed).length > 0]).toEqual([place, true]);
    }
  }, 60_000);

  it('with the time stamp of another signature is refused', async () => {
    const other = signPdf(await drawPdf(document, 'somebody'), certificate, { ...signing, reason: 'Other' });
    const token = await sandboxTimeStamps(secrets).stamp(signatureOf(other));
    const lying = { stamp: async () => token, revocations: async () => noRevocations };
    await expect(stampPdf(signed, lying)).rejects.toThrow('The time stamp is for other bytes.');
  });
});

describe('an authority over HTTP', () => {
  async function whileServing<Result>(
    answer: (request: Buffer) => { status?: number; body: Buffer },
    run: (url: string) => Promise<Result>,
  ): Promise<Result> {
    const server = createServer((request, response) => {
      void buffer(request).then((bytes) => {
        const { status = 200, body } = answer(bytes);
        response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`);
    } finally {
      server.close();
    }
  }

  it('stamps what it is asked for', async () => {
    const answer = (bytes: Buffer) => ({ body: answerStamp(bytes, authority, '2026-11-17T01:02:03.000Z') });
    const pdf = await whileServing(answer, (url) => stampPdf(signed, httpTimeStamps(url)));
    expect(wrong(pdf)).toEqual([]);
    expect(verifyPdf(pdf).timeStamp?.time).toBe('2026-11-17T01:02:03.000Z');
  });

  it.each([
    ['an error', { status: 500, body: Buffer.from('no') }],
    ['no DER', { body: Buffer.from('hello') }],
    ['a refusal', { body: Buffer.from('30053003020102', 'hex') }],
  ])('that answers with %s is not available', async (_, answered) => {
    const asked = whileServing(
      () => answered,
      (url) => httpTimeStamps(url).stamp(Buffer.from('x')),
    );
    await expect(asked).rejects.toBeInstanceOf(TimeStampsUnavailable);
  });

  it('that does not answer is not available', async () => {
    await expect(httpTimeStamps('http://127.0.0.1:9/').stamp(Buffer.from('x'))).rejects.toBeInstanceOf(
      TimeStampsUnavailable,
    );
  });
});
