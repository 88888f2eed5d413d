import { createHash } from 'node:crypto';

/**
 * The binary format of the chain, as docs/log-chain.md describes it. Numbers are 8 bytes, the highest first. Another
 * program can verify the chain with these few functions, so the format never changes: a new one gets a new version of
 * the text of an entry.
 */
const numberBytes = 8;
const hashBytes = 32;
const entryBytes = 2 * numberBytes + hashBytes;

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

/** The entries of a part; null if its bytes are not a list of entries. */
export function unpackEntries(bytes: Buffer): SealedEntry[] | null {
  if (bytes.length % entryBytes !== 0) return null;
  return Array.from({ length: bytes.length / entryBytes }, (_, place) => {
    const start = place * entryBytes;
    return {
      id: Number(bytes.readBigInt64BE(start)),
      micros: Number(bytes.readBigInt64BE(start + numberBytes)),
      hash: bytes.subarray(start + 2 * numberBytes, start + entryBytes),
    };
  });
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
