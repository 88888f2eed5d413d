import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Claim } from '@kerb/server/platform/deployment.ts';
import { type FileStore, MissingFile } from '@kerb/server/platform/ports/file-store.ts';
import { sql } from 'kysely';

/**
 * The store of files has a file that names its deployment, as the database does. Without it, a wrong bucket or folder
 * would be noticed only when the first file is missing, and two deployments could share one.
 */
const markerKey = 'deployment';

type Marker = { mode: string; country: string; keyCheck: string; folderId?: string };
type Found = Partial<Marker> | null;

const markerOf = ({ mode, country, keyCheck }: Claim, folderId?: string): Marker => ({
  mode,
  country,
  keyCheck: keyCheck.toString('base64url'),
  ...(folderId && { folderId }),
});

/** Null if the store has none. */
async function readMarker(store: FileStore): Promise<Found> {
  const stored = await store
    .get(markerKey)
    .then(text)
    .catch((error) => {
      if (error instanceof MissingFile) return null;
      throw error;
    });
  if (stored === null) return null;
  try {
    return JSON.parse(stored) as Partial<Marker>;
  } catch {
    // Not written by us: it belongs to somebody else.
    return {};
  }
}

export const isMarked = async (store: FileStore): Promise<boolean> => (await readMarker(store)) !== null;

const writeMarker = (store: FileStore, marker: Marker): Promise<void> =>
  store.put(markerKey, Readable.from([Buffer.from(JSON.stringify(marker))]));

function isOf(claim: Claim, marker: Partial<Marker>): boolean {
  const checks = [claim.keyCheck, ...claim.earlierKeyChecks].map((check) => check.toString('base64url'));
  return marker.mode === claim.mode && marker.country === claim.country && checks.includes(marker.keyCheck ?? '');
}

export async function hasStoredFiles(db: Database | Tx): Promise<boolean> {
  return (await db.selectFrom('assets').select('id').limit(1).executeTakeFirst()) !== undefined;
}

const ofAnother = 'The bucket has the files of another deployment: check FILES_S3_BUCKET and FILES_S3_PREFIX.';
const withoutFiles =
  'The bucket does not have the files of this database: run `npm run move-files`, or check FILES_S3_BUCKET and ' +
  'FILES_S3_PREFIX.';

/** Why this start must not use the bucket, as one sentence; null if it may. */
export function bucketRefusal(claim: Claim, marker: Found, hasFiles: boolean): string | null {
  if (marker === null) return hasFiles ? withoutFiles : null;
  return isOf(claim, marker) ? null : ofAnother;
}

/** Writes the deployment into the bucket. */
export const markStore = (store: FileStore, claim: Claim): Promise<void> => writeMarker(store, markerOf(claim));

/** Whether the bucket is another deployment's; its files may still be missing. */
export const refusalOfMarker = async (store: FileStore, claim: Claim): Promise<string | null> =>
  bucketRefusal(claim, await readMarker(store), false);

/** The sentence that a start would stop with; null if it would not. Changes nothing. */
export async function refusalByStore(store: FileStore, db: Database, claim: Claim): Promise<string | null> {
  return bucketRefusal(claim, await readMarker(store), await hasStoredFiles(db));
}

/** Stops a start that does not belong to the bucket. Marks a bucket that belongs to nobody, or to our earlier key. */
export async function claimStore(store: FileStore, db: Database, claim: Claim): Promise<void> {
  const marker = await readMarker(store);
  const refusal = bucketRefusal(claim, marker, await hasStoredFiles(db));
  if (refusal !== null) throw new ConfigError(refusal);
  if (marker?.keyCheck !== markerOf(claim).keyCheck) await markStore(store, claim);
}

const folderOfAnother = 'The folder `files` in DATA_DIR has the files of another deployment: check DATA_DIR.';
const folderWithoutFiles =
  'The folder `files` in DATA_DIR is not the one that has the files of this database: check that all servers share it, ' +
  'put its copy back, or run `node server/src/adopt-folder.ts` if it is lost.';

