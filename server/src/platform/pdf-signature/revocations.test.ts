import { X509Certificate } from 'node:crypto';
import { httpTimeStamps } from '@kerb/server/gateways/time-stamps/http-time-stamps.ts';
import { sandboxTimeStamps } from '@kerb/server/gateways/time-stamps/sandbox-authority.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { documentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { readOcsp } from '@kerb/server/platform/pdf-signature/ocsp.ts';
import { signatureIn } from '@kerb/server/platform/pdf-signature/read-pdf.ts';
import { signPdf } from '@kerb/server/platform/pdf-signature/sign-pdf.ts';
import { stampPdf } from '@kerb/server/platform/pdf-signature/stamp-pdf.ts';
import { validationDataIn } from '@kerb/server/platform/pdf-signature/validation-data.ts';
import { verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';
import type { TimeStamps } from '@kerb/server/platform/ports/time-stamps.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anOpensslAuthority } from '../../../test/openssl-authority.ts';
import { isTrustedByOpenssl, isValidByOpenssl, isValidByPdfsig } from '../../../test/signature-programs.ts';

const secrets = secretsFrom(Buffer.alloc(32, 7));
const document = {
  title: 'Loan agreement',
  locale: 'en-NZ',
  letterhead: { brand: 'KerbPay', colour: '#4A7B93', sender: ['Kōwhai Lending'] },
  date: '2026-11-15T00:00:00.000Z',
  footer: 'NZ1',
  blocks: [{ kind: 'paragraph', text: 'Signed by all.' }],
} as const;

let drawn: Buffer;
beforeAll(async () => {
  drawn = await drawPdf(document, 'somebody');
});

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A paper of a lender whose certificate is by an authority of OpenSSL, and what that authority has answered. */
async function aPaper(
  options: Parameters<typeof anOpensslAuthority>[0] = {},
  before: (authority: Awaited<ReturnType<typeof anOpensslAuthority>>) => void = () => undefined,
) {
  const authority = await anOpensslAuthority(options);
  stops.push(authority.stop);
  before(authority);
  const { certificate, key } = authority.signer;
  const env = { DOCUMENT_CERTIFICATE: `${certificate}\n${authority.root}`, DOCUMENT_CERTIFICATE_KEY: key };
  const at = new Date().toISOString();
  const signing = { name: 'Kōwhai Lending', reason: 'Signed', at, seal: null };
  const signed = signPdf(drawn, documentCertificate(readConfig(env), secrets), signing);
  const { stamp } = sandboxTimeStamps(secrets);
  const { revocations } = httpTimeStamps('http://127.0.0.1:9/', 5_000);
  const both: TimeStamps = { stamp, revocations };
  const pdf = await stampPdf(signed, both);
  const data = validationDataIn(pdf, signatureIn(pdf).end)!;
  return { authority, signed, pdf, data, both };
}

const said = (pdf: Buffer) => verifyPdf(pdf).findings;
const wrong = (pdf: Buffer): string[] => said(pdf).flatMap(({ state, text }) => (state === 'failed' ? [text] : []));
const dayAgo = () => new Date(Date.now() - 86_400_000).toISOString();

describe('a certificate whose authority has a responder', () => {
  it('is kept with its answer, which OpenSSL accepts, and is right for all three programs', async () => {
    const { authority, pdf, data } = await aPaper({ hasList: true });
    expect([data.answers.length, data.lists.length, authority.asked]).toEqual([1, 0, ['/ocsp']]);
    expect(pdf.includes('/OCSPs [')).toBe(true);
    expect(wrong(pdf)).toEqual([]);
    expect(
      said(pdf)
        .map(({ text }) => text)
        .join('\n'),
    ).toMatch(/^Test signer was not revoked, as its authority said at/m);
    expect(authority.saysOf(data.answers[0]!)).toMatch(
      /Response verify OK[\s\S]*signer\.pem: good|signer\.pem: good[\s\S]*Response verify OK/,
    );
    expect([isValidByPdfsig(pdf), isValidByOpenssl(pdf)]).toEqual([true, true]);
    expect([isTrustedByOpenssl(pdf, authority.root), isTrustedByOpenssl(pdf, authority.other)]).toEqual([true, false]);
  });

  it('is refused if it was revoked before the signature, and not if afterwards', async () => {
    const { pdf, data } = await aPaper({}, ({ revoke }) => revoke(dayAgo()));
    expect(data.answers).toHaveLength(1);
    expect(wrong(pdf)).toEqual([expect.stringMatching(/^Test signer was revoked at .*, before the signature\.$/)]);
    const later = await aPaper({}, ({ revoke }) => revoke(new Date(Date.now() + 3_600_000).toISOString()));
    expect(wrong(later.pdf)).toEqual([]);
    expect(said(later.pdf)).toContainEqual({ state: 'note', text: expect.stringContaining('after the signature') });
  });

  it('is not proven by an answer about another one, by somebody else, or with a changed byte', async () => {
    const { authority, data } = await aPaper();
    const [root, signer, other] = [authority.root, authority.signer.certificate, authority.other].map(
      (text) => new X509Certificate(text),
    );
    const answer = data.answers[0]!;
    expect(readOcsp(answer, signer!, root!).revokedAt).toBeNull();
    expect(() => readOcsp(answer, other!, root!)).toThrow('The answer is about another certificate.');
    const stranger = await anOpensslAuthority();
    stops.push(stranger.stop);
    expect(() => readOcsp(answer, signer!, new X509Certificate(stranger.root))).toThrow('not signed for the issuer');
    for (let place = 0; place < answer.length; place += 7) {
      const changed = Buffer.from(answer);
      changed[place]! ^= 1;
      const isBelieved = (() => {
        try {
          // A change of the certificate that the responder encloses can be harmless: it is then not used.
          return readOcsp(changed, signer!, root!).revokedAt !== null;
        } catch {
          return false;
        }
      })();
      expect([place, isBelieved]).toEqual([place, false]);
    }
  });

  it('is kept without an answer if the responder is away, and the verifier says so', async () => {
    const { signed, both, authority } = await aPaper();
    authority.stop();
    stops.length = 0;
    const pdf = await stampPdf(signed, both);
    expect(wrong(pdf)).toEqual([]);
    expect(said(pdf)).toContainEqual({ state: 'note', text: 'The file does not say whether Test signer was revoked.' });
  });
});

describe('a certificate whose authority has a list only', () => {
  const only = { hasList: true, hasResponder: false };

  it('is kept with the list, and refused if it was on it before the signature', async () => {
    const { pdf, data, authority } = await aPaper(only);
    expect([data.answers.length, data.lists.length, authority.asked]).toEqual([0, 1, ['/list']]);
    expect(wrong(pdf)).toEqual([]);
    const revoked = await aPaper(only, ({ revoke }) => revoke(dayAgo()));
    expect(wrong(revoked.pdf)).toEqual([
      expect.stringMatching(/^Test signer was revoked at .*, before the signature\.$/),
    ]);
  });
});
