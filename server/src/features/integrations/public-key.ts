import { createPublicKey, type KeyObject } from 'node:crypto';
import type { KeyAlgorithm } from '@kerb/domain/integrations/integrations.contract.ts';
import { allow, type Decision, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { calculateJwkThumbprint, type JWK } from 'jose';

const fewestRsaBits = 3_072;

const refused = (words: string) => refuseFields(fieldError('publicKey', 'notValid', words));
export const keyWords = {
  unreadable: 'Paste one public key as PEM (BEGIN PUBLIC KEY) or as JWK.',
  private: 'This is a private key. Keep it secret, and paste the public key.',
  unsupported: `Use an EC key on the curve P-256, an Ed25519 key, or an RSA key of at least ${fewestRsaBits} bits.`,
} as const;

export type PublicKey = { publicJwk: JWK; keyId: string; algorithm: KeyAlgorithm };

/** JSON that is an object; null for anything else. */
function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch {
    // Not JSON, so it is refused as unreadable.
    return null;
  }
}

function keyOf(text: string): KeyObject | null {
  try {
    if (!text.startsWith('{')) return createPublicKey({ key: text, format: 'pem' });
    const jwk = jsonObject(text);
    return jwk && createPublicKey({ key: jwk as JWK, format: 'jwk' } as Parameters<typeof createPublicKey>[0]);
  } catch {
    // Node says why in words that nobody outside understands.
    return null;
  }
}

/** Node would derive the public key of a private one without a word. */
const isPrivate = (text: string): boolean =>
  /PRIVATE KEY/.test(text) || (text.startsWith('{') && Object.hasOwn(jsonObject(text) ?? {}, 'd'));

const isPlainPem = (text: string): boolean =>
  /^-----BEGIN (RSA )?PUBLIC KEY-----[\s\w+/=]+-----END (RSA )?PUBLIC KEY-----$/.test(text);

/** The one algorithm of a key. The key decides it, never the request that is signed with it. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyAlgorithm | null {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1' ? 'ES256' : null;
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  return asymmetricKeyType === 'rsa' && modulusLength >= fewestRsaBits ? 'PS256' : null;
}

/** A pasted public key. It is never fetched from an address. */
export async function readPublicKey(typed: string): Promise<Decision<PublicKey>> {
  const text = typed.trim();
  if (isPrivate(text)) return refused(keyWords.private);
  const key = text.startsWith('{') || isPlainPem(text) ? keyOf(text) : null;
  if (!key) return refused(keyWords.unreadable);
  const algorithm = algorithmOf(key);
  if (!algorithm) return refused(keyWords.unsupported);
  const publicJwk = key.export({ format: 'jwk' }) as JWK;
  return allow({ publicJwk, keyId: await calculateJwkThumbprint(publicJwk), algorithm });
}