/** What a folder and the database say of each other. */
export type FolderFacts = { marker: Found; folderId: string | null; hasFiles: boolean; hasOneOfThem: boolean };

/**
 * Why this start must not use the folder, as one sentence; null if it may. The database has no id of a folder before a
 * release that marks folders has started on it. Then one file that the database names is enough.
 */
export function folderRefusal(claim: Claim, { marker, folderId, hasFiles, hasOneOfThem }: FolderFacts): string | null {
  if (marker !== null && !isOf(claim, marker)) return folderOfAnother;
  if (folderId !== null) return marker?.folderId === folderId ? null : folderWithoutFiles;
  return marker === null && hasFiles && !hasOneOfThem ? folderWithoutFiles : null;
}

/** Enough for a folder that has lost a few files. */
const newestFiles = 100;

async function hasOneFile(store: FileStore, db: Database | Tx): Promise<boolean> {
  const query = db.selectFrom('assets').select('storageKey').orderBy('id', 'desc').limit(newestFiles);
  for (const { storageKey } of await query.execute()) {
    try {
      (await store.get(storageKey)).destroy();
      return true;
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error;
    }
  }
  return false;
}

async function folderFacts(store: FileStore, db: Database | Tx, folderId: string | null): Promise<FolderFacts> {
  const marker = await readMarker(store);
  const isUnknown = marker === null && folderId === null;
  return {
    marker,
    folderId,
    hasFiles: isUnknown && (await hasStoredFiles(db)),
    hasOneOfThem: isUnknown && (await hasOneFile(store, db)),
  };
}

/** The sentence that a start would stop with; null if it would not. Changes nothing. */
export async function refusalByFolder(store: FileStore, db: Database, claim: Claim): Promise<string | null> {
  const row = await db.selectFrom('deployment').select('filesFolderId').executeTakeFirst();
  return folderRefusal(claim, await folderFacts(store, db, row?.filesFolderId ?? null));
}

/** Writes the same id into the folder and the database. The folder is first: the start after a crash reads it there. */
async function markFolder(store: FileStore, tx: Tx, marker: Marker): Promise<void> {
  await writeMarker(store, marker);
  await tx
    .updateTable('deployment')
    .set({ filesFolderId: marker.folderId ?? null })
    .execute();
}

/**
 * Stops a start whose folder does not have the files of the database. Marks a folder that belongs to nobody, or to our
 * earlier key. The row is locked, so that of several servers that start together with folders of their own only one is
 * the first.
 */
export async function claimFolder(store: FileStore, db: Database, claim: Claim): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A start waits for the others, however long they take on a busy machine.
    await sql`set local lock_timeout = 0`.execute(tx);
    const row = await tx.selectFrom('deployment').select('filesFolderId').forUpdate().executeTakeFirstOrThrow();
    const facts = await folderFacts(store, tx, row.filesFolderId);
    const refusal = folderRefusal(claim, facts);
    if (refusal !== null) throw new ConfigError(refusal);
    const wanted = markerOf(claim, row.filesFolderId ?? facts.marker?.folderId ?? randomUUID());
    const isMarked = facts.marker?.keyCheck === wanted.keyCheck && facts.marker.folderId === row.filesFolderId;
    if (!isMarked) await markFolder(store, tx, wanted);
  });
}

/** Makes this folder the deployment's, whatever it has. Returns whether the database names files. */
export async function adoptFolder(store: FileStore, db: Database, claim: Claim): Promise<boolean> {
  const marker = await readMarker(store);
  // Another database of this deployment may use the folder too, such as one of a benchmark.
  const known = marker !== null && isOf(claim, marker) ? marker.folderId : undefined;
  await db.transaction().execute((tx) => markFolder(store, tx, markerOf(claim, known ?? randomUUID())));
  return hasStoredFiles(db);
}
