import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  type DerValue,
  derChildren,
  expectTag,
  NotDer,
  oidText,
  readDer,
} from '@kerb/server/platform/pdf-signature/der-reader.ts';

/** The object identifiers of CMS (RFC 5652), ESS (RFC 5035) and time stamps (RFC 3161). */
// biome-ignore format: a table
export const oids = {
  data:                 '1.2.840.113549.1.7.1',
  signedData:           '1.2.840.113549.1.7.2',
  timeStampInfo:        '1.2.840.113549.1.9.16.1.4',
  contentType:          '1.2.840.113549.1.9.3',
  messageDigest:        '1.2.840.113549.1.9.4',
  signingCertificateV1: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken:       '1.2.840.113549.1.9.16.2.14',
} as const;

/** By the identifier of the hash, as an algorithm of Node.js. */
// biome-ignore format: a table
const hashes: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

export const hashNamed = (algorithm: DerValue): string => {
  const [id] = derChildren(expectTag(algorithm, 0x30, 'A hash'));
  const name = hashes[oidText(expectTag(id, 0x06, 'The name of a hash'))];
  if (!name) throw new NotDer('The hash is of a kind that is not known here.');
  return name;
};

/** By the identifier of the signature's algorithm: the kind of its key, and its hash if it names one. */
// biome-ignore format: a table
const algorithms: Record<string, { key: string; hash: string | null }> = {
  '1.2.840.10045.4.3.2':   { key: 'ec',  hash: 'sha256' },
  '1.2.840.10045.4.3.3':   { key: 'ec',  hash: 'sha384' },
  '1.2.840.10045.4.3.4':   { key: 'ec',  hash: 'sha512' },
  '1.2.840.113549.1.1.1':  { key: 'rsa', hash: null },
  '1.2.840.113549.1.1.11': { key: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { key: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { key: 'rsa', hash: 'sha512' },
};

/** The kind of the key and the hash of a signature's algorithm. */
export function algorithmNamed(algorithm: DerValue): { key: string; hash: string | null } {
  const [id] = derChildren(expectTag(algorithm, 0x30, 'The algorithm'));
  const found = algorithms[oidText(expectTag(id, 0x06, 'The name of the algorithm'))];
  if (!found) throw new NotDer('The algorithm of the signature is not known here.');
  return found;
}

/** The version follows from the form of a signature (RFC 5652). */
function expectVersion(value: DerValue | undefined, wanted: number): void {
  const { content } = expectTag(value, 0x02, 'The version');
  if (content.length !== 1 || content[0] !== wanted) throw new NotDer('The version is not known here.');
}

/** A signature with its certificates. `content` is set if the signed content is inside. */
export type SignedData = {
  contentType: string;
  content: Buffer | null;
  certificates: X509Certificate[];
  /** The revocation lists inside, in DER. */
  revocationLists: Buffer[];
  signer: {
    issuerAndSerial: Buffer;
    hash: string;
    /** The kind of the key that the algorithm of the signature names. */
    keyType: string;
    signedAttributes: Buffer;
    attributes: Map<string, DerValue>;
    signature: Buffer;
    unsigned: Map<string, DerValue>;
    /** The bytes before the unsigned attributes, for adding one. */
    parts: DerValue[];
  };
};

/** The attributes by their identifiers, each with its first value. */
function attributesIn(values: readonly DerValue[]): Map<string, DerValue> {
  return new Map(
    values.map((attribute) => {
      const [type, set] = derChildren(expectTag(attribute, 0x30, 'An attribute'));
      const [first] = derChildren(expectTag(set, 0x31, 'The value of an attribute'));
      if (!type || !first) throw new NotDer('An attribute has no value.');
      return [oidText(type), first];
    }),
  );
}

function signerIn(signerInfo: DerValue): SignedData['signer'] {
  const parts = derChildren(expectTag(signerInfo, 0x30, 'The signer'));
  const [version, issuerAndSerial, digest, signed, algorithm, signature, unsigned] = parts;
  expectVersion(version, 1);
  expectTag(signed, 0xa0, 'The signed attributes');
  expectTag(issuerAndSerial, 0x30, 'The name of the signer');
  if (!issuerAndSerial || !digest || !signed || !algorithm) throw new NotDer('The signer is not named.');
  // They are signed as a SET, and written with the tag [0] instead.
  const hash = hashNamed(digest);
  const named = algorithmNamed(algorithm);
  if (named.hash !== null && named.hash !== hash) throw new NotDer('The signature names two hashes.');
  const signedAttributes = Buffer.concat([Buffer.from([0x31]), signed.whole.subarray(1)]);
  return {
    issuerAndSerial: issuerAndSerial.whole,
    hash,
    keyType: named.key,
    signedAttributes,
    attributes: attributesIn(derChildren(signed)),
    signature: expectTag(signature, 0x04, 'The signature').content,
    unsigned: unsigned?.tag === 0xa1 ? attributesIn(derChildren(unsigned)) : new Map(),
    parts,
  };
}

/** Reads a signature in CMS. Throws NotDer if it is none. */
export function readSignedData(bytes: Buffer): SignedData {
  const [type, outer, ...more] = derChildren(expectTag(readDer(bytes), 0x30, 'The signature'));
  if (!type || more.length > 0 || oidText(type) !== oids.signedData) throw new NotDer('This is no signature in CMS.');
  const [body] = derChildren(expectTag(outer, 0xa0, 'The signature'));
  const all = derChildren(expectTag(body, 0x30, 'The signature'));
  const [contentType, content] = derChildren(expectTag(all[2], 0x30, 'The signed content'));
  if (!contentType) throw new NotDer('The kind of the content is missing.');
  expectVersion(all[0], oidText(contentType) === oids.data ? 1 : 3);
  const digests = derChildren(expectTag(all[1], 0x31, 'The hashes')).map(hashNamed);
  const certificates = all.find(({ tag }) => tag === 0xa0);
  const lists = all.find(({ tag }) => tag === 0xa1);
  const signers = derChildren(expectTag(all.at(-1), 0x31, 'The signer'));
  const [signer] = signers;
  if (!signer || signers.length > 1) throw new NotDer('There is not exactly one signer.');
  const inner = content && derChildren(expectTag(content, 0xa0, 'The signed content'))[0];
  const read = signerIn(signer);
  if (!digests.includes(read.hash)) throw new NotDer('The hash of the signer is not announced.');
  return {
    contentType: oidText(contentType),
    content: inner ? expectTag(inner, 0x04, 'The signed content').content : null,
    certificates: certificates ? derChildren(certificates).map(({ whole }) => new X509Certificate(whole)) : [],
    revocationLists: lists ? derChildren(lists).map(({ whole }) => whole) : [],
    signer: read,
  };
}

/** The issuer and the serial number of a certificate, as CMS names a signer. */
export function issuerAndSerialOf(certificate: Buffer): { issuer: Buffer; serial: Buffer } {
  const [body] = derChildren(readDer(certificate));
  const parts = derChildren(expectTag(body, 0x30, 'The certificate'));
  const [serial, , issuer] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts;
  if (!serial || !issuer) throw new NotDer('The certificate names no issuer.');
  return { serial: serial.whole, issuer: issuer.whole };
}

const isNamed = (certificate: X509Certificate, issuerAndSerial: Buffer): boolean => {
  const { issuer, serial } = issuerAndSerialOf(certificate.raw);
  return readDer(issuerAndSerial).content.equals(Buffer.concat([issuer, serial]));
};

/** The hash of the certificate to which the signed attributes bind the signature; null if there is none. */
function boundHash({ attributes }: SignedData['signer']): { name: string; hash: Buffer } | null {
  const first = attributes.get(oids.signingCertificateV2);
  const old = attributes.get(oids.signingCertificateV1);
  const value = first ?? old;
  if (!value) return null;
  const [id] = derChildren(expectTag(derChildren(value)[0], 0x30, 'The bound certificate'));
  const [one, two] = id ? derChildren(id) : [];
  if (old && !first) return { name: 'sha1', hash: expectTag(one, 0x04, 'The hash of the certificate').content };
  // SHA-256 is the default, which DER leaves out.
  if (one?.tag === 0x04) return { name: 'sha256', hash: one.content };
  if (!one) return null;
  return { name: hashNamed(one), hash: expectTag(two, 0x04, 'The hash of the certificate').content };
}

const hashOf = (name: string, bytes: Buffer): Buffer => createHash(name).update(bytes).digest();

/**
 * The certificate that signed these bytes. Throws with the reason if the signature is not over them, or not by the
 * certificate that it names.
 */
export function signerOf({ signer, certificates, contentType }: SignedData, content: Buffer): X509Certificate {
  const stated = signer.attributes.get(oids.messageDigest);
  if (!stated?.content.equals(hashOf(signer.hash, content))) throw new NotDer('The content was changed.');
  const type = signer.attributes.get(oids.contentType);
  if (!type || oidText(type) !== contentType) throw new NotDer('The signature is for another kind of content.');
  const certificate = certificates.find((each) => isNamed(each, signer.issuerAndSerial));
  if (!certificate) throw new NotDer('The certificate of the signer is missing.');
  const bound = boundHash(signer);
  if (!bound?.hash.equals(hashOf(bound.name, certificate.raw))) {
    throw new NotDer('The signature is not bound to its certificate.');
  }
  if (certificate.publicKey.asymmetricKeyType !== signer.keyType) {
    throw new NotDer('The certificate has a key of another kind.');
  }
  if (!verify(signer.hash, signer.signedAttributes, certificate.publicKey, signer.signature)) {
    throw new NotDer('The signature is not by its certificate.');
  }
  return certificate;
}

/** The certificate, its issuer and so on, as far as the issuers are among the others. */
export function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const chain = [certificate];
  for (let last = certificate; !isSelfIssued(last) && chain.length < 10; ) {
    const child = last;
    const issuer = others.find((each) => child.checkIssued(each) && child.verify(each.publicKey));
    if (!issuer || chain.includes(issuer)) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

/** Not by `checkIssued`, which asks for the right to sign certificates. */
export const isSelfIssued = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
