import type { KeyAlgorithm } from '@kerb/domain/integrations/integrations.contract.ts';
import { momentOf } from '@kerb/domain/kernel/dates.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { decodeJwt, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';

const toleranceSeconds = 30;
const longestSeconds = 300;
const longestId = 200;

/** The key says which algorithms it may be used with. Ed25519 has an older and a newer name. */
const algorithmNames: Record<KeyAlgorithm, string[]> = {
  ES256: ['ES256'],
  EdDSA: ['EdDSA', 'Ed25519'],
  PS256: ['PS256'],
};

export type ClientKey = { publicJwk: JWK; algorithm: KeyAlgorithm };
/** A signed request that was checked. Its id works once. */
export type Assertion = { jtiHash: Buffer; expiryDate: string };

/** Whom a signed request names, before anything was checked; null if it cannot be read. */
export function subjectOf(assertion: string): string | null {
  try {
    return decodeJwt(assertion).sub ?? null;
  } catch {
    // Anybody can send anything; the caller gets 401.
    return null;
  }
}

async function payloadOf(assertion: string, { publicJwk, algorithm }: ClientKey, asked: Asked) {
  try {
    const { payload } = await jwtVerify(assertion, await importJWK(publicJwk, algorithm), {
      algorithms: algorithmNames[algorithm],
      issuer: asked.clientId,
      subject: asked.clientId,
      audience: [...asked.audiences],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: toleranceSeconds,
    });
    return payload;
  } catch {
    // Another key, forged, expired or for somebody else; the caller gets 401.
    return null;
  }
}

function assertionOf({ exp = 0, jti }: JWTPayload): Assertion | null {
  const isLongLived = exp > Date.now() / 1_000 + longestSeconds + toleranceSeconds;
  if (isLongLived || typeof jti !== 'string' || jti === '' || jti.length > longestId) return null;
  const until = Temporal.Instant.fromEpochMilliseconds(Math.ceil((exp + 2 * toleranceSeconds) * 1_000));
  return { jtiHash: sha256(jti), expiryDate: momentOf(until) };
}

type Asked = { clientId: string; audiences: readonly string[] };

/**
 * Checks a request that a program signed (RFC 7523, 3): issuer and subject are the client, the audience is this
 * server, and it expires within five minutes. Its header only says which algorithm it claims: the stored key decides.
 */
export async function checkAssertion(assertion: string, key: ClientKey, asked: Asked): Promise<Assertion | null> {
  const payload = await payloadOf(assertion, key, asked);
  return payload && assertionOf(payload);
}

/** Whether the request is used for the first time. Two at the same moment wait for each other. */
export async function takeAssertion(tx: Tx, serviceIdentityId: number, assertion: Assertion): Promise<boolean> {
  const taken = await tx
    .insertInto('clientAssertions')
    .values({ serviceIdentityId, ...assertion })
    .onConflict((conflict) => conflict.doNothing())
    .returning('serviceIdentityId')
    .executeTakeFirst();
  return taken !== undefined;
}
