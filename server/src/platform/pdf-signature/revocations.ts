import { verify, type X509Certificate } from 'node:crypto';
import {
  type DerValue,
  derChildren,
  NotDer,
  oidText,
  readDer,
  timeOf,
} from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { type Revocation, readOcsp } from '@kerb/server/platform/pdf-signature/ocsp.ts';
import { algorithmNamed, isSelfIssued, issuerAndSerialOf } from '@kerb/server/platform/pdf-signature/read-cms.ts';
import type { Revocations } from '@kerb/server/platform/ports/time-stamps.ts';

/** Extensions of a certificate (RFC 5280), and the kind of access that is a responder (RFC 6960). */
const distributionPoints = '2.5.29.31';
const authorityAccess = '1.3.6.1.5.5.7.1.1';
const responder = '1.3.6.1.5.5.7.48.1';

export const noRevocations: Revocations = { lists: [], answers: [] };

const isConstructed = ({ tag }: DerValue): boolean => (tag & 0x20) !== 0;

/** All addresses within a value, by http. */
const urlsIn = (value: DerValue): string[] => {
  if (value.tag === 0x86) return [value.content.toString('latin1')].filter((url) => /^https?:/.test(url));
  return isConstructed(value) ? derChildren(value).flatMap(urlsIn) : [];
};

/** The value of an extension; null if the certificate has none of that kind. */
function extensionOf(certificate: Buffer, wanted: string): DerValue | null {
  const [body] = derChildren(readDer(certificate));
  const extensions = body && derChildren(body).find(({ tag }) => tag === 0xa3);
  const [list] = extensions ? derChildren(extensions) : [];
  for (const extension of list ? derChildren(list) : []) {
    const [id, ...rest] = derChildren(extension);
    const value = rest.at(-1);
    if (id && value && oidText(id) === wanted) return readDer(value.content);
  }
  return null;
}

/** Where the revocation list of a certificate's issuer is published. */
export function listUrlsOf(certificate: Buffer): string[] {
  const points = extensionOf(certificate, distributionPoints);
  return points ? urlsIn(points) : [];
}

/** Where a responder answers for the issuer of a certificate. */
export function responderUrlsOf(certificate: Buffer): string[] {
  const access = extensionOf(certificate, authorityAccess);
  return (access ? derChildren(access) : []).flatMap((each) => {
    const [kind] = derChildren(each);
    return kind && oidText(kind) === responder ? urlsIn(each) : [];
  });
}

type List = { issuer: Buffer; asOf: string; revoked: readonly DerValue[] };

/** Reads a revocation list (RFC 5280) that one of these certificates has signed; null if none has. */
function listBy(bytes: Buffer, issuers: readonly X509Certificate[]): List | null {
  const list = readDer(bytes);
  const [body, algorithm, signature] = derChildren(list);
  if (list.whole.length !== bytes.length || list.tag !== 0x30 || !body || !algorithm) return null;
  if (signature?.tag !== 0x03 || signature.content[0] !== 0) return null;
  const [, inner, issuer, asOf, ...rest] = derChildren(body);
  if (!inner?.whole.equals(algorithm.whole) || !issuer || !asOf) return null;
  const { hash, key } = algorithmNamed(algorithm);
  const isBy = ({ publicKey }: X509Certificate) =>
    publicKey.asymmetricKeyType === key && verify(hash, body.whole, publicKey, signature.content.subarray(1));
  if (!issuers.some(isBy)) return null;
  const entries = rest.find(({ tag }) => tag === 0x30);
  return { issuer: issuer.whole, asOf: timeOf(asOf), revoked: entries ? derChildren(entries) : [] };
}

const orNull = <Value>(read: () => Value): Value | null => {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotDer) return null;
    throw error;
  }
};

export const isListOf = (list: Buffer, issuers: readonly X509Certificate[]): boolean =>
  orNull(() => listBy(list, issuers)) !== null;

/** The issuer of a certificate among others; null for a root. */
export const issuerOf = (certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate | null =>
  isSelfIssued(certificate)
    ? null
    : (others.find((each) => certificate.checkIssued(each) && certificate.verify(each.publicKey)) ?? null);

/** What an answer says of one of these certificates; null if it is about none of them, or not signed for its issuer. */
function answerAbout(answer: Buffer, certificate: X509Certificate, all: readonly X509Certificate[]): Revocation | null {
  const issuer = issuerOf(certificate, all);
  return issuer && orNull(() => readOcsp(answer, certificate, issuer));
}

export const isAnswerFor = (answer: Buffer, all: readonly X509Certificate[]): boolean =>
  all.some((certificate) => answerAbout(answer, certificate, all) !== null);

function listAbout(bytes: Buffer, certificate: X509Certificate, all: readonly X509Certificate[]): Revocation | null {
  const issuer = issuerOf(certificate, all);
  const list = issuer && orNull(() => listBy(bytes, [issuer]));
  const named = issuerAndSerialOf(certificate.raw);
  if (!list?.issuer.equals(named.issuer)) return null;
  const entry = list.revoked.map(derChildren).find(([serial]) => serial?.whole.equals(named.serial));
  if (!entry) return { revokedAt: null, asOf: list.asOf };
  const [, date] = entry;
  if (!date) throw new NotDer('A revocation list has an entry without a date.');
  return { revokedAt: timeOf(date), asOf: list.asOf };
}

/** What its authority says of a certificate: that it was revoked, if one of them says so. Null if nothing is said. */
export function revocationOf(
  certificate: X509Certificate,
  all: readonly X509Certificate[],
  { lists, answers }: Revocations,
): Revocation | null {
  const said = [
    ...answers.map((answer) => answerAbout(answer, certificate, all)),
    ...lists.map((list) => listAbout(list, certificate, all)),
  ].filter((each) => each !== null);
  return said.find(({ revokedAt }) => revokedAt !== null) ?? said[0] ?? null;
}
