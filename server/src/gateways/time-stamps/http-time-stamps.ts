import type { X509Certificate } from 'node:crypto';
import { stampRequest, tokenIn } from '@kerb/server/platform/pdf-signature/ask-time-stamp.ts';
import { NotDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { ocspRequest } from '@kerb/server/platform/pdf-signature/ocsp.ts';
import {
  isAnswerFor,
  issuerOf,
  listUrlsOf,
  noRevocations,
  responderUrlsOf,
} from '@kerb/server/platform/pdf-signature/revocations.ts';
import { type Revocations, type TimeStamps, TimeStampsUnavailable } from '@kerb/server/platform/ports/time-stamps.ts';

const mostBytes = 2 ** 20;
const mostCertificates = 8;

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

type Asked = { url: string; request?: Buffer };

/** Null if it does not answer. */
async function answerAt({ url, request }: Asked, timeoutMs: number): Promise<Buffer | null> {
  const asked = request && {
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
    body: new Uint8Array(request),
  };
  try {
    const response = await fetch(url, { ...asked, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? await bytesOf(response) : null;
  } catch {
    // The paper is right without it, and a reader can still ask.
    return null;
  }
}

/** The answer of a responder, which is small. If there is none, the list of the authority. */
async function revocationsOf(
  certificate: X509Certificate,
  all: readonly X509Certificate[],
  timeoutMs: number,
): Promise<Revocations> {
  const issuer = issuerOf(certificate, all);
  if (!issuer) return noRevocations;
  const [responder] = responderUrlsOf(certificate.raw);
  const request = ocspRequest(certificate, issuer);
  const answer = responder === undefined ? null : await answerAt({ url: responder, request }, timeoutMs);
  if (answer && isAnswerFor(answer, [certificate, issuer])) return { lists: [], answers: [answer] };
  const [published] = listUrlsOf(certificate.raw);
  const list = published === undefined ? null : await answerAt({ url: published }, timeoutMs);
  return { lists: list ? [list] : [], answers: [] };
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
    revocations: async (certificates) => {
      const asked = certificates.slice(0, mostCertificates).map((each) => revocationsOf(each, certificates, timeoutMs));
      const found = await Promise.all(asked);
      return { lists: found.flatMap(({ lists }) => lists), answers: found.flatMap(({ answers }) => answers) };
    },
  };
}
