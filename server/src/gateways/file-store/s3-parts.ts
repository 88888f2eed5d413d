import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Requests } from '@kerb/server/gateways/file-store/s3-requests.ts';
import { StoreFailure } from '@kerb/server/platform/ports/file-store.ts';

type Part = { bytes: Buffer; isLast: boolean };

/**
 * Regroups a stream into parts of `size` bytes; the last may be smaller. All parts are in the same memory, which is
 * filled again after the caller has asked for the next: new memory for each part would wait for the garbage collector.
 */
export async function* inParts(stream: Readable, size: number): AsyncGenerator<Part> {
  const memory = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < (chunk as Buffer).length; ) {
      if (length === size) {
        yield { bytes: memory, isLast: false };
        length = 0;
      }
      const copied = (chunk as Buffer).copy(memory, length, at);
      at += copied;
      length += copied;
    }
  }
  yield { bytes: memory.subarray(0, length), isLast: true };
}

type Target = { requests: Requests; key: string; headers: Record<string, string> };

async function begin({ requests, key, headers }: Target): Promise<string> {
  const answer = await text(await requests.ask({ method: 'POST', key, query: { uploads: '' }, headers }));
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(answer)?.[1];
  if (id === undefined) throw new StoreFailure('The bucket does not start an upload in parts.');
  return id;
}

async function sendPart({ requests, key }: Target, uploadId: string, number: number, body: Buffer): Promise<string> {
  const query = { partNumber: String(number), uploadId };
  const answer = await requests.ask({ method: 'PUT', key, query, body });
  answer.resume();
  if (answer.statusCode === 404) throw new StoreFailure('The bucket has forgotten an upload in parts.');
  return must(answer.headers.etag, 'etag of a part').replaceAll('"', '');
}

/** A first answer may have been lost: the upload is then unknown, because it is complete. */
async function isComplete({ requests, key }: Target): Promise<boolean> {
  const answer = await requests.ask({ method: 'HEAD', key });
  answer.resume();
  return answer.statusCode === 200;
}

async function complete(target: Target, uploadId: string, etags: readonly string[]): Promise<void> {
  const { requests, key } = target;
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>"${etag}"</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const headers = { 'content-type': 'application/xml' };
  const answer = await requests.ask({ method: 'POST', key, query: { uploadId }, headers, body });
  const words = await text(answer);
  if (answer.statusCode === 404 && (await isComplete(target))) return;
  // A store that fails while it joins the parts says so in an answer that began with 200.
  if (answer.statusCode === 404 || words.includes('<Error>')) {
    throw new StoreFailure('The bucket could not join the parts of a file.');
  }
}

/** Aborts the upload: no object and no billed parts remain. */
async function abort({ requests, key }: Target, uploadId: string): Promise<void> {
  const answer = await requests.ask({ method: 'DELETE', key, query: { uploadId } });
  answer.resume();
}

async function sendParts(target: Target, uploadId: string, parts: AsyncIterable<Part>): Promise<void> {
  const etags: string[] = [];
  for await (const { bytes } of parts) etags.push(await sendPart(target, uploadId, etags.length + 1, bytes));
  await complete(target, uploadId, etags);
}

async function* withFirst(first: Part, rest: AsyncIterable<Part>): AsyncGenerator<Part> {
  yield first;
  yield* rest;
}

async function putInParts(target: Target, parts: AsyncIterable<Part>): Promise<void> {
  const uploadId = await begin(target);
  try {
    await sendParts(target, uploadId, parts);
  } catch (error) {
    // The first error matters. If this fails too, the bucket's own rule removes the parts (docs/operations.md).
    await abort(target, uploadId).catch(() => {});
    throw error;
  }
}

export const noSuchBucket = () => new StoreFailure('There is no such bucket.');

/** Stores a stream of unknown length: in one request if it fits in one part, else in parts. */
export async function putStream(target: Target, stream: Readable, partBytes: number): Promise<void> {
  const { requests, key, headers } = target;
  const parts = inParts(stream, partBytes);
  try {
    const { value: first } = await parts.next();
    if (first && !first.isLast) return await putInParts(target, withFirst(first, parts));
    const answer = await requests.ask({ method: 'PUT', key, headers, body: first?.bytes ?? Buffer.alloc(0) });
    answer.resume();
    if (answer.statusCode === 404) throw noSuchBucket();
  } finally {
    stream.destroy();
  }
}
