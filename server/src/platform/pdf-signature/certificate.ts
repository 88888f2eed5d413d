import { createPrivateKey, type KeyObject } from 'node:crypto';
import { must } from '@kerb/domain/kernel/must.ts';
import { certificatesIn, ownCertificate } from '@kerb/server/platform/config/certificates-in.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { derivedKey, makeCertificate } from '@kerb/server/platform/pdf-signature/make-certificate.ts';
import { issuerAndSerialOf } from '@kerb/server/platform/pdf-signature/read-cms.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

/**
 * A certificate in DER, its issuer and serial number, and its private key. `chain` has the certificates of its
 * authorities: a reader without a network needs them to trust the signature.
 */
export type DocumentCertificate = { der: Buffer; chain: Buffer[]; issuer: Buffer; serial: Buffer; key: KeyObject };

/**
 * The self-signed certificate of a deployment that has configured none. It states the deployment's name, but no
 * authority confirms it.
 */
const selfSigned = (secrets: Secrets, name: string): DocumentCertificate =>
  makeCertificate({ use: 'documents', name, key: derivedKey(secrets, 'key') });

export function documentCertificate(
  config: Pick<Config, 'documentCertificate' | 'supplier'>,
  secrets: Secrets,
): DocumentCertificate {
  if (!config.documentCertificate) return selfSigned(secrets, config.supplier.name);
  const key = createPrivateKey(config.documentCertificate.key);
  const all = certificatesIn(config.documentCertificate.certificate);
  const { raw: der } = must(ownCertificate(all, key), 'a certificate for the key');
  const chain = all.map(({ raw }) => raw).filter((raw) => !raw.equals(der));
  return { der, chain, key, ...issuerAndSerialOf(der) };
}
