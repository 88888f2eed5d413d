import { start } from '@kerb/web/app/start.tsx';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { admin, problemResponse, type Seen, stubServer, tickets, tokens, usePage } from '../../test/harness.tsx';
import { isFailureShown, retryLink, useStartPage } from '../../test/start-page.ts';

const found = { tickets, needsLogin: false };
const emptyPage = { items: [], totalItems: 0 };

beforeEach(() => {
  usePage();
  history.replaceState(null, '', '/');
});

const served = (handlers: Parameters<typeof stubServer>[0]): Seen[] =>
  stubServer({
    'POST /v1/session/exchange': () => tokens,
    'GET /v1/session': () => admin,
    'GET /v1/agreements': () => emptyPage,
    ...handlers,
  });

describe('starting up', () => {
  it('exchanges the tickets for tokens and shows the first screen', async () => {
    const calls = served({});
    render(await start(found));
    expect(await screen.findByRole('heading', { name: 'All Campaigns' })).toBeTruthy();
    expect(calls[0]).toMatchObject({ path: '/v1/session/exchange', body: tickets });
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])).not.toContain('access-1');
  });

  it.each([
    ['the session does not load', { 'GET /v1/session': () => problemResponse(500) }],
    ['the exchange fails', { 'POST /v1/session/exchange': () => problemResponse(503) }],
  ])('shows a Fundamental Error if %s', async (_, handlers) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    served(handlers);
    useStartPage();
    expect(await start(found)).toBeNull();
    expect(isFailureShown()).toBe(true);
    expect(document.activeElement).toBe(retryLink());
    expect(screen.queryByRole('button', { name: /close/i })).toBeNull();
  });

  it('shows a Fundamental Error if the page contains no settings', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    served({});
    document.getElementById('settings')?.remove();
    useStartPage();
    expect(await start(found)).toBeNull();
    expect(isFailureShown()).toBe(true);
  });

  it('with refused tickets says that the session has expired, with a link to log in', async () => {
    served({ 'POST /v1/session/exchange': () => problemResponse(401) });
    render(await start(found));
    expect(screen.getByRole('alert').textContent).toContain('Your session has expired.');
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
  });

  it('with tickets that are rubbish says that the session has expired', async () => {
    const calls = served({});
    render(await start({ ...found, tickets: { accessToken: 'abc', refreshToken: 'def' } }));
    expect(screen.getByRole('alert').textContent).toContain('Your session has expired.');
    expect(calls).toEqual([]);
  });

  it('shows the public pages of a sandbox without a user', async () => {
    usePage({ sandbox: true, environment: 'sandbox' });
    history.replaceState(null, '', '/sandbox/outbox');
    const calls = served({ 'GET /v1/sandbox/messages': () => emptyPage });
    render(await start({ tickets: null, needsLogin: false }));
    expect(await screen.findByRole('heading', { name: 'Outbox' })).toBeTruthy();
    expect(await screen.findByText('No messages yet.')).toBeTruthy();
    expect(calls.some((call) => call.path === '/v1/session')).toBe(false);
  });
});
