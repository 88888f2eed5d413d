import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  type AddressRules,
  hostOf,
  pinnedLookup,
  publicAddressesOf,
} from '@kerb/server/gateways/webhooks/http-webhooks.ts';

const longestAnswer = 500_000;

async function bytesOf(answer: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > longestAnswer) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

type Sent = {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
  signal?: AbortSignal | null;
};

/**
 * As fetch, for addresses that users chose: connects only to an address that was checked, as webhooks do, follows no
 * redirect, and reads no endless answer.
 */
export function guardedFetch(rules: AddressRules & { timeoutMs?: number }): typeof fetch {
  const { timeoutMs = 10_000 } = rules;
  return async (input, init) => {
    const { method = 'GET', headers, body, signal } = (init ?? {}) as Sent;
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (url.protocol !== 'https:' && !rules.reachesPrivate) throw new Error('only https is called');
    const lookup = pinnedLookup(await publicAddressesOf(hostOf(url), rules));
    const limit = AbortSignal.timeout(timeoutMs);
    const sent = body === undefined || body === null ? '' : String(body);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const options = {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), 'content-length': Buffer.byteLength(sent) },
      lookup,
      agent: false as const,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    };
    request(url, options, (answer) => {
      const answered = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
      );
      bytesOf(answer).then((bytes) => {
        const status = answer.statusCode ?? 502;
        const isEmpty = status === 204 || status === 304;
        resolve(new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers: answered }));
      }, reject);
    })
      .on('error', reject)
      .end(sent);
    return promise;
  };
}
