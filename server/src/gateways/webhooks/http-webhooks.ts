import { lookup as resolve } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { notPublic } from '@kerb/domain/webhooks/webhook-url.ts';
import { isPublicAddress } from '@kerb/server/gateways/webhooks/public-addresses.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { WebhookAnswer, WebhookCall, WebhookGateway } from '@kerb/server/platform/ports/webhook-gateway.ts';

type Address = { address: string; family: number };
export type Resolve = (host: string) => Promise<Address[]>;
/** Which addresses may be called, and how names are resolved. */
export type AddressRules = { reachesPrivate: boolean; resolveAll?: Resolve };
type Settings = AddressRules & { timeoutMs?: number };

const longestBody = 2_000;
class PrivateAddress extends Error {}

export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');
const resolveByDns: Resolve = (host) => resolve(host, { all: true, verbatim: true });

/** One private address among public ones is enough to refuse, because we do not control which one is called. */
export async function publicAddressesOf(
  host: string,
  { reachesPrivate, resolveAll = resolveByDns }: AddressRules,
): Promise<Address[]> {
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await resolveAll(host);
  if (!reachesPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw new PrivateAddress();
  return addresses;
}

function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddress) return notPublic;
  const { code = '', name = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return 'It did not answer in time.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its name cannot be found.';
  if (code === 'ECONNREFUSED') return 'It refused the connection.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'Its certificate is not valid.';
  return 'The connection broke off.';
}

/** Reads only as much of a response as is kept. */
async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    parts.push(part);
    size += part.length;
    if (size > longestBody * 4) break;
  }
  // PostgreSQL cannot store a zero byte.
  return Buffer.concat(parts).toString().replaceAll('\0', '\ufffd').slice(0, longestBody);
}

/** Connects to an address that was just checked, and does not resolve the name again. */
export const pinnedLookup =
  (addresses: Address[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
  };

function send(call: WebhookCall, addresses: Address[], signal: AbortSignal): Promise<WebhookAnswer> {
  const url = new URL(call.url);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const lookup = pinnedLookup(addresses);
  const { promise, resolve: answer, reject } = Promise.withResolvers<WebhookAnswer>();
  const headers = { ...call.headers, 'content-length': Buffer.byteLength(call.body) };
  // A redirect is a normal response. Following it would bypass the address check.
  request(url, { method: 'POST', headers, lookup, agent: false, signal }, (response) => {
    textOf(response).then((body) => answer({ status: response.statusCode ?? 0, body }), reject);
  })
    .on('error', reject)
    .end(call.body);
  return promise;
}

export function httpWebhooks(settings: Settings): WebhookGateway {
  const { reachesPrivate, timeoutMs = 10_000 } = settings;
  return {
    reachesPrivate,
    refusalOf: (url) =>
      publicAddressesOf(hostOf(new URL(url)), settings).then(
        () => null,
        // The person who registers the address sees the reason.
        (error) => reasonOf(error),
      ),
    post: async (call) => {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        return await send(call, await publicAddressesOf(hostOf(new URL(call.url)), settings), signal);
      } catch (error) {
        throw new DeliveryFailure(reasonOf(error), { cause: error });
      }
    },
  };
}
