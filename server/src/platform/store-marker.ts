import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Claim } from '@kerb/server/platform/deployment.ts';
import { type FileStore, MissingFile } from '@kerb/server/platform/ports/file-store.ts';

/**
 * The bucket says which deployment it belongs to, as the database does: otherwise a wrong name of a bucket would be
 * noticed only when the first file is missing, and two deployments could share one.
 */
const markerKey = 'deployment';

type Marker = { mode: string; country: string; keyCheck: string };

const markerOf = ({ mode, country, keyCheck }: Claim): Marker => ({
  mode,
  country,
  keyCheck: keyCheck.toString('base64url'),
});

/** Null if the bucket has none, or has something else under that name. */
async function readMarker(store: FileStore): Promise<Partial<Marker> | null> {
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

const ofAnother = 'The bucket has the files of another deployment: check FILES_S3_BUCKET and FILES_S3_PREFIX.';
const withoutFiles =
  'The bucket does not have the files of this database: run `npm run move-files`, or check FILES_S3_BUCKET and ' +
  'FILES_S3_PREFIX.';

/** Why this start must not use the bucket, as one sentence; null if it may. */
export function bucketRefusal(claim: Claim, marker: Partial<Marker> | null, hasFiles: boolean): string | null {
  if (marker === null) return hasFiles ? withoutFiles : null;
  const checks = [claim.keyCheck, ...claim.earlierKeyChecks].map((check) => check.toString('base64url'));
  const isOurs = marker.mode === claim.mode && marker.country === claim.country;
  return isOurs && checks.includes(marker.keyCheck ?? '') ? null : ofAnother;
}

export async function hasStoredFiles(db: Database): Promise<boolean> {
  return (await db.selectFrom('assets').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Writes the deployment into the bucket. */
export async function markStore(store: FileStore, claim: Claim): Promise<void> {
  await store.put(markerKey, Readable.from([Buffer.from(JSON.stringify(markerOf(claim)))]));
}

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
