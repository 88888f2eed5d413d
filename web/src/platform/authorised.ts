import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { ApiProblem, expiredProblem } from '@kerb/web/platform/api-problem.ts';
import { withProof } from '@kerb/web/platform/proof.ts';
import { send } from '@kerb/web/platform/send.ts';
import { accessToken, expireSession, refreshTokens, sessionExpired } from '@kerb/web/platform/tokens.ts';
import { changesAreOff, viewAsHeaders } from '@kerb/web/platform/view-as.ts';

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
export function respond(
  endpoint: Pick<Endpoint, 'method' | 'permission'>,
  address: string,
  init: RequestInit,
): Promise<Response> {
  const needsToken = endpoint.permission !== 'anyone';
  if (!needsToken) return send(address, init);
  if (endpoint.method !== 'GET' && changesAreOff()) return Promise.reject(changesAreOffProblem());
  return withProof(() => withToken((headers) => send(address, { ...init, headers: { ...init.headers, ...headers } })));
}
