import type { Problem } from './generated/types.ts';

/** A refusal of the API. `code` says which kind it is, `fields` what is wrong with each field. */
export class KerbProblem extends Error {
  override readonly name = 'KerbProblem';
  readonly problem: Problem;
  readonly status: number;
  /** The stable part of the problem's type: `not-found`. Decide by it. */
  readonly code: string;
  /** Quote it when you ask us. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, headers: Headers) {
    super(problem.displayText);
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.type.replace(/^.*\//, '');
    this.requestId = headers.get('x-request-id') ?? problem.requestId ?? idIn(problem.instance);
    this.retryAfterSeconds = retryAfterOf(headers);
  }

  get fields(): NonNullable<Problem['validation']> {
    return this.problem.validation ?? {};
  }

  /** The record that already has what must be unique, for example an `externalRef`. */
  get existing(): Problem['existing'] {
    return this.problem.existing;
  }
}

/** The client could not get a token. `error` is one of OAuth's codes. */
export class KerbTokenError extends Error {
  override readonly name = 'KerbTokenError';
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/** '/requests/0198a2f4-7f1c' names a request. A proxy may drop the header and pass the body on. */
const idIn = (instance = ''): string | null => /^\/requests\/(.+)$/.exec(instance)?.[1] ?? null;

/** Null if the header is absent or is a date, which the API never sends. */
export function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'displayText' in value && 'status' in value && 'type' in value;

export async function problemOf(response: Response): Promise<KerbProblem> {
  // A proxy in between may answer with a page of its own.
  const body: unknown = await response.json().catch(() => null);
  const title = response.statusText || 'Error';
  const status = response.status;
  const unknown: Problem = { type: '/problems/unknown', title, status, displayText: `The answer was ${status}.` };
  return new KerbProblem(isProblem(body) ? body : unknown, response.headers);
}
