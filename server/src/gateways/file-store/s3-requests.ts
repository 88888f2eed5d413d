import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bucket } from '@kerb/server/platform/config/bucket.ts';
import { StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { AwsV4Signer } from 'aws4fetch';

export type Limits = {
  /** How long the store may send nothing while we wait for it. */
  silentMs: number;
  attempts: number;
  /** The longest pause before the second attempt. It doubles with each attempt. */
  firstPauseMs: number;
};

export const usualLimits: Limits = { silentMs: 10_000, attempts: 3, firstPauseMs: 200 };

export type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** False while the reader of the answer is slower than the store: silence is then not the store's fault. */
  isStoreAwaited?: () => boolean;
};

export type Requests = {
  /** Answers of success, and 404. Everything else is a StoreFailure, after the retries that make sense. */
  ask: (asked: Asked) => Promise<IncomingMessage>;
};

/** Idle connections do not keep the process alive. */
const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) };

/** The address of an object. Outside AWS, most stores know the bucket by the path. */
function addressOf({ endpoint, name, prefix, isInHost }: Bucket, { key, query = {} }: Asked): URL {
  const url = new URL(endpoint);
  if (isInHost) url.hostname = `${name}.${url.hostname}`;
  url.pathname = isInHost ? `/${prefix}${key}` : `/${name}/${prefix}${key}`;
  for (const [each, value] of Object.entries(query)) url.searchParams.set(each, value);
  return url;
}

/** The hash is signed too, so that the store refuses a body that was changed on its way. */
async function signed(bucket: Bucket, asked: Asked, cache: Map<string, ArrayBuffer>) {
  const { accessKeyId, secretAccessKey, region } = bucket;
  const url = addressOf(bucket, asked);
  const sha256 = createHash('sha256')
    .update(asked.body ?? '')
    .digest('hex');
  const headers = { ...asked.headers, 'x-amz-content-sha256': sha256 };
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3', cache };
  const signer = new AwsV4Signer({ method: asked.method, url: url.href, headers, ...credentials });
  const { headers: all } = await signer.sign();
  return { url, headers: Object.fromEntries(all.entries()) };
}

const silent = (ms: number) => new StoreFailure(`The bucket has not answered for ${ms / 1_000} s.`);

async function sendOnce(bucket: Bucket, asked: Asked, { silentMs }: Limits, cache: Map<string, ArrayBuffer>) {
  const { method, body, isStoreAwaited = () => true } = asked;
  const { url, headers } = await signed(bucket, asked, cache);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let answer: IncomingMessage | null = null;
  const isTls = url.protocol === 'https:';
  const options = { method, headers, agent: agents[isTls ? 'https:' : 'http:'], timeout: silentMs };
  const request = (isTls ? requestHttps : requestHttp)(url, options, (response) => {
    answer = response;
    resolve(response);
  });
  request.on('timeout', () => {
    // The timer of a socket fires once, so it is set again.
    if (!isStoreAwaited()) request.setTimeout(silentMs);
    else (answer ?? request).destroy(silent(silentMs));
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** The store's own word for what is wrong, such as AccessDenied. */
const codeIn = (xml: string): string => /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? '';

/** Reads a refusal to its end, so that the connection can be used again. */
export async function codeOf(response: IncomingMessage): Promise<string> {
  return codeIn(await text(response));
}

const asFailure = (error: NodeJS.ErrnoException): StoreFailure =>
  error instanceof StoreFailure
    ? error
    : new StoreFailure(`The bucket does not answer (${error.code ?? error.message}).`, { cause: error });

const isAccepted = (status: number): boolean => (status >= 200 && status < 300) || status === 404;
/** The store is busy or broken: a later attempt may succeed. */
const isPassing = (status: number): boolean => status >= 500 || status === 429;

const isReading = ({ method }: Asked): boolean => method === 'GET' || method === 'HEAD';

/** Without the right to list, S3 does not say whether an object exists: it answers 403 where 404 is meant. */
export const listNeeded =
  'If the object does not exist, the access key lacks the right s3:ListBucket, without which the bucket answers so.';

/** A refused signature has another code. The answer to HEAD has none. */
function refusalOf(asked: Asked, status: number, code: string): string {
  const words = `The bucket refuses the request (${[status, code].filter(Boolean).join(' ')}).`;
  const isDenied = status === 403 && (code === '' || code === 'AccessDenied');
  return isDenied && isReading(asked) ? `${words} ${listNeeded}` : words;
}

type Outcome = { response: IncomingMessage } | { failure: StoreFailure; mayRetry: boolean };

async function outcomeOf(asked: Asked, sent: Promise<IncomingMessage>): Promise<Outcome> {
  try {
    const response = await sent;
    const status = response.statusCode ?? 0;
    if (isAccepted(status)) return { response };
    const words = refusalOf(asked, status, await codeOf(response));
    return { failure: new StoreFailure(words), mayRetry: isPassing(status) };
  } catch (error) {
    return { failure: asFailure(error as Error), mayRetry: true };
  }
}

/** Signed requests to one bucket. */
export function requestsTo(bucket: Bucket, limits: Limits = usualLimits): Requests {
  // Keys that are derived once a day.
  const cache = new Map<string, ArrayBuffer>();
  return {
    ask: async (asked) => {
      for (let attempt = 1; ; attempt++) {
        const outcome = await outcomeOf(asked, sendOnce(bucket, asked, limits, cache));
        if ('response' in outcome) return outcome.response;
        if (!outcome.mayRetry || attempt === limits.attempts) throw outcome.failure;
        await pause(Math.random() * limits.firstPauseMs * 2 ** (attempt - 1));
      }
    },
  };
}
