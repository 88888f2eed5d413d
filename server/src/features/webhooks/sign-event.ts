import { randomBytes } from 'node:crypto';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { signatureOf, webhookSecretPrefix } from '@kerb/server/platform/security/webhook-signature.ts';

export const newSecret = (): string => webhookSecretPrefix + randomBytes(32).toString('base64');
export const encryptSecret = (secrets: Secrets, secret: string): Buffer => secrets.encrypt(Buffer.from(secret));

type Signed = { eventId: string; body: string; sealedSecrets: Buffer[]; now: Moment };

export function signedHeaders(secrets: Secrets, { eventId, body, sealedSecrets, now }: Signed): Record<string, string> {
  const seconds = Math.floor(Temporal.Instant.from(now).epochMilliseconds / 1_000);
  const sign = (encrypted: Buffer) =>
    signatureOf(secrets.decrypt(encrypted).toString(), { id: eventId, seconds, body });
  return {
    'content-type': 'application/json',
    'user-agent': 'Kerb-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': sealedSecrets.map(sign).join(' '),
  };
}
