import { randomBytes } from 'node:crypto';
import { addSeconds } from '@kerb/domain/kernel/dates.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { isSame, type Secrets, sha256 } from '@kerb/server/platform/secrets.ts';

/** `boundTo` names the sign-in, the waiting login or the browser that alone may answer the challenge. */
export type Asked = {
  purpose: 'add' | 'first' | 'accept' | 'sign-in' | 'second-factor' | 'proof' | 'unlock';
  boundTo: string;
};

/** A login page may stay open for a while before somebody chooses a passkey. */
const challengeSeconds = 15 * 60;
export const challengeMilliseconds = challengeSeconds * 1_000;

const nonceBytes = 17;
const headBytes = nonceBytes + 4;
const macBytes = 32;

const wordsOf = ({ purpose, boundTo }: Asked, head: Buffer) => `${purpose} ${boundTo} ${head.toString('base64url')}`;
const secondsNow = () => Math.floor(Date.now() / 1_000);

/**
 * A random challenge that names its own end, with a MAC over both and over whom it is bound to. Nothing is stored until
 * it is used, so that a visitor who only opens the login page causes no write.
 */
export function newChallenge(secrets: Secrets, asked: Asked): string {
  const head = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(4)]);
  head.writeUInt32BE(secondsNow() + challengeSeconds, nonceBytes);
  const mac = Buffer.from(secrets.derive('passkeys', wordsOf(asked, head)), 'base64url');
  return Buffer.concat([head, mac]).toString('base64url');
}

function isOurs(secrets: Secrets, asked: Asked, bytes: Buffer): boolean {
  if (bytes.length !== headBytes + macBytes) return false;
  const head = bytes.subarray(0, headBytes);
  const mac = bytes.subarray(headBytes);
  const isRight = secrets
    .deriveEach('passkeys', wordsOf(asked, head))
    .some((expected) => isSame(Buffer.from(expected, 'base64url'), mac));
  return isRight && head.readUInt32BE(nonceBytes) > secondsNow();
}

async function isFirstUse(db: Database, bytes: Buffer): Promise<boolean> {
  const used = await db
    .insertInto('usedPasskeyChallenges')
    .values({ hash: sha256(bytes), expiryDate: addSeconds(realNow(), challengeSeconds) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** The challenge in what a browser signed; null if it is malformed. */
function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    // Not JSON: somebody wrote it by hand.
    return null;
  }
}

/**
 * Uses up the challenge that a browser has answered, and returns it; null if it is not ours, not for this purpose and
 * this browser, too old or already used. It is used up even if the answer turns out to be wrong.
 */
export async function useChallenge(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  asked: Asked,
  clientDataJSON: string,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const bytes = Buffer.from(challenge, 'base64url');
  return isOurs(secrets, asked, bytes) && (await isFirstUse(db, bytes)) ? challenge : null;
}

/** Passkeys belong to a host name: null if the site is opened by an IP address, where browsers allow none. */
export function passkeySite({ publicUrl }: Config): { rpId: string; origin: string } | null {
  const { hostname, origin } = new URL(publicUrl);
  return /^[\d.]+$|^\[/.test(hostname) ? null : { rpId: hostname, origin };
}
