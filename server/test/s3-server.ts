import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '@kerb/server/platform/config/bucket.ts';

type Options = { directory: string; silent: boolean; vhostBuckets: boolean; configureBuckets: { name: string }[] };
/** The package has no types. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: Options,
) => { configureBuckets: () => Promise<unknown>; callback: () => RequestListener };

const bucketName = 'kerb-files';

/** s3rver knows this pair only. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

type Seen = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders };
/** Answers a request instead of the server, and returns true; or lets it through. */
type Fault = (request: IncomingMessage, response: ServerResponse, seen: Seen) => boolean;

export type S3Server = {
  bucket: Bucket;
  /** The same bucket, as variables of the environment. */
  env: Record<string, string>;
  seen: Seen[];
  failWith: (fault: Fault | null) => void;
  /** Names of the objects that are stored. */
  objects: () => string[];
  /** Uploads in parts that were begun and neither completed nor aborted. */
  openUploads: () => string[];
  close: () => Promise<void>;
};

/**
 * Answers requests that s3rver does not support: aborting an upload, and uploads that do not exist. Returns true if it
 * answered.
 */
function answerUpload(folder: string, { method, query }: Seen, response: ServerResponse): boolean {
  const uploadId = query.get('uploadId');
  if (uploadId === null) return false;
  const parts = join(folder, bucketName, '._S3rver_uploads', uploadId);
  if (!existsSync(parts)) response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
  else if (method === 'DELETE') {
    rmSync(parts, { recursive: true });
    response.writeHead(204).end();
  } else return false;
  return true;
}

/** A real S3 server over HTTP, which checks signatures, with faults that a test can switch on. */
export async function startS3({ port = 0 } = {}): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-s3-'));
  const configureBuckets = [{ name: bucketName }];
  const s3 = new S3rver({ directory: folder, silent: true, vhostBuckets: false, configureBuckets });
  await s3.configureBuckets();
  const answer = s3.callback();
  const seen: Seen[] = [];
  let fault: Fault | null = null;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
    const each = { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers };
    seen.push(each);
    if (fault?.(request, response, each)) return;
    if (!answerUpload(folder, each, response)) answer(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const inBucket = (...path: string[]) => {
    const at = join(folder, bucketName, ...path);
    return existsSync(at) ? readdirSync(at) : [];
  };
  return {
    bucket: {
      ...{ name: bucketName, endpoint, region: 'us-east-1', isInHost: false, prefix: '', ...credentials },
      ...{ encryption: 'AES256', kmsKeyId: null },
    },
    env: {
      FILES_S3_BUCKET: bucketName,
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    seen,
    failWith: (next) => {
      fault = next;
    },
    objects: () => inBucket().flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []),
    openUploads: () => inBucket('._S3rver_uploads'),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
