import type { X509Certificate } from 'node:crypto';
import { stampRequest, tokenIn } from '@kerb/server/platform/pdf-signature/ask-time-stamp.ts';
import { NotDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { revocationUrlsOf } from '@kerb/server/platform/pdf-signature/revocation-lists.ts';
import { type TimeStamps, TimeStampsUnavailable } from '@kerb/server/platform/ports/time-stamps.ts';

const mostBytes = 2 ** 20;

function reasonOf(error: unknown): string {
  if (error instanceof NotDer) return error.message;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return isTimeout
    ? 'The time-stamp authority did not answer in time.'
    : 'The time-stamp authority could not be reached.';
}

async function bytesOf(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > mostBytes) throw new NotDer('The answer is too long.');
  return bytes;
}

async function listAt(url: string, timeoutMs: number): Promise<Buffer[]> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? [await bytesOf(response)] : [];
  } catch {
    // The paper is right without the list. A reader can still fetch it.
    return [];
  }
}

/** Any authority that answers RFC 3161 over HTTP. */
export function httpTimeStamps(url: string, timeoutMs = 5_000): TimeStamps {
  return {
    stamp: async (bytes) => {
      const request = stampRequest(bytes);
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
          body: new Uint8Array(request.bytes),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) throw new NotDer(`The time-stamp authority refused it (${response.status}).`);
        return tokenIn(await bytesOf(response), bytes, request);
      } catch (error) {
        throw new TimeStampsUnavailable(reasonOf(error), { cause: error });
      }
    },
    revocationLists: async (certificates: readonly X509Certificate[]) => {
      const urls = [...new Set(certificates.flatMap((certificate) => revocationUrlsOf(certificate.raw)))];
      return (await Promise.all(urls.slice(0, 5).map((each) => listAt(each, timeoutMs)))).flat();
    },
  };
}
