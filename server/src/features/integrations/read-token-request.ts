import { tokenRequest } from '@kerb/domain/integrations/integrations.contract.ts';

type Client = { clientId: string; clientSecret: string };
type Refused = { status: 400 | 401; error: string; because: string };

const refused = (status: 400 | 401, error: string, because: string): Refused => ({ status, error, because });
export const wrongClient = refused(401, 'invalid_client', 'The client id or its secret is not valid.');

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined in the header. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not form-encoded: used unchanged, and refused below if no client matches.
    return text;
  }
}

/** The client in a Basic header; null if there is no such header, undefined if it cannot be parsed. */
function clientInHeader(authorization: string | undefined): Client | null | undefined {
  if (!/^basic\b/i.test(authorization ?? '')) return null;
  const encoded = /^basic +([\w+/-]+=*)$/i.exec(authorization ?? '')?.[1];
  const [, clientId, clientSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId: formDecoded(clientId), clientSecret: formDecoded(clientSecret) };
}

/** The client that requests a token, by header or by form but never by both; or the OAuth error. */
export function readTokenRequest(authorization: string | undefined, body: unknown): Client | Refused {
  const grantType = (body as { grant_type?: unknown } | null | undefined)?.grant_type;
  if (typeof grantType === 'string' && grantType !== 'client_credentials') {
    return refused(400, 'unsupported_grant_type', 'Ask with grant_type=client_credentials.');
  }
  const form = tokenRequest.safeParse(body ?? {});
  if (!form.success) {
    return refused(400, 'invalid_request', 'Send grant_type=client_credentials as a form, each field once.');
  }
  const { client_id, client_secret } = form.data;
  const inHeader = clientInHeader(authorization);
  if (inHeader === null) return { clientId: client_id ?? '', clientSecret: client_secret ?? '' };
  if (inHeader === undefined) return wrongClient;
  const isNamedTwice = client_secret !== undefined || (client_id !== undefined && client_id !== inHeader.clientId);
  if (isNamedTwice)
    return refused(400, 'invalid_request', 'Send the client in the header or in the form, not in both.');
  return inHeader;
}
