import { createHash } from 'node:crypto';
import type { Database } from '@kerb/server/platform/database/database.ts';
import {
  type FileStore,
  type HashingStore,
  MissingFile,
  type StoredFacts,
} from '@kerb/server/platform/ports/file-store.ts';

const batchSize = 200;
/** Enough to hide the latency of a bucket, few enough to leave it to the servers. */
const atOnce = 4;

export type Moved = { files: number; copied: number; removed: number; missing: string[] };
export type Moving = {
  from: FileStore;
  to: HashingStore;
  db: Database;
  /** Removes each file of the folder after the bucket's copy was read and compared. */
  removes: boolean;
  say: (line: string) => void;
};

/** Null if there is no such file. */
async function factsIn(store: FileStore, key: string): Promise<StoredFacts | null> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of await store.get(key)) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch (error) {
    if (error instanceof MissingFile) return null;
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

const isEqual = (one: StoredFacts, other: StoredFacts | null): boolean =>
  other !== null && one.size === other.size && one.sha256 === other.sha256;

/** Copies and compares what the bucket then returns. A run that was interrupted before has copied whole files only. */
async function copy({ from, to }: Moving, key: string, facts: StoredFacts): Promise<void> {
  await to.putWithHash(key, await from.get(key), facts.sha256);
  if (!isEqual(facts, await factsIn(to, key))) throw new Error(`the bucket returns other bytes for ${key}`);
}

async function moveOne(moving: Moving, key: string, done: Moved): Promise<void> {
  const { from, to, removes } = moving;
  const facts = await factsIn(from, key);
  if (facts === null) {
    if ((await to.factsOf(key)) === null) done.missing.push(key);
    return;
  }
  const isThere = isEqual(facts, await to.factsOf(key));
  if (!isThere) {
    await copy(moving, key, facts);
    done.copied++;
  }
  if (!removes) return;
  if (isThere && !isEqual(facts, await factsIn(to, key))) await copy(moving, key, facts);
  await from.remove(key);
  done.removed++;
}

/**
 * Copies the files of all records from one store to another. It can be interrupted at any point and run again: what is
 * there already, with the same size and hash, is not copied again.
 */
export async function moveFiles(moving: Moving): Promise<Moved> {
  const { db, say } = moving;
  const { count } = await db
    .selectFrom('assets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const done: Moved = { files: 0, copied: 0, removed: 0, missing: [] };
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('assets')
      .select(['id', 'storageKey'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (let at = 0; at < rows.length; at += atOnce) {
      await Promise.all(rows.slice(at, at + atOnce).map(({ storageKey }) => moveOne(moving, storageKey, done)));
    }
    done.files += rows.length;
    if (rows.length > 0)
      say(`${done.files} of ${Number(count)} files: ${done.copied} copied, ${done.removed} removed.`);
    if (rows.length < batchSize) return done;
    after = rows.at(-1)?.id ?? after;
  }
}
