import { jwtAssertion, tokenRequest } from '@kerb/domain/integrations/integrations.contract.ts';
import type * as z from 'zod/mini';

/** How a program says who it is: with its secret, or with a JWT that it signed (RFC 7523). */
export type ClientProof = { clientId: string; clientSecret: string } | { clientId: string | null; assertion: string };
export type TokenRequest = { proof: ClientProof; scope: string | null };
export type Refused = { status: 400 | 401 | 429; error: string; because: string; retryAfterSeconds?: number };

const refused = (status: 400 | 401, error: string, because: string): Refused => ({ status, error, because });
export const wrongClient = refused(401, 'invalid_client', 'The client id, its secret or its signature is not valid.');
export const wrongScope = refused(400, 'invalid_scope', 'The client does not have all of these scopes.');
export const unreadable = refused(
  400,
  'invalid_request',
  'Send grant_type=client_credentials as a form, each field once.',
);
const notAForm = refused(400, 'invalid_request', 'Send a form: application/x-www-form-urlencoded.');
const wrongGrant = refused(400, 'unsupported_grant_type', 'Ask with grant_type=client_credentials.');
const twoProofs = refused(400, 'invalid_request', 'Send the client in one way: in a header, as a secret or as a JWT.');
const wrongAssertionType = refused(400, 'invalid_request', `Send client_assertion_type=${jwtAssertion}.`);

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
function clientInHeader(authorization: string | undefined) {
  if (!/^basic\b/i.test(authorization ?? '')) return null;
  const encoded = /^basic +([\w+/-]+=*)$/i.exec(authorization ?? '')?.[1];
  const [, clientId, clientSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId: formDecoded(clientId), clientSecret: formDecoded(clientSecret) };
}

type Form = z.output<typeof tokenRequest>;

function proofInForm(form: Form): ClientProof | Refused {
  const { client_id, client_secret, client_assertion, client_assertion_type } = form;
  if (client_assertion === undefined && client_assertion_type === undefined) {
    return { clientId: client_id ?? '', clientSecret: client_secret ?? '' };
  }
  if (client_secret !== undefined) return twoProofs;
  if (client_assertion_type !== jwtAssertion || client_assertion === undefined) return wrongAssertionType;
  return { clientId: client_id ?? null, assertion: client_assertion };
}

function proofIn(authorization: string | undefined, form: Form): ClientProof | Refused {
  const inHeader = clientInHeader(authorization);
  if (inHeader === null) return proofInForm(form);
  if (inHeader === undefined) return wrongClient;
  const { client_id, client_secret, client_assertion } = form;
  const isOtherClient = client_id !== undefined && client_id !== inHeader.clientId;
  return client_secret !== undefined || client_assertion !== undefined || isOtherClient ? twoProofs : inHeader;
}

type Headers = { authorization?: string | undefined; 'content-type'?: string | undefined };

/** The program that asks for a token and the scopes it asks for, or the OAuth error. */
export function readTokenRequest(headers: Headers, body: unknown): TokenRequest | Refused {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return notAForm;
  const grantType = (body as { grant_type?: unknown } | null | undefined)?.grant_type;
  if (typeof grantType === 'string' && grantType !== 'client_credentials') return wrongGrant;
  const form = tokenRequest.safeParse(body ?? {});
  if (!form.success) return unreadable;
  const proof = proofIn(headers.authorization, form.data);
  return 'error' in proof ? proof : { proof, scope: form.data.scope ?? null };
}
