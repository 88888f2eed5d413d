import { createHmac } from 'node:crypto';
import { isSame, sha256 } from '@kerb/server/platform/secrets.ts';

export const webhookSecretPrefix = 'whsec_';

type Signed = { id: string; seconds: number; body: string };

/** The convention of Standard Webhooks, for which libraries exist: HMAC-SHA256 over id, time and body. */
export function signatureOf(secret: string, { id, seconds, body }: Signed): string {
  const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** A call that is older, or is from the future, may be a recorded one. */
const longestAgeSeconds = 300;

type Headers = Record<string, string | string[] | undefined>;

/** Whether a call to us has a right signature and is recent. */
export function isSignedCall(secret: string, headers: Headers, body: string, nowSeconds: number): boolean {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]);
  const seconds = Number(time);
  if (typeof id !== 'string' || typeof signatures !== 'string' || !Number.isSafeInteger(seconds)) return false;
  if (Math.abs(nowSeconds - seconds) > longestAgeSeconds) return false;
  const right = sha256(signatureOf(secret, { id, seconds, body }));
  return signatures.split(' ').some((each) => isSame(sha256(each), right));
}
