import { createHash } from 'node:crypto';

/**
 * The binary format of the chain, as docs/log-chain.md describes it. Numbers are 8 bytes, the highest first. Another
 * program can verify the chain with these few functions, so the format never changes: a new one gets a new version of
 * the text of an entry.
 */
const numberBytes = 8;
const hashBytes = 32;
export const entryBytes = 2 * numberBytes + hashBytes;

/** `micros`: when the database wrote the entry, in microseconds since 1970. */
export type SealedEntry = { id: number; micros: number; hash: Buffer };
/** A link of the chain of an organisation. */
export type Part = { tenantId: number; number: number; entries: Buffer; hash: Buffer };
export type Head = { number: number; hash: Buffer };

/** The head of a chain without links. */
export const noHead: Head = { number: 0, hash: Buffer.alloc(hashBytes) };

const inBytes = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * numberBytes);
  for (const [place, number] of numbers.entries()) bytes.writeBigInt64BE(BigInt(number), place * numberBytes);
  return bytes;
};

const sha256Of = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const packEntries = (entries: readonly SealedEntry[]): Buffer =>
  Buffer.concat(entries.flatMap(({ id, micros, hash }) => [inBytes(id, micros), hash]));

/** A number of 8 bytes. Without a BigInt, because the verification reads twenty million of them. */
export const numberAt = (bytes: Buffer, start: number): number =>
  bytes.readInt32BE(start) * 0x1_0000_0000 + bytes.readUInt32BE(start + 4);

export const idAt = (bytes: Buffer, place: number): number => numberAt(bytes, place * entryBytes);
export const microsAt = (bytes: Buffer, place: number): number => numberAt(bytes, place * entryBytes + numberBytes);

/** Whether the bytes are a list of entries. */
export const isPacked = (bytes: Buffer): boolean => bytes.length % entryBytes === 0;

/** The entries of a part. Fewer, if its bytes are not a list of entries. */
export const unpackEntries = (bytes: Buffer): SealedEntry[] =>
  Array.from({ length: Math.floor(bytes.length / entryBytes) }, (_, place) => ({
    id: idAt(bytes, place),
    micros: microsAt(bytes, place),
    hash: bytes.subarray(place * entryBytes + 2 * numberBytes, (place + 1) * entryBytes),
  }));

/** The same entries in the order of their ids, in one piece. */
export function packedInOrder(lists: readonly Buffer[]): Buffer {
  const all = Buffer.concat([...lists]);
  const count = all.length / entryBytes;
  const ids = Float64Array.from({ length: count }, (_, place) => idAt(all, place));
  const order = Uint32Array.from(ids, (_, place) => place).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
  const sorted = Buffer.allocUnsafe(all.length);
  for (const [place, from] of order.entries()) {
    all.copy(sorted, place * entryBytes, from * entryBytes, (from + 1) * entryBytes);
  }
  return sorted;
}

/** The hash of a link of an organisation's chain, from the link before and its own entries. */
export const partHash = (before: Head, { tenantId, entries }: Pick<Part, 'tenantId' | 'entries'>): Buffer =>
  sha256Of(before.hash, inBytes(tenantId, before.number + 1), entries);

type SealContent = { micros: number; newestId: number; parts: readonly Pick<Part, 'tenantId' | 'number' | 'hash'>[] };

/** The hash of a link of the chain over all, from the link before and its parts in the order of their organisations. */
export const sealHash = (before: Head, { micros, newestId, parts }: SealContent): Buffer =>
  sha256Of(
    before.hash,
    inBytes(before.number + 1, micros, newestId, parts.length),
    ...parts.flatMap(({ tenantId, number, hash }) => [inBytes(tenantId, number), hash]),
  );
