import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = { name: string; content: Buffer; claims?: number; flags?: number };

/** Builds an archive by hand, so that a test can falsify it. */
export function aZip(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const packedOnce = new Map<Buffer, { packed: Buffer; sum: number }>();
  let at = 0;
  for (const { name, content, claims = content.length, flags = 0 } of entries) {
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
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const entry = [Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fixed, rest, Buffer.from(name)];
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

const types: ZipEntry = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') };

export const aWordDocument = (...more: ZipEntry[]): Buffer =>
  aZip([types, { name: 'word/document.xml', content: Buffer.from('<w:document/>') }, ...more]);

export const anExcelDocument = (...more: ZipEntry[]): Buffer =>
  aZip([types, { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') }, ...more]);
