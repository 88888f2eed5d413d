import { crc32, deflateRawSync } from 'node:zlib';

const none = Buffer.alloc(0);

export type ZipEntry = { name: string; content: Buffer; claims?: number; flags?: number; extra?: Buffer };

/** Builds an archive by hand, so that a test can falsify it. */
export function aZip(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const packedOnce = new Map<Buffer, { packed: Buffer; sum: number }>();
  let at = 0;
  for (const { name, content, claims = content.length, flags = 0, extra = none } of entries) {
    const { packed, sum } = packedOnce.get(content) ?? { packed: deflateRawSync(content), sum: crc32(content) };
    packedOnce.set(content, { packed, sum });
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(flags, 2);
    fixed.writeUInt16LE(8, 4);
    fixed.writeUInt32LE(sum, 10);
    fixed.writeUInt32LE(packed.length, 14);
    fixed.writeUInt32LE(claims, 18);
    fixed.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fixed, Buffer.from(name), packed]);
    const listedFixed = Buffer.from(fixed);
    listedFixed.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const entry = [Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), listedFixed, rest, Buffer.from(name), extra];
    directory.push(Buffer.concat(entry));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** An extra field of a directory entry: its id and its data. */
function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** An entry whose unpacked size is in its ZIP64 field. */
export function aZip64Entry(name: string, content: Buffer, claims = BigInt(content.length)): ZipEntry {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(claims);
  return { name, content, claims: 0xffff_ffff, extra: extraField(0x0001, size) };
}

/** An entry that a second name, in Info-ZIP's field for Unicode paths, hides from careless readers. */
export function anEntryWithTwoNames(name: string, shown: string): ZipEntry {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(Buffer.from(name)));
  const data = Buffer.concat([Buffer.from([1]), sum, Buffer.from(shown)]);
  return { name, content: Buffer.from('x'), extra: extraField(0x7075, data) };
}

/** The same archive with ZIP64 records, which give the directory's real position or a false one. */
export function asZip64(zip: Buffer, directoryAt?: bigint): Buffer {
  const end = zip.length - 22;
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(zip.readUInt16LE(end + 8)), 24);
  record.writeBigUInt64LE(BigInt(zip.readUInt16LE(end + 10)), 32);
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40);
  record.writeBigUInt64LE(directoryAt ?? BigInt(zip.readUInt32LE(end + 16)), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 'latin1');
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const old = Buffer.from(zip.subarray(end));
  old.fill(0xff, 8, 20);
  return Buffer.concat([zip.subarray(0, end), record, locator, old]);
}

const types: ZipEntry = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') };

export const aWordDocument = (...more: ZipEntry[]): Buffer =>
  aZip([types, { name: 'word/document.xml', content: Buffer.from('<w:document/>') }, ...more]);

export const anExcelDocument = (...more: ZipEntry[]): Buffer =>
  aZip([types, { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') }, ...more]);
