import { createHmac } from 'node:crypto';
import { isSame } from '@kerb/server/platform/secrets.ts';

/** The largest difference between a signature's time and now. With a longer one, a recorded event could be replayed. */
export const eventToleranceSeconds = 300;
export const eventSignatureHeader = 'card-sandbox-signature';

const macOf = (secret: string, seconds: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

export function signEvent(secret: string, body: Buffer, epochSeconds = Math.floor(Date.now() / 1_000)): string {
  return `t=${epochSeconds},v1=${macOf(secret, String(epochSeconds), body).toString('hex')}`;
}

export function isSigned(secret: string, header: string | string[] | undefined, body: Buffer): boolean {
  const [, seconds, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header ?? '')) ?? [];
  if (seconds === undefined || mac === undefined) return false;
  const isRecent = Math.abs(Date.now() / 1_000 - Number(seconds)) <= eventToleranceSeconds;
  return isRecent && isSame(Buffer.from(mac, 'hex'), macOf(secret, seconds, body));
}
