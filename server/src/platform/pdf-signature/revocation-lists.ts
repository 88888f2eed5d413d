import { verify, type X509Certificate } from 'node:crypto';
import {
  type DerValue,
  derChildren,
  NotDer,
  oidText,
  readDer,
} from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { algorithmNamed } from '@kerb/server/platform/pdf-signature/read-cms.ts';

/** CRLDistributionPoints (RFC 5280). */
const distributionPoints = '2.5.29.31';
const isConstructed = ({ tag }: DerValue): boolean => (tag & 0x20) !== 0;

/** All addresses within a value. */
const urlsIn = (value: DerValue): string[] => {
  if (value.tag === 0x86) return [value.content.toString('latin1')];
  return isConstructed(value) ? derChildren(value).flatMap(urlsIn) : [];
};

/** Where the revocation list of a certificate's issuer is published, by http. */
export function revocationUrlsOf(certificate: Buffer): string[] {
  const [body] = derChildren(readDer(certificate));
  const extensions = body && derChildren(body).find(({ tag }) => tag === 0xa3);
  const [list] = extensions ? derChildren(extensions) : [];
  return (list ? derChildren(list) : []).flatMap((extension) => {
    const [id, ...rest] = derChildren(extension);
    const value = rest.at(-1);
    if (!id || !value || oidText(id) !== distributionPoints) return [];
    return urlsIn(readDer(value.content)).filter((url) => /^https?:/.test(url));
  });
}

/** Whether a revocation list (RFC 5280) is signed by one of these certificates. */
export function isListOf(list: Buffer, issuers: readonly X509Certificate[]): boolean {
  try {
    const { whole, tag, content } = readDer(list);
    const [body, algorithm, signature] = derChildren({ tag, whole, content });
    const [, inner] = body ? derChildren(body) : [];
    if (whole.length !== list.length || tag !== 0x30 || !body || !algorithm || signature?.tag !== 0x03) return false;
    if (!inner?.whole.equals(algorithm.whole) || signature.content[0] !== 0) return false;
    const { hash, key } = algorithmNamed(algorithm);
    const isBy = ({ publicKey }: X509Certificate) =>
      publicKey.asymmetricKeyType === key && verify(hash, body.whole, publicKey, signature.content.subarray(1));
    return issuers.some(isBy);
  } catch (error) {
    if (error instanceof NotDer) return false;
    throw error;
  }
}
