import type { Endpoint, OutputOf } from '@kerb/domain/wire/endpoint.ts';
import { ApiProblem, expiredProblem } from '@kerb/web/platform/api-problem.ts';
import { withProof } from '@kerb/web/platform/proof.ts';
import { accessToken, expireSession, refreshTokens, sessionExpired } from '@kerb/web/platform/tokens.ts';
import { type CallInput, readAnswer, requestOf, send } from '@kerb/web/platform/transport.ts';
import { changesAreOff, viewAsHeaders } from '@kerb/web/platform/view-as.ts';

export type Versioned<T> = { value: T; version: string | undefined };

const isUnauthorised = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;

export const changesAreOffProblem = () =>
  new ApiProblem({ kind: 'viewing', displayText: 'You are viewing as someone else. Changes are off.' });

/** Runs one attempt with the bearer token; after a 401, retries once with a new token. */
export async function withToken<T>(attempt: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const authorised = () => attempt({ authorization: `Bearer ${accessToken()}`, ...viewAsHeaders() });
  const over = sessionExpired.get();
  if (over) throw expiredProblem(over);
  const used = accessToken();
  try {
    return await authorised();
  } catch (error) {
    if (!isUnauthorised(error)) throw error;
  }
  if (accessToken() === used) await refreshTokens();
  try {
    return await authorised();
  } catch (error) {
    throw isUnauthorised(error) ? expireSession(error) : error;
  }
}

/** The raw response, authorised as the endpoint requires. */
export function respond(endpoint: Endpoint, address: string, init: RequestInit): Promise<Response> {
  const needsToken = endpoint.permission !== 'anyone';
  if (!needsToken) return send(address, init);
  if (endpoint.method !== 'GET' && changesAreOff()) return Promise.reject(changesAreOffProblem());
  return withProof(() => withToken((headers) => send(address, { ...init, headers: { ...init.headers, ...headers } })));
}

/** Calls an endpoint and returns the version as well, to send back with a change as `ifMatch`. */
export async function callVersioned<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Versioned<OutputOf<E>>> {
  const { address, init } = requestOf(endpoint, input);
  const response = await respond(endpoint, address, init);
  const value = (await readAnswer(endpoint, response)) as OutputOf<E>;
  return { value, version: response.headers.get('etag') ?? undefined };
}

/** Calls an endpoint of the contract: domain values in, domain values out. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<OutputOf<E>> {
  return (await callVersioned(endpoint, input)).value;
}
