import { realNow } from '@kerb/server/platform/clock.ts';
import { answerStamp, stampRequest, tokenIn } from '@kerb/server/platform/pdf-signature/ask-time-stamp.ts';
import {
  derivedKey,
  emptyRevocationList,
  makeCertificate,
} from '@kerb/server/platform/pdf-signature/make-certificate.ts';
import type { TimeStamps } from '@kerb/server/platform/ports/time-stamps.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

const rootName = 'Sandbox Time Stamp Root';

/** A time-stamp authority of our own, for a sandbox. Nobody outside trusts it, but every program can check it. */
export function sandboxAuthority(secrets: Secrets) {
  const rootKey = derivedKey(secrets, 'time stamp root');
  const root = makeCertificate({ use: 'authority', name: rootName, key: rootKey });
  const by = { name: rootName, key: rootKey };
  const key = derivedKey(secrets, 'time stamps');
  const own = makeCertificate({ use: 'timeStamps', name: 'Sandbox Time Stamp Authority', key, by });
  return { ...own, chain: [root.der], root: root.der, revocationLists: [emptyRevocationList(by)] };
}

/** Asks and answers as over a network, with the same bytes. */
export function sandboxTimeStamps(secrets: Secrets): TimeStamps {
  const authority = sandboxAuthority(secrets);
  return {
    stamp: async (bytes) => {
      const request = stampRequest(bytes);
      return tokenIn(answerStamp(request.bytes, authority, realNow()), bytes, request);
    },
    revocations: async () => ({ lists: authority.revocationLists, answers: [] }),
  };
}
