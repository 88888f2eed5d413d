import { createPrivateKey } from 'node:crypto';
import type { Reading } from '@kerb/server/platform/config/read-variables.ts';

/** What a deployment outside a sandbox must encrypt. Each rule adds its own sentence to the mistakes. */

const isThisMachine = (host: string): boolean => /^(|localhost|127(\.\d+){3}|::1|\/.*)$/.test(host);
const hostOf = (address: string): string =>
  URL.canParse(address) ? decodeURIComponent(new URL(address).hostname).replace(/^\[|\]$/g, '') : '';

/** Also true for a folder of sockets, which PostgreSQL takes as the host. */
function isLocalDatabase(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).searchParams.get('host') : null;
  return isThisMachine(host ?? hostOf(address));
}

// biome-ignore format: a table
const databases = [
  'DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_PROBE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL',
] as const;

function demandOfDatabase(name: string, address: string | null, mistakes: string[]): void {
  if (address === null || isLocalDatabase(address)) return;
  const mode = URL.canParse(address) ? new URL(address).searchParams.get('sslmode') : null;
  if (mode === 'verify-full') return;
  mistakes.push(`${name} is without TLS: outside a sandbox add sslmode=verify-full, or use this machine or a socket.`);
}

/** Whether a mail server must encrypt: all but one on this machine. */
export const mustEncryptMail = ({ mode }: Reading, address: string): boolean =>
  mode === 'production' && !isThisMachine(hostOf(address));

const settingsOfTls = ['secure', 'ignoreTLS', 'requireTLS', 'opportunisticTLS'];

/** Nodemailer lets the query of its address switch TLS off. */
function demandOfMail(address: string | null, mistakes: string[]): void {
  const settings = address !== null && URL.canParse(address) ? [...new URL(address).searchParams.keys()] : [];
  if (!settings.some((name) => name.startsWith('tls.') || settingsOfTls.includes(name))) return;
  mistakes.push('SMTP_URL has settings of TLS in its query: remove them; outside a sandbox TLS is always required.');
}

const servedByHttps = [
  'SMS_URL',
  'IDENTITY_URL',
  'IDENTITY_PORTAL_URL',
  'ADDRESSFINDER_URL',
  'STRIPE_API_URL',
  'STRIPE_FRAME_URL',
  'FILES_S3_ENDPOINT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const;

function demandOfDocumentKey(pem: string | null, mistakes: string[]): void {
  if (!pem?.includes('PRIVATE KEY')) return;
  try {
    const bits = createPrivateKey(pem).asymmetricKeyDetails?.modulusLength;
    if (bits === undefined || bits >= 3_072) return;
    mistakes.push(`DOCUMENT_CERTIFICATE_KEY has ${bits} bits: outside a sandbox an RSA key needs 3072 or more.`);
  } catch {
    // The error would quote the key.
    mistakes.push('DOCUMENT_CERTIFICATE_KEY cannot be read: write a private key without a password, as PEM.');
  }
}

export function demandTls({ values, mode, mistakes }: Reading): void {
  if (mode === 'sandbox') return;
  if (values.PUBLIC_URL?.startsWith('http:')) {
    mistakes.push(`PUBLIC_URL is '${values.PUBLIC_URL}': outside a sandbox write an https address.`);
  }
  for (const name of servedByHttps) {
    const address = values[name];
    if (address?.startsWith('http:') && !isThisMachine(hostOf(address))) {
      mistakes.push(`${name} is '${address}': outside a sandbox write an https address.`);
    }
  }
  for (const name of databases) demandOfDatabase(name, values[name], mistakes);
  demandOfMail(values.SMTP_URL, mistakes);
  demandOfDocumentKey(values.DOCUMENT_CERTIFICATE_KEY, mistakes);
}
