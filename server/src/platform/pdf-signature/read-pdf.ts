/** A signature of a PDF: the bytes that it covers, its CMS, and what its dictionary states. */
export type PdfSignature = {
  content: Buffer;
  cms: Buffer;
  /** Where the signed bytes end. What is after it was appended later. */
  end: number;
  /** The place of the hexadecimal digits of the signature. */
  digits: { start: number; end: number };
  /** The newest seal of the audit log when it was signed; null in papers of earlier releases. */
  seal: { number: number; hash: string } | null;
  /** When it was signed, according to the signer. */
  statedTime: string | null;
};

export class NotSigned extends Error {}

/** The key of the signature's dictionary with the seal of the audit log: `1234:` and the SHA-256. */
export const sealKey = 'KERB_LogSeal';

const momentOf = (text: string | undefined): string | null => {
  const [, year, month, day, hour, minute, second] = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/.exec(text ?? '') ?? [];
  return year ? `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z` : null;
};

/**
 * The one signature of a PDF. It must begin with the first byte and leave out exactly its own digits. Throws NotSigned
 * otherwise.
 */
export function signatureIn(pdf: Buffer): PdfSignature {
  const source = pdf.toString('latin1');
  if (!source.startsWith('%PDF-')) throw new NotSigned('This is no PDF.');
  const ranges = [...source.matchAll(/\/ByteRange ?\[ ?(\d+) (\d+) (\d+) (\d+) ?\]/g)];
  const [range] = ranges;
  if (!range) throw new NotSigned('This PDF has no signature.');
  if (ranges.length > 1) throw new NotSigned(`This PDF has ${ranges.length} signatures; a paper of ours has one.`);
  const [from = 0, length = 0, second = 0, secondLength = 0] = range.slice(1).map(Number);
  const end = second + secondLength;
  const hex = source.slice(length + 1, second - 1);
  const isGap = source[length] === '<' && source[second - 1] === '>' && /^[0-9a-f]+$/.test(hex);
  if (from !== 0 || second <= length || end > pdf.length || !isGap || hex.length % 2 !== 0) {
    throw new NotSigned('The signature does not cover the bytes around it.');
  }
  const at = range.index;
  const dictionary = source.slice(source.lastIndexOf(' obj', at), source.indexOf('endobj', second));
  const [, number, hash] = new RegExp(`/${sealKey} \\((\\d+):([0-9a-f]{64})\\)`).exec(dictionary) ?? [];
  return {
    content: Buffer.concat([pdf.subarray(0, length), pdf.subarray(second, end)]),
    cms: Buffer.from(hex, 'hex'),
    end,
    digits: { start: length + 1, end: second - 1 },
    seal: number && hash ? { number: Number(number), hash } : null,
    statedTime: momentOf(/\/M \(([^)]*)\)/.exec(dictionary)?.[1]),
  };
}
