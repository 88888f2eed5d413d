import { sign } from 'node:crypto';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { DocumentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { explicit, integer, octets, oid, sequence, setOf, tagged } from '@kerb/server/platform/pdf-signature/der.ts';
import { sealKey } from '@kerb/server/platform/pdf-signature/read-pdf.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

const sha256Algorithm = sequence(oid('2.16.840.1.101.3.4.2.1'));
const data = oid('1.2.840.113549.1.7.1');
const one = integer(Buffer.from([1]));
const algorithms: Record<string, Buffer> = {
  ec: sequence(oid('1.2.840.10045.4.3.2')),
  rsa: sequence(oid('1.2.840.113549.1.1.11'), Buffer.from([5, 0])),
};

/**
 * A detached CMS signature in CAdES form (RFC 5652, RFC 5035). It binds the signer's certificate to the signed bytes.
 */
export function cmsSignature(content: Buffer, { der, chain, issuer, serial, key }: DocumentCertificate): Buffer {
  const attributes = [
    sequence(oid('1.2.840.113549.1.9.3'), setOf(data)),
    sequence(oid('1.2.840.113549.1.9.4'), setOf(octets(sha256(content)))),
    sequence(oid('1.2.840.113549.1.9.16.2.47'), setOf(sequence(sequence(sequence(octets(sha256(der))))))),
  ];
  const asSet = setOf(...attributes);
  const algorithm = algorithms[key.asymmetricKeyType ?? ''];
  if (!algorithm) throw new Error('documents are signed with an EC or an RSA key');
  const signer = sequence(
    one,
    sequence(issuer, serial),
    sha256Algorithm,
    // The attributes are signed as a SET, and then written with the tag [0] instead of SET.
    Buffer.concat([Buffer.from([0xa0]), asSet.subarray(1)]),
    algorithm,
    octets(sign('sha256', asSet, key)),
  );
  const signed = sequence(
    one,
    setOf(sha256Algorithm),
    sequence(data),
    tagged(0xa0, ...[der, ...chain].toSorted(Buffer.compare)),
    setOf(signer),
  );
  return sequence(oid('1.2.840.113549.1.7.2'), explicit(0, signed));
}

/** The room for a signature in bytes: for its certificates, and for the rest of it. */
const roomFor = ({ der, chain }: DocumentCertificate): number =>
  [der, ...chain].reduce((sum, { length }) => sum + length, 6_144);
const placeholderOf = (room: number): string => `<${'0'.repeat(room * 2)}>`;
const range = (numbers: readonly number[]) => `[${numbers.map((each) => String(each).padStart(10, '0')).join(' ')}]`;

const found = (pattern: RegExp, source: string, what: string): string => {
  const match = pattern.exec(source)?.[1];
  if (match === undefined) throw new Error(`this PDF has no readable ${what}`);
  return match;
};

/** The text of an object between its brackets. */
const objectOf = (source: string, number: string): string =>
  found(new RegExp(`(?:^|\\n)${number} 0 obj\\n<<([\\s\\S]*?)>>\\nendobj`), source, `object ${number}`);

/** A text of the PDF: as it is, or in UTF-16 if it has a letter that is not ASCII, such as a macron. */
function written(words: string): string {
  if (/^[\x20-\x7e]*$/.test(words)) return `(${words.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(words, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}

type Update = { objects: [number: number, body: string][]; trailer: string };

/** The objects that a signature adds to the PDF: its invisible field on the first page and in the catalogue. */
function updateOf(source: string, { name, reason, at, seal }: Signing, placeholder: string): Update {
  const trailer = found(/trailer\n<<([\s\S]*?)>>\nstartxref/, source.slice(source.lastIndexOf('trailer')), 'trailer');
  const root = found(/\/Root (\d+) 0 R/, trailer, 'catalogue');
  const size = Number(found(/\/Size (\d+)/, trailer, 'size'));
  const catalogue = objectOf(source, root);
  const page = found(/\/Kids \[\s*(\d+) 0 R/, objectOf(source, found(/\/Pages (\d+) 0 R/, catalogue, 'pages')), 'page');
  const previous = found(/startxref\n(\d+)\n/, source.slice(source.lastIndexOf('startxref')), 'table');
  const date = `(D:${at.slice(0, 19).replace(/[-:T]/g, '')}Z)`;
  const sealed = seal ? ` /${sealKey} (${seal.number}:${seal.hash.toString('hex')})` : '';
  const signature = `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${range([0, 0, 0, 0])} /Contents ${placeholder} /Name ${written(name)} /Reason ${written(reason)} /M ${date}${sealed}`;
  const field = `/Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /F 132 /Rect [0 0 0 0] /P ${page} 0 R /V ${size} 0 R`;
  return {
    objects: [
      [Number(root), `${catalogue} /AcroForm << /Fields [${size + 1} 0 R] /SigFlags 3 >>`],
      [Number(page), `${objectOf(source, page)} /Annots [${size + 1} 0 R]`],
      [size, signature],
      [size + 1, field],
    ],
    trailer: `<< ${trailer.replace(/\/Size \d+/, `/Size ${size + 2}`)} /Prev ${previous} >>`,
  };
}

/** `seal`: the newest seal of the audit log, for programs. The paper has it in words too. */
export type Signing = {
  name: string;
  reason: string;
  at: Moment;
  seal?: { number: number; hash: Buffer } | null | undefined;
};

/**
 * Appends a signature over every byte of the document except the signature itself. The existing bytes stay unchanged.
 */
export function signPdf(pdf: Buffer, certificate: DocumentCertificate, signing: Signing): Buffer {
  const source = pdf.toString('latin1');
  const room = roomFor(certificate);
  const placeholder = placeholderOf(room);
  const { objects, trailer } = updateOf(source, signing, placeholder);
  let added = source.endsWith('\n') ? '' : '\n';
  const places: string[] = [];
  for (const [number, body] of objects) {
    places.push(`${number} 1\n${String(pdf.length + added.length).padStart(10, '0')} 00000 n \n`);
    added += `${number} 0 obj\n<<${body}>>\nendobj\n`;
  }
  const table = pdf.length + added.length;
  added += `xref\n${places.join('')}trailer\n${trailer}\nstartxref\n${table}\n%%EOF\n`;
  const start = pdf.length + added.indexOf(placeholder);
  const end = start + placeholder.length;
  const whole = pdf.length + added.length;
  const signed = Buffer.concat([
    pdf,
    Buffer.from(added.replace(range([0, 0, 0, 0]), range([0, start, end, whole - end])), 'latin1'),
  ]);
  const cms = cmsSignature(Buffer.concat([signed.subarray(0, start), signed.subarray(end)]), certificate);
  if (cms.length > room) throw new Error('the signature is too long for its document');
  signed.write(cms.toString('hex').padEnd(room * 2, '0'), start + 1, 'latin1');
  return signed;
}
