import { addressOf, bodyOf, type Call, callOf, type OperationRow } from './call.ts';
import { operations } from './generated/operations.ts';
import type { Operations } from './generated/types.ts';
import { hasAll, mayBeOwnSave, readerOf } from './lost-saves.ts';
import { problemOf } from './problem.ts';
import { isRepeatable, mayTryAgain, pauseMs } from './retries.ts';
import { type Credentials, type TokenSource, tokenSource } from './token.ts';

export type ClientOptions = (Credentials | { token: () => string | Promise<string> }) & {
  /** The address of the product: `https://pay.example.com`. */
  baseUrl: string;
  /** How often a call that can be repeated is tried again. 3 unless you say otherwise. */
  retries?: number;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number) => Promise<void>;
};

const etags = new WeakMap<object, string>();

/** The version of a record that a call returned, for `ifMatch`. */
export const etagOf = (record: object): string | undefined => etags.get(record);

type Sender = { baseUrl: string; fetch: typeof fetch; sleep: (ms: number) => Promise<void>; retries: number };

const sleepFor = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

function tokensOf(options: ClientOptions, sender: Sender): TokenSource {
  if ('token' in options) return { read: async () => options.token(), drop: () => {} };
  return tokenSource({ baseUrl: sender.baseUrl, fetch: sender.fetch, now: () => Date.now() }, options);
}

async function sendOnce(sender: Sender, tokens: TokenSource, row: OperationRow, call: Call): Promise<Response> {
  const { body, headers } = bodyOf(row, call.body);
  const { idempotencyKey, ifMatch, signal } = call.options;
  return sender.fetch(addressOf(sender.baseUrl, row, call.parameters), {
    method: row.method,
    headers: {
      ...headers,
      authorization: `Bearer ${await tokens.read()}`,
      ...(row.hasKey && idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
}

async function answerOf(row: OperationRow, response: Response): Promise<unknown> {
  if (row.answer === 'file') return response;
  if (row.answer === 'none') return undefined;
  const record: unknown = await response.json();
  const etag = response.headers.get('etag');
  if (etag !== null && typeof record === 'object' && record !== null) etags.set(record, etag);
  return record;
}

/** Undefined if no answer came and the call may be sent again. */
async function tried(send: () => Promise<Response>, mayRepeat: boolean): Promise<Response | undefined> {
  try {
    return await send();
  } catch (error) {
    // fetch rejects with a TypeError if the connection failed.
    if (!mayRepeat || !(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/**
 * After a lost answer: the record, if it has everything that was sent. Then the save that we lost the answer of took
 * effect, and its refused repetition is no conflict.
 */
async function savedBefore(sender: Sender, tokens: TokenSource, row: OperationRow, call: Call): Promise<unknown> {
  const reader = readerOf(row);
  if (!reader) return undefined;
  const { parameters, options } = call;
  const read = { parameters, body: undefined, options: options.signal ? { signal: options.signal } : {} };
  const stored = await send(sender, tokens, reader, read);
  return hasAll(stored, call.body) ? stored : undefined;
}

async function send(sender: Sender, tokens: TokenSource, row: OperationRow, call: Call): Promise<unknown> {
  let isTokenNew = false;
  let isAnswerLost = false;
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= sender.retries;
    const once = () => sendOnce(sender, tokens, row, call);
    const response = await tried(once, isRepeatable(row) && !isLast);
    if (response?.ok) return answerOf(row, response);
    if (response?.status === 401 && !isTokenNew) {
      // The token may have been revoked. One new token says whether the program has.
      isTokenNew = true;
      tokens.drop();
      continue;
    }
    if (response && isAnswerLost && mayBeOwnSave(row, call, response)) {
      const saved = await savedBefore(sender, tokens, row, call);
      if (saved !== undefined) return saved;
    }
    if (response && (isLast || !mayTryAgain(row, response))) throw await problemOf(response);
    // A server or proxy that failed may have failed after the save.
    isAnswerLost ||= !response || response.status >= 500;
    await response?.body?.cancel();
    await sender.sleep(pauseMs(attempt, response?.headers ?? null, Math.random));
  }
}

/** Every repetition of a call has the same key, so that it takes effect once. */
function withKey(row: OperationRow, call: Call): Call {
  const idempotencyKey = call.options.idempotencyKey ?? crypto.randomUUID();
  return row.hasKey ? { ...call, options: { ...call.options, idempotencyKey } } : call;
}

/** A client with a method for each call: `client.campaigns.list({ perPage: 10 })`. */
export function createClient(options: ClientOptions): Operations {
  const { baseUrl, retries = 3, fetch: given = fetch, sleep = sleepFor } = options;
  const sender: Sender = { baseUrl, retries, sleep, fetch: (...args) => given(...args) };
  const tokens = tokensOf(options, sender);
  const methodOf =
    (row: OperationRow) =>
    (...args: unknown[]) =>
      send(sender, tokens, row, withKey(row, callOf(row, args)));
  const groups = Object.entries(operations).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, methodOf(row)])),
  ]);
  return Object.fromEntries(groups) as Operations;
}
