import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { noSuchBucket, putStream } from '@kerb/server/gateways/file-store/s3-parts.ts';
import {
  codeOf,
  type Limits,
  type Requests,
  requestsTo,
  usualLimits,
} from '@kerb/server/gateways/file-store/s3-requests.ts';
import type { Bucket } from '@kerb/server/platform/config/bucket.ts';
import {
  assertStorageKey,
  type HashingStore,
  MissingFile,
  StoreFailure,
} from '@kerb/server/platform/ports/file-store.ts';

/** Larger than every upload of the product, which is then one request. S3 takes no smaller parts than 5 MiB. */
const usualPartBytes = 9 * 1_048_576;
const hashHeader = 'x-amz-meta-sha256';

export type StoreLimits = Limits & { partBytes: number };

/** On top of our own encryption. */
function encryptionOf({ encryption, kmsKeyId }: Bucket): Record<string, string> {
  if (encryption === 'off') return {};
  const header = 'x-amz-server-side-encryption';
  return { [header]: encryption, ...(kmsKeyId && { [`${header}-aws-kms-key-id`]: kmsKeyId }) };
}

/** 404 is also said of a bucket that does not exist. */
async function missing(response: IncomingMessage): Promise<Error> {
  const code = await codeOf(response);
  return code === 'NoSuchBucket' ? noSuchBucket() : new MissingFile('no such object');
}

/** The bytes of an object as they are read. A connection that breaks is a StoreFailure. */
async function openObject({ ask }: Requests, key: string): Promise<Readable> {
  const bytes = new PassThrough();
  let response: IncomingMessage | null = null;
  const isStoreAwaited = () => bytes.readableLength === 0 && (response?.readableLength ?? 0) === 0;
  response = await ask({ method: 'GET', key, isStoreAwaited });
  if (response.statusCode === 404) throw await missing(response);
  response.once('error', (error: NodeJS.ErrnoException) => {
    const words = `The bucket stopped while a file was read (${error.code ?? error.message}).`;
    bytes.destroy(error instanceof StoreFailure ? error : new StoreFailure(words, { cause: error }));
  });
  // Connects the two streams. The error is on `bytes`, for its reader.
  void pipeline(response, bytes).catch(() => {});
  return bytes;
}

/** Files in a bucket of S3 or of a compatible store. */
export function s3Store(bucket: Bucket, given: Partial<StoreLimits> = {}): HashingStore {
  const limits = { ...usualLimits, partBytes: usualPartBytes, ...given };
  const requests = requestsTo(bucket, limits);
  const encryption = encryptionOf(bucket);
  const put = (key: string, bytes: Readable, more: Record<string, string>) => {
    assertStorageKey(key);
    const headers = { 'content-type': 'application/octet-stream', ...encryption, ...more };
    return putStream({ requests, key, headers }, bytes, limits.partBytes);
  };
  return {
    put: async (key, bytes) => put(key, bytes, {}),
    putWithHash: async (key, bytes, sha256) => put(key, bytes, { [hashHeader]: sha256 }),
    get: async (key) => {
      assertStorageKey(key);
      return openObject(requests, key);
    },
    factsOf: async (key) => {
      assertStorageKey(key);
      const { statusCode, headers } = (await requests.ask({ method: 'HEAD', key })).resume();
      if (statusCode === 404) return null;
      return { size: Number(headers['content-length']), sha256: String(headers[hashHeader] ?? '') };
    },
    remove: async (key) => {
      assertStorageKey(key);
      const response = await requests.ask({ method: 'DELETE', key });
      if (response.statusCode !== 404) response.resume();
      else if ((await missing(response)) instanceof StoreFailure) throw noSuchBucket();
    },
  };
}
