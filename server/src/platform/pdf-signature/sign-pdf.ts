import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { DocumentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { found, lastObjectOf } from '@kerb/server/platform/pdf-signature/pdf-objects.ts';
import { sealKey } from '@kerb/server/platform/pdf-signature/read-pdf.ts';
import { signCms } from '@kerb/server/platform/pdf-signature/write-cms.ts';

/** A detached signature over the bytes of a document. */
export const cmsSignature = (content: Buffer, certificate: DocumentCertificate): Buffer =>
  signCms({ content }, certificate);

/** The room for a signature in bytes: for its certificates, for a time stamp with its own, and for the rest. */
const roomFor = ({ der, chain }: DocumentCertificate): number =>
  [der, ...chain].reduce((sum, { length }) => sum + length, 18_432);
const placeholderOf = (room: number): string => `<${'0'.repeat(room * 2)}>`;
const range = (numbers: readonly number[]) => `[${numbers.map((each) => String(each).padStart(10, '0')).join(' ')}]`;

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
  const catalogue = lastObjectOf(source, root);
  const page = found(
    /\/Kids \[\s*(\d+) 0 R/,
    lastObjectOf(source, found(/\/Pages (\d+) 0 R/, catalogue, 'pages')),
    'page',
  );
  const previous = found(/startxref\n(\d+)\n/, source.slice(source.lastIndexOf('startxref')), 'table');
  const date = `(D:${at.slice(0, 19).replace(/[-:T]/g, '')}Z)`;
  const sealed = seal ? ` /${sealKey} (${seal.number}:${seal.hash.toString('hex')})` : '';
  const signature = `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${range([0, 0, 0, 0])} /Contents ${placeholder} /Name ${written(name)} /Reason ${written(reason)} /M ${date}${sealed}`;
  const field = `/Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /F 132 /Rect [0 0 0 0] /P ${page} 0 R /V ${size} 0 R`;
  return {
    objects: [
      [Number(root), `${catalogue} /AcroForm << /Fields [${size + 1} 0 R] /SigFlags 3 >>`],
      [Number(page), `${lastObjectOf(source, page)} /Annots [${size + 1} 0 R]`],
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
