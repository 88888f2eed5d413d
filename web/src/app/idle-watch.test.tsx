import type { Session } from '@kerb/domain/session/session.contract.ts';
import { idleMinutesOf } from '@kerb/domain/session/session-limits.ts';
import { IdleWatch } from '@kerb/web/app/idle-watch.tsx';
import { SessionExpired } from '@kerb/web/app/session-expired.tsx';
import { lastActivity, noteActivity } from '@kerb/web/platform/activity.ts';
import { accessToken, sessionExpired } from '@kerb/web/platform/tokens.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agent, problemResponse, renderPart, signedIn, tokens, usePage, vendor } from '../../test/harness.tsx';

const limitMs = idleMinutesOf(agent) * 60_000;
const question = { name: 'Are you still there?' };
const soon = { timeout: 5_000 };

/** The page looks every two seconds. The test does not wait for them. */
const pageLooks = () => act(() => void vi.advanceTimersByTime(2_000));

/** The person was last here so long ago, and the page looks. */
function leave(ms: number): void {
  const at = lastActivity() + ms;
  vi.spyOn(Date, 'now').mockReturnValue(at);
  pageLooks();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  usePage();
  noteActivity();
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const show = async (handlers: Parameters<typeof signedIn>[0], session: Session = agent) => {
  const calls = await signedIn(handlers);
  renderPart(
    <>
      <SessionExpired />
      <input aria-label="Notes" defaultValue="half a sentence" />
      <IdleWatch session={session} />
    </>,
    session,
  );
  const sent = (path: string) => calls.filter((each) => each.path === path).map(({ body }) => body);
  return { sent, user: userEvent.setup() };
};

const comeBack = () => act(() => void dispatchEvent(new Event('focus')));
const ended = { 'POST /v1/session/refresh': () => problemResponse(401) };

describe('a person who leaves the page', () => {
  it('is asked two minutes before the end, and stays logged in with one press', async () => {
    const { sent, user } = await show({ 'POST /v1/session/refresh': () => tokens });
    leave(limitMs - 100_000);
    await screen.findByRole('dialog', question, soon);
    await user.click(screen.getByRole('button', { name: 'Stay Logged In' }));
    await waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull(), soon);
    expect(sent('/v1/session/refresh')).toMatchObject([{ idleSeconds: 0 }]);
  }, 15_000);

  it('who comes back before that is known to the server at once, and not at the next refresh', async () => {
    const { sent } = await show({ 'POST /v1/session/refresh': () => tokens });
    leave(limitMs - 150_000);
    noteActivity();
    pageLooks();
    await waitFor(() => expect(sent('/v1/session/refresh')).toMatchObject([{ idleSeconds: 0 }]), soon);
    expect(screen.queryByRole('dialog', question)).toBeNull();
  }, 15_000);

  it('is logged out by the server, and finds what they typed after logging in in another tab', async () => {
    const resumed = { 'POST /v1/session/resume': () => ({ ...tokens, accessToken: 'access-2' }) };
    const { sent } = await show({ ...ended, ...resumed });
    leave(limitMs + 5_000);
    await waitFor(() => expect(sessionExpired.get()).not.toBeNull(), soon);
    expect(sent('/v1/session/refresh')).toMatchObject([{ idleSeconds: 3_605 }]);
    const link = await screen.findByRole('link', { name: 'Log In Again' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(screen.getByRole('alert').textContent).toContain('what you typed here is kept');
    comeBack();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(sent('/v1/session/resume')).toEqual([{ userId: agent.userId }]);
    expect(accessToken()).toBe('access-2');
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('half a sentence');
  }, 15_000);

  it('stays expired if nobody, or somebody else, has logged in meanwhile', async () => {
    const { sent } = await show({ ...ended, 'POST /v1/session/resume': () => problemResponse(401) });
    leave(limitMs + 5_000);
    await screen.findByRole('link', { name: 'Log In Again' }, soon);
    comeBack();
    await waitFor(() => expect(sent('/v1/session/resume')).toHaveLength(1));
    expect(screen.getByRole('alert')).toBeTruthy();
  }, 15_000);

  it('is not asked any more once they work in another tab', async () => {
    await show({ 'POST /v1/session/refresh': () => tokens });
    leave(limitMs - 60_000);
    await screen.findByRole('dialog', question, soon);
    localStorage.setItem('kerb-active', String(Date.now() - 1_000));
    pageLooks();
    await waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull(), soon);
  }, 15_000);
});

describe('a payer who leaves the page of their link', () => {
  it('goes on after opening the link again in another tab, and is offered no login', async () => {
    const { userId: _, ...noAccount } = vendor;
    const payer = { ...noAccount, signatoryId: 9, onlyAgreementId: 5 };
    const displayText = 'You are no longer signed in on this device. Please open the link in our latest message.';
    const { sent } = await show(
      {
        'POST /v1/session/refresh': () => problemResponse(401, { type: '/problems/link-ended', displayText }),
        'POST /v1/session/resume': () => ({ ...tokens, accessToken: 'access-2' }),
      },
      payer,
    );
    leave(limitMs + 5_000);
    expect((await screen.findByRole('alert', undefined, soon)).textContent).toContain(displayText);
    expect(screen.queryByRole('link', { name: 'Log In Again' })).toBeNull();
    await waitFor(() => {
      comeBack();
      expect(sent('/v1/session/resume')).toContainEqual({ signatoryId: 9 });
    });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  }, 15_000);
});
