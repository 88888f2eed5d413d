import type { Tokens } from '@kerb/domain/session/session.contract.ts';
import { sessionCalls } from '@kerb/domain/session/session-calls.ts';
import { expiredSentence, linkEndedType } from '@kerb/domain/wire/problem.ts';
import { idleSeconds } from '@kerb/web/platform/activity.ts';
import { ApiProblem, expiredProblem } from '@kerb/web/platform/api-problem.ts';
import { readJson, send } from '@kerb/web/platform/send.ts';
import { createStore } from '@kerb/web/platform/store.ts';

/** Tokens are only in this module's memory: not in storage, not in an address. */
let current: Tokens | null = null;
let refreshing: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The message once the credentials have been finally rejected; null before. */
export const sessionExpired = createStore<string | null>(null);

export type Tickets = { accessToken: string; refreshToken: string };

const secondsBeforeExpiry = 30;

function keep(tokens: Tokens): void {
  current = tokens;
  clearTimeout(timer);
  const wait = Math.max(tokens.expiresIn - secondsBeforeExpiry, tokens.expiresIn / 2);
  // Ignore a failure here: the next call meets it again and shows it.
  timer = setTimeout(() => void refreshTokens().catch(() => undefined), wait * 1000);
}

type TokenCall = typeof sessionCalls.exchange | typeof sessionCalls.refresh;

async function askForTokens({ method, path }: TokenCall, body: object): Promise<Tokens> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const response = await send(path, { method, headers, body: JSON.stringify(body) });
  return await readJson(path, response, (sent) => sent as Tokens);
}

export async function exchangeTickets(tickets: Tickets): Promise<void> {
  keep(await askForTokens(sessionCalls.exchange, tickets));
}

export const accessToken = (): string | null => current?.accessToken ?? null;

/** Ends the session. A payer whose Payment URL has ended is told why, in the server's words. */
export function expireSession(cause?: unknown): ApiProblem {
  current = null;
  clearTimeout(timer);
  const isLinkEnded = cause instanceof ApiProblem && cause.type === linkEndedType;
  const words = isLinkEnded ? cause.displayText : expiredSentence;
  sessionExpired.set(words);
  return expiredProblem(words);
}

async function refreshOnce(): Promise<void> {
  if (!current) throw expireSession();
  const body = { refreshToken: current.refreshToken, idleSeconds: idleSeconds() };
  try {
    keep(await askForTokens(sessionCalls.refresh, body));
  } catch (error) {
    const rejected = error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429;
    throw rejected ? expireSession(error) : error;
  }
}

/** Single-flight: a refresh token works once, so calls that fail together must share one refresh. */
export function refreshTokens(): Promise<void> {
  refreshing ??= refreshOnce().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Replaces the tokens with those of a call that ends them. Other calls wait, so that they do not use the old ones. */
export async function replaceTokens(get: (authorization: string) => Promise<Tokens>): Promise<void> {
  await refreshTokens();
  const replaced = get(`Bearer ${accessToken()}`).then(keep);
  const done = () => {
    refreshing = null;
  };
  // The caller gets the error; the calls that wait only need to know that it is over.
  refreshing = replaced.then(done, done);
  return replaced;
}

/** After the session expired: goes on with tokens that the server gave to this page. */
export function resumeWith(tokens: Tokens): void {
  keep(tokens);
  sessionExpired.set(null);
}

/** For tests: simulates a page load. */
export function forgetTokens(): void {
  current = null;
  refreshing = null;
  clearTimeout(timer);
  sessionExpired.set(null);
}
