import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { probeStore } from '@kerb/server/gateways/file-store/probe-store.ts';
import { listNeeded } from '@kerb/server/gateways/file-store/s3-requests.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { MissingFile, StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startS3 } from '../../../test/s3-server.ts';

const mebibyte = 1_048_576;
const s3 = await startS3();
afterAll(s3.close);
afterEach(() => {
  s3.failWith(null);
  s3.seen.length = 0;
});

const limits = { silentMs: 300, firstPauseMs: 20, partBytes: 5 * mebibyte };
const store = s3Store(s3.bucket, limits);
const bytes = (text: string) => Readable.from([Buffer.from(text)]);
const large = (mebibytes: number) => Readable.from(Array.from({ length: mebibytes }, () => randomBytes(mebibyte)));
const methods = () => s3.seen.map(({ method }) => method);

/** Fails the first requests, then lets the others through. */
const failFirst = (count: number, fail: Parameters<typeof s3.failWith>[0]) => {
  let failed = 0;
  s3.failWith((...asked) => failed++ < count && (fail?.(...asked) ?? false));
};

describe('a bucket that fails', () => {
  it('is asked again if it is busy, or if the connection breaks', async () => {
    failFirst(1, (request, response) => {
      request.resume();
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      return true;
    });
    await store.put('busy', bytes('one'));
    failFirst(2, (request) => {
      request.socket.destroy();
      return true;
    });
    expect((await buffer(await store.get('busy'))).toString()).toBe('one');
    expect(methods()).toEqual(['PUT', 'PUT', 'GET', 'GET', 'GET']);
    s3.failWith(null);
    await store.remove('busy');
  });

  it('is given up after three attempts, with a sentence', async () => {
    s3.failWith((request, response) => {
      request.resume();
      response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
      return true;
    });
    await expect(store.put('broken', bytes('one'))).rejects.toThrow(
      new StoreFailure('The bucket refuses the request (500 InternalError).'),
    );
    expect(methods()).toEqual(['PUT', 'PUT', 'PUT']);
  });

  it('is given up if it sends nothing', async () => {
    s3.failWith(() => true);
    const once = s3Store(s3.bucket, { ...limits, attempts: 1 });
    await expect(once.get('silent')).rejects.toThrow(new StoreFailure('The bucket has not answered for 0.3 s.'));
  });

  it('says so while a file is read', async () => {
    s3.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      return true;
    });
    await expect(store.get('half').then(buffer)).rejects.toThrow('The bucket has not answered for 0.3 s.');
    s3.failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
      return true;
    });
    await expect(store.get('half').then(buffer)).rejects.toThrow(/^The bucket stopped while a file was read/);
  });

  it('does not time out while its reader is slow', async () => {
    await store.put('slow', large(4));
    const stream = await store.get('slow');
    await pause(limits.silentMs * 3);
    expect(await buffer(stream)).toHaveLength(4 * mebibyte);
    await store.remove('slow');
  });

  it('refuses a wrong key and a wrong name at once', async () => {
    const wrongKey = s3Store({ ...s3.bucket, secretAccessKey: 'other' }, limits);
    await expect(wrongKey.put('any', bytes('x'))).rejects.toThrow(/403 SignatureDoesNotMatch/);
    expect(methods()).toEqual(['PUT']);
    const noBucket = s3Store({ ...s3.bucket, name: 'no-such-bucket' }, limits);
    await expect(noBucket.put('any', bytes('x'))).rejects.toThrow('There is no such bucket.');
    await expect(noBucket.get('any')).rejects.toThrow('There is no such bucket.');
    await expect(noBucket.remove('any')).rejects.toThrow('There is no such bucket.');
    await expect(store.get('any')).rejects.toThrow(MissingFile);
  });
});

