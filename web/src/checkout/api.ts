import type { CheckoutPage } from '@kerb/domain/checkout/checkout-page.ts';
import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import { idleSeconds } from '@kerb/web/checkout/activity.ts';
import { words } from '@kerb/web/checkout/words/words.ts';

/** 'network': no answer. 'ended': the sign-in is over. 'refused': the server said why. */
export type ProblemKind = 'network' | 'ended' | 'refused';

/** Why a call failed. The message is written for the payer. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly status: number;
  readonly type: string;
  readonly fields: FieldErrors;
  readonly waitSeconds: number | null;

  constructor(
    kind: ProblemKind,
    message: string,
    more: Partial<Pick<Problem, 'status' | 'type' | 'fields' | 'waitSeconds'>> = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = more.status ?? 0;
    this.type = more.type ?? '';
    this.fields = more.fields ?? {};
    this.waitSeconds = more.waitSeconds ?? null;
  }
}

export type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Sent as it is: a file. */
  form?: FormData;
  version?: number;
  /** Requests with the same key are done once. */
  key?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Api = {
  call: <Answer = unknown>(path: string, request?: Request) => Promise<Answer>;
  file: (path: string) => Promise<Blob>;
  /** The response itself, of which the caller reads the body as it arrives. */
  open: (path: string, init: RequestInit) => Promise<Response>;
  /** Gets another token, and tells the server how long nobody has used the page. */
  renew: () => Promise<void>;
};

export type SentProblem = { type?: string; displayText?: string; validation?: FieldErrors; requestId?: string };

/** The type of the problem if a Payment URL no longer works. Its words are for the payer. */
export const linkEnded = '/problems/link-ended';

async function refusal(response: Response): Promise<Problem> {
  // A proxy's error page is no JSON. It gets our own sentence.
  const sent: SentProblem = await response.json().catch(() => ({}));
  const wait = Number(response.headers.get('retry-after')) || null;
  const text = sent.displayText ?? words.problem.failed;
  const message = sent.requestId && wait === null ? words.problem.reference(text, sent.requestId) : text;
  return new Problem('refused', message, {
    status: response.status,
    type: sent.type ?? '',
    fields: sent.validation ?? {},
    waitSeconds: wait,
  });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init });
  } catch {
    // The browser says no more than that there was no answer. The message tells the payer.
    throw new Problem('network', words.problem.network);
  }
  if (response.ok) return response;
  throw await refusal(response);
}

/**
 * Calls of the page. The token is only in memory. When it has expired, the browser's sign-in cookie gets another one.
 * The server is told how long nobody has used the page, so an open page does not keep the sign-in alive.
 */
export function apiOf({ accessToken = '', signIn, viewAs }: CheckoutPage): Api {
  let token = accessToken;
  let renewing: Promise<void> | null = null;

  async function renew(): Promise<void> {
    const body = JSON.stringify({ ...signIn, idleSeconds: idleSeconds() });
    const headers = { 'content-type': 'application/json' };
    const answer = await send('/v1/session/resume', { method: 'POST', body, headers });
    token = ((await answer.json()) as { accessToken: string }).accessToken;
  }

  const isUnauthorised = (error: unknown): boolean => error instanceof Problem && error.status === 401;
  const ended = (error: unknown): unknown =>
    error instanceof Problem && error.status === 401 ? new Problem('ended', error.message, error) : error;

  async function withToken(path: string, init: RequestInit): Promise<Response> {
    const attempt = () => {
      const headers = { ...init.headers, authorization: `Bearer ${token}`, ...(viewAs && { 'x-view-as': viewAs }) };
      return send(path, { ...init, headers });
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isUnauthorised(error)) throw error;
    }
    try {
      renewing ??= renew().finally(() => {
        renewing = null;
      });
      await renewing;
      return await attempt();
    } catch (error) {
      throw ended(error);
    }
  }

  return {
    async call<Answer>(
      path: string,
      { method = 'GET', body, form, version, key, signal, headers: more }: Request = {},
    ) {
      const headers: Record<string, string> = { accept: 'application/json', ...more };
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (version !== undefined) headers['if-match'] = `"${version}"`;
      if (key) headers['idempotency-key'] = key;
      const sent = form ?? (body === undefined ? null : JSON.stringify(body));
      const response = await withToken(path, { method, headers, body: sent, ...(signal && { signal }) });
      return (response.status === 204 ? undefined : await response.json()) as Answer;
    },
    renew,
    open: withToken,
    file: async (path) => (await withToken(path, { headers: { accept: '*/*' } })).blob(),
  };
}

/** Not randomUUID, which is missing in a page without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** No answer, or 'still running': it is not known whether the server acted. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.kind === 'network' || error.status >= 500 || error.type === '/problems/still-running');

const pausesMs = [0, 1_000, 2_000, 4_000];

/** Retries while the outcome is unknown; null if it stays unknown. With one key the server acts once. */
export async function untilKnown<Answer>(attempt: () => Promise<Answer>): Promise<Answer | null> {
  for (const ms of pausesMs) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    try {
      return await attempt();
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
  }
  return null;
}

/** Saves a file that the server sent. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
