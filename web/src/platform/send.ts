import { networkProblem, problemFrom, unreadableProblem } from '@kerb/web/platform/api-problem.ts';

/** The caller no longer wants the answer: nothing is wrong. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Returns a successful response; throws a problem otherwise. An aborted call stays an abort. */
export async function send(address: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { credentials: 'same-origin', ...init });
  } catch (error) {
    throw isAbort(error) ? error : networkProblem(error);
  }
  if (response.ok) return response;
  // An interrupted body adds nothing to the status.
  const bodyText = await response.text().catch(() => '');
  throw problemFrom(response.status, bodyText, response.headers.get('retry-after'));
}

/** Reads an answer. One that does not fit is a problem, with its reason in the console; an abort stays an abort. */
export async function readJson<T>(what: string, response: Response, read: (body: unknown) => T): Promise<T> {
  try {
    return read(await response.json());
  } catch (error) {
    if (isAbort(error)) throw error;
    console.error(what, error);
    throw unreadableProblem(response.status);
  }
}