describe('an upload in parts', () => {
  it('is aborted if the bucket fails in the middle', async () => {
    s3.failWith((request, response, { query }) => {
      if (query.get('partNumber') !== '2') return false;
      request.resume();
      response.writeHead(500).end();
      return true;
    });
    await expect(store.put('parts', large(12))).rejects.toThrow(StoreFailure);
    expect(s3.openUploads()).toEqual([]);
    expect(s3.objects()).not.toContain('parts');
    expect(s3.seen.at(-1)).toMatchObject({ method: 'DELETE' });
  });

  it('is complete although the answer to its last request was lost', async () => {
    let isLost = false;
    s3.failWith((_request, response, { method, query }) => {
      if (isLost || method !== 'POST' || !query.has('uploadId')) return false;
      isLost = true;
      response.end = () => response.destroy();
      return false;
    });
    await store.put('lost', large(6));
    expect(s3.objects()).toContain('lost');
    expect(await buffer(await store.get('lost'))).toHaveLength(6 * mebibyte);
    await store.remove('lost');
  });
});

describe('what is sent to a bucket', () => {
  const putHeaders = async (more: object, size = 0) => {
    await s3Store({ ...s3.bucket, ...more }, limits).put('sent', size > 0 ? large(size) : bytes('x'));
    const [first] = s3.seen;
    return Object.entries(first?.headers ?? {}).filter(([name]) => name.includes('encryption'));
  };

  it.each([0, 6])("asks for the store's own encryption (%i MiB)", async (size) => {
    expect(await putHeaders({}, size)).toEqual([['x-amz-server-side-encryption', 'AES256']]);
  });

  it('names the key of KMS, or asks for nothing', async () => {
    expect(await putHeaders({ encryption: 'aws:kms', kmsKeyId: 'key-7' })).toEqual([
      ['x-amz-server-side-encryption', 'aws:kms'],
      ['x-amz-server-side-encryption-aws-kms-key-id', 'key-7'],
    ]);
    s3.seen.length = 0;
    expect(await putHeaders({ encryption: 'off' })).toEqual([]);
  });

  it('has a signed hash of the body, and the prefix in its name', async () => {
    await s3Store({ ...s3.bucket, prefix: 'kerb/au/' }, limits).put('named', bytes('x'));
    expect(s3.seen[0]).toMatchObject({
      path: '/kerb-files/kerb/au/named',
      headers: {
        'x-amz-content-sha256': '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
        authorization: expect.stringContaining('x-amz-content-sha256;x-amz-date;x-amz-server-side-encryption'),
      },
    });
  });
});

describe('the probe of a bucket', () => {
  it('leaves nothing behind, and says what is wrong in one sentence', async () => {
    const before = s3.objects();
    expect(await probeStore(store)).toBeNull();
    expect(s3.objects()).toEqual(before);
    const away = s3Store({ ...s3.bucket, endpoint: 'http://127.0.0.1:1' }, limits);
    expect(await probeStore(away)).toBe('The bucket does not answer (ECONNREFUSED).');
    const wrong = s3Store({ ...s3.bucket, secretAccessKey: 'other' }, limits);
    expect(await probeStore(wrong)).toBe('The bucket refuses the request (403 SignatureDoesNotMatch).');
  });

  it('names the right to list, without which S3 answers 403 for an object that is missing', async () => {
    s3.failWith((request, response, { method, path }) => {
      const isThere = s3.objects().some((name) => path.endsWith(`/${name}`));
      if (!['GET', 'HEAD'].includes(method) || isThere) return false;
      request.resume();
      response.writeHead(403).end(method === 'HEAD' ? '' : '<Error><Code>AccessDenied</Code></Error>');
      return true;
    });
    expect(await probeStore(store)).toBe(`The bucket refuses the request (403 AccessDenied). ${listNeeded}`);
    await expect(store.factsOf('missing')).rejects.toThrow('s3:ListBucket');
  });
});

describe('memory', () => {
  it('stays flat for a file that is larger than it', { timeout: 120_000 }, async () => {
    const program = fileURLToPath(new URL('../../../test/stream-large.ts', import.meta.url));
    const args = [program, JSON.stringify(s3.bucket), '512'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { mostMebibytes, isSame } = JSON.parse(stdout);
    expect(isSame).toBe(true);
    expect(mostMebibytes).toBeLessThan(256);
  });
});
