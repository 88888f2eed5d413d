import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a PEM file: that of the key, and those of its authorities. */
export const certificatesIn = (file: string): X509Certificate[] =>
  (file.match(pem) ?? []).map((each) => new X509Certificate(each));

/** A signature is valid only as long as every certificate of the chain is. */
export const firstToExpire = (file: string): X509Certificate | undefined =>
  certificatesIn(file).toSorted((a, b) => a.validToDate.getTime() - b.validToDate.getTime())[0];

/** Whichever order the file has, the certificate of the key is the one that signs. */
export const ownCertificate = (all: readonly X509Certificate[], key: KeyObject): X509Certificate | undefined =>
  all.find((each) => each.checkPrivateKey(key));

/** Whether a PEM file has a readable certificate of the key. */
export function isPair(certificate: string, key: string): boolean {
  try {
    return ownCertificate(certificatesIn(certificate), createPrivateKey(key)) !== undefined;
  } catch {
    // The errors of reading a key could quote it.
    return false;
  }
}
