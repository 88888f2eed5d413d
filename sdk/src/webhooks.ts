import type { Event } from './generated/types.ts';

/** Why a request is not one of ours. Answer it with 400. */
export type WebhookFault = 'no-headers' | 'too-old' | 'wrong-signature' | 'no-json';

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, words: string) {
    super(words);
    this.fault = fault;
  }
}

type HeaderValues = Headers | Record<string, string | string[] | undefined>;

function headerOf(headers: HeaderValues, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookError('no-headers', `The header ${name} is missing.`);
  return value;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    // Not base64, so not a signature.
    return null;
  }
};

const keyOf = (secret: string) =>
  crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')) ?? new Uint8Array(),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );

async function isSigned(secrets: readonly string[], signatures: string, content: string): Promise<boolean> {
  const signed = new TextEncoder().encode(content);
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [bytesOf(each.slice(3))] : []));
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of given)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

export type VerifyOptions = {
  /** The text of the request as it came. Parsed and written again, it would not fit its signature. */
  body: string;
  headers: HeaderValues;
  /** The secret of the webhook, or the old and the new one. */
  secret: string | readonly string[];
  toleranceSeconds?: number;
  now?: Date;
};

/** The event of a request, if its signature is right and it is not older than five minutes. Else a `WebhookError`. */
export async function verifyWebhook(options: VerifyOptions): Promise<Event> {
  const { body, headers, secret, toleranceSeconds = 300, now = new Date() } = options;
  const [id, sent] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  const signatures = headerOf(headers, 'webhook-signature');
  const age = Math.abs(now.getTime() / 1_000 - Number(sent));
  if (!(age <= toleranceSeconds)) throw new WebhookError('too-old', 'The request is too old, or from the future.');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!(await isSigned(secrets, signatures, `${id}.${sent}.${body}`)))
    throw new WebhookError('wrong-signature', 'No signature is right.');
  try {
    return JSON.parse(body) as Event;
  } catch {
    // The fault says all that the error says.
    throw new WebhookError('no-json', 'The body is no JSON.');
  }
}
