/** The parts of ASN.1 DER (X.690) that certificates and signatures need. */
function lengthOf(content: Buffer): Buffer {
  if (content.length < 0x80) return Buffer.from([content.length]);
  const digits = content.length.toString(16);
  const bytes = Buffer.from(digits.padStart(2 * Math.ceil(digits.length / 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
/** DER orders the members of a set by their bytes. */
export const setOf = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts.toSorted(Buffer.compare));
export const explicit = (number: number, ...parts: readonly Buffer[]): Buffer => tagged(0xa0 | number, ...parts);
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));
export const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes);
export const bits = (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes);
export const text = (words: string): Buffer => tagged(0x0c, Buffer.from(words));

/** A non-negative integer, from its bytes. */
export const integer = (bytes: Buffer): Buffer =>
  tagged(0x02, bytes.readUInt8(0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);

/** 'YYMMDDHHMMSSZ', which is defined until 2049. */
export const utcTime = (moment: string): Buffer =>
  tagged(0x17, Buffer.from(`${moment.slice(2, 19).replace(/[-:T]/g, '')}Z`));

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const bytes = [value & 0x7f];
    for (let left = value >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80);
    return bytes;
  };
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}
