/** A value of ASN.1 DER (X.690): its tag, its content, and all of its bytes. */
export type DerValue = { tag: number; content: Buffer; whole: Buffer };

/** The bytes are no DER, or not the kind that was expected. */
export class NotDer extends Error {}

/** Reads the value that begins at a place. Fails if its length reaches beyond the bytes. */
export function readDer(bytes: Buffer, at = 0): DerValue {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) throw new NotDer('The bytes end within a value.');
  const extra = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || extra > 4) throw new NotDer('A value has a length that DER does not have.');
  if (at + 2 + extra > bytes.length) throw new NotDer('The bytes end within a length.');
  const length = extra === 0 ? first : bytes.readUIntBE(at + 2, extra);
  const start = at + 2 + extra;
  const end = start + length;
  if (end > bytes.length) throw new NotDer('A value is longer than the bytes.');
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
}

/** The values inside of a sequence, a set or an explicit tag. */
export function derChildren({ content }: DerValue): DerValue[] {
  const found: DerValue[] = [];
  for (let at = 0; at < content.length; ) {
    const child = readDer(content, at);
    found.push(child);
    at += child.whole.length;
  }
  return found;
}

export function expectTag(value: DerValue | undefined, tag: number, what: string): DerValue {
  if (value?.tag !== tag) throw new NotDer(`${what} is missing.`);
  return value;
}

/** '1.2.840.113549.1.7.2' */
export function oidText(value: DerValue): string {
  const [first = 0, ...rest] = expectTag(value, 0x06, 'An object identifier').content;
  const numbers = [Math.floor(first / 40), first % 40];
  let number = 0;
  for (const byte of rest) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  return numbers.join('.');
}

/** The moment of a UTCTime or GeneralizedTime in UTC, as ISO text. */
export function timeOf({ tag, content }: DerValue): string {
  const text = content.toString('latin1');
  const whole = tag === 0x17 ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(whole) ?? [];
  if (!year) throw new NotDer('A time is not in UTC.');
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`).toISOString();
}
