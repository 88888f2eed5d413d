import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { sandboxEndpoints } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { expiredSentence } from '@kerb/domain/wire/problem.ts';
import { noteActivity } from '@kerb/web/platform/activity.ts';
import { call, callVersioned } from '@kerb/web/platform/api-client.ts';
import { ApiProblem, networkSentence } from '@kerb/web/platform/api-problem.ts';
import { accessToken, sessionExpired } from '@kerb/web/platform/tokens.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problemResponse, signedIn, stubServer, tokens, usePage } from '../../test/harness.tsx';

const list = () => call(agreementListEndpoints.list, { query: { page: 1 } });
const emptyPage = { items: [], totalItems: 0 };
const failureOf = async (made: Promise<unknown>): Promise<ApiProblem> => {
  const error = await made.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiProblem)) throw new Error(`expected a problem, got ${String(error)}`);
  return error;
};

beforeEach(() => usePage());

describe('a call', () => {
  it('sends the bearer token and writes its query as the contract does', async () => {
    const calls = await signedIn({ 'GET /v1/agreements': () => emptyPage });
    const query = { page: 2, status: ['draft' as const, 'approved' as const], sortDesc: false, textQuery: undefined };
    await call(agreementListEndpoints.list, { query });
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer access-1');
    expect(Object.fromEntries(calls[0]!.query)).toEqual({ page: '2', status: 'draft,approved', sortDesc: '' });
  });

  it('that is aborted while its response arrives stays an abort, and logs nothing', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const aborted = new DOMException('The user aborted a request.', 'AbortError');
    const interrupted = Object.assign(new Response('{'), { json: () => Promise.reject(aborted) });
    await signedIn({ 'GET /v1/agreements': () => interrupted });
    await expect(list()).rejects.toBe(aborted);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('sends cents as dollars and ids as links', async () => {
    const calls = await signedIn({ 'POST /v1/agreements': () => problemResponse(422) });
    const body = {
      campaignBudget: 4_200_50,
      campaignPlannedStartDate: '2026-11-14',
      campaignBudgetFundsPurpose: 'marketing' as const,
      tenant: 7,
    };
    await failureOf(call(agreementEndpoints.create, { body }));
    expect(calls[0]?.body).toEqual({ ...body, campaignBudget: 4200.5, tenant: { href: '/v1/tenants/7' } });
  });

  it('returns the version that it read, and sends back the given one', async () => {
    const answer = { status: 'draft', vendorUrl: null };
    const calls = await signedIn({
      'POST /v1/agreements/5/set-status': () => Response.json(answer, { headers: { etag: '"8"' } }),
    });
    const input = { params: { id: 5 }, body: { status: 'draft' as const }, ifMatch: '"7"' };
    expect(await callVersioned(agreementEndpoints.setStatus, input)).toEqual({ value: answer, version: '"8"' });
    expect(calls[0]?.headers.get('if-match')).toBe('"7"');
  });

  it('to a public endpoint needs no signed-in user', async () => {
    const calls = stubServer({ 'GET /v1/sandbox/messages': () => emptyPage });
    expect(await call(sandboxEndpoints.messages, {})).toEqual(emptyPage);
    expect(calls[0]?.headers.has('authorization')).toBe(false);
  });
});

describe('a refusal', () => {
  it("has the server's message and field errors", async () => {
    const validation = { 'vendors.0.emailAddress': [{ type: 'notValid', message: 'Not an address.' }] };
    await signedIn({ 'GET /v1/agreements': () => problemResponse(422, { displayText: 'Check it.', validation }) });
    const problem = await failureOf(list());
    expect(problem).toMatchObject({ status: 422, displayText: 'Check it.', validation });
  });

  it("that is a proxy's HTML page gets our own message", async () => {
    await signedIn({ 'GET /v1/agreements': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
    const problem = await failureOf(list());
    expect(problem.status).toBe(502);
    expect(problem.displayText).not.toContain('<');
  });

  it('by the network has a message of its own', async () => {
    await signedIn({});
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(list())).toMatchObject({ kind: 'network', status: 0, displayText: networkSentence });
  });

  it('reports a response that cannot be parsed as a problem, and does not crash', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await signedIn({ 'GET /v1/agreements': () => ({ rows: [] }) });
    expect((await failureOf(list())).kind).toBe('unreadable');
  });
});

describe('an expired access token', () => {
  const onlyWith = (token: string) => (seen: { headers: Headers }) =>
    seen.headers.get('authorization') === `Bearer ${token}` ? emptyPage : problemResponse(401);
  const fresh = { ...tokens, accessToken: 'access-2', refreshToken: 'refresh-token-number-2' };

  it('is refreshed once for all calls that failed together', async () => {
    noteActivity();
    const calls = await signedIn({
      'GET /v1/agreements': onlyWith('access-2'),
      'POST /v1/session/refresh': () => fresh,
    });
    await Promise.all([list(), list(), list()]);
    const refreshes = calls.filter((seen) => seen.path === '/v1/session/refresh');
    expect(refreshes.map((seen) => seen.body)).toEqual([{ refreshToken: tokens.refreshToken, idleSeconds: 0 }]);
    expect(accessToken()).toBe('access-2');
    expect(sessionExpired.get()).toBeNull();
  });

  it('ends the session if the refresh is rejected, once for all calls', async () => {
    const calls = await signedIn({ 'GET /v1/agreements': onlyWith('access-2') });
    const problems = await Promise.all([failureOf(list()), failureOf(list())]);
    expect(problems.map((problem) => problem.displayText)).toEqual([expiredSentence, expiredSentence]);
    expect(sessionExpired.get()).toBe(expiredSentence);
    const before = calls.length;
    expect((await failureOf(list())).kind).toBe('expired');
    expect(calls).toHaveLength(before);
  });

  it('does not end the session if the refresh failed in the network', async () => {
    await signedIn({
      'GET /v1/agreements': onlyWith('access-2'),
      'POST /v1/session/refresh': () => problemResponse(503),
    });
    expect((await failureOf(list())).status).toBe(503);
    expect(sessionExpired.get()).toBeNull();
  });

  it('is refreshed before it expires', async () => {
    vi.useFakeTimers();
    const calls = await signedIn({ 'POST /v1/session/refresh': () => fresh });
    await vi.advanceTimersByTimeAsync(869_000);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(accessToken()).toBe('access-2');
  });
});

describe('impersonation', () => {
  beforeEach(() => sessionStorage.setItem('kerb.view-as', JSON.stringify({ header: 'manager:7', label: 'a manager' })));

  it('is sent to the server with every call', async () => {
    const calls = await signedIn({ 'GET /v1/agreements': () => emptyPage });
    await list();
    expect(calls[0]?.headers.get('x-view-as')).toBe('manager:7');
  });

  it('sends no changes', async () => {
    const calls = await signedIn({});
    const made = call(agreementEndpoints.setStatus, { params: { id: 5 }, body: { status: 'draft' } });
    expect((await failureOf(made)).displayText).toContain('Changes are off.');
    expect(calls).toHaveLength(0);
  });
});
