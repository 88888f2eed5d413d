import type { actEndpoints } from '@kerb/domain/second-person/acts.contract.ts';
import { currentToasts } from '@kerb/web/design/toasts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aUser } from '../../../test/lists.ts';

type WireAct = z.input<typeof actEndpoints.get.response>;

const anAct = (change: Partial<WireAct> = {}): WireAct => ({
  id: 3,
  href: '/v1/pending-acts/3',
  kind: 'make-admin',
  subject: { href: '/v1/users/40', name: 'Ivy Ng' },
  changes: [
    { label: 'Email', before: 'ivy@kerb.test', after: 'ivy@kerb.test' },
    { label: 'Role', before: 'Tenant User', after: 'Administrator' },
  ],
  reason: 'Approvals in December',
  asked: { date: '2026-11-15T02:00:00.000Z', user: { href: '/v1/users/99' }, userName: 'Olive Other' },
  expiryDate: '2026-11-22T02:00:00.000Z',
  isOwn: false,
  refusal: null,
  outcome: null,
  decided: null,
  note: null,
  ...change,
});

async function show(act: WireAct, answers: Parameters<typeof signedIn>[0] = {}) {
  let items = [act];
  const done = () => {
    items = [{ ...act, outcome: 'done' }];
    return items[0];
  };
  const calls = await signedIn({
    'GET /v1/users': () => ({ items: [aUser()], totalItems: 1 }),
    'GET /v1/pending-acts': () => ({ items, totalItems: 1 }),
    'POST /v1/pending-acts/3/confirm': done,
    'POST /v1/pending-acts/3/refuse': done,
    'POST /v1/pending-acts/3/withdraw': done,
    ...answers,
  });
  renderApp('/admin/users');
  await screen.findByText('Waiting for a second person');
  return { calls, user: userEvent.setup() };
}
const posts = (calls: { method: string; path: string; body?: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').at(-1), body]);

beforeEach(() => usePage());

describe('what waits for a second person', () => {
  it('says what would change, who asked and why, and is confirmed', async () => {
    const { calls, user } = await show(anAct());
    const list = screen.getByRole('list', { name: 'Waiting for a second person' });
    const item = within(list).getByRole('listitem');
    expect(item.textContent).toContain('Make someone an admin: Ivy Ng');
    expect(item.textContent).toContain('Asked for by Olive Other');
    expect(item.textContent).toContain('Tenant User → Administrator');
    expect(item.textContent).toContain('Approvals in December');
    await user.click(within(item).getByRole('button', { name: /^Confirm/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Olive Other has asked to make Ivy Ng an admin.');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(currentToasts.get().map(({ text }) => text)).toContain('Confirmed'));
    expect(posts(calls)).toEqual([['confirm', { note: '' }]]);
    await waitFor(() => expect(screen.queryByText('Waiting for a second person')).toBeNull());
  });

  it('is refused with a reason', async () => {
    const { calls, user } = await show(anAct());
    await user.click(screen.getByRole('button', { name: /^Refuse/ }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'Nobody is away');
    await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
    await waitFor(() => expect(posts(calls)).toEqual([['refuse', { note: 'Nobody is away' }]]));
  });

  it('is withdrawn, and not confirmed, by the person who asked', async () => {
    const refusal = 'You asked for this, so someone else has to confirm it.';
    const { calls, user } = await show(anAct({ isOwn: true, refusal }));
    expect(screen.getByText(refusal)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Withdraw/ }));
    await waitFor(() => expect(posts(calls).map(([how]) => how)).toEqual(['withdraw']));
  });

  it('shows the message under the note, and loses nothing that was typed', async () => {
    const message = 'Write how you know that the bank has not taken the file.';
    const batch = anAct({ kind: 'discard-batch', subject: { href: '/v1/batch-payments/12', name: 'batch 12' } });
    const { user } = await show(batch, {
      'POST /v1/pending-acts/3/confirm': () =>
        problemResponse(400, { validation: { note: [{ type: 'missing', message }] } }),
    });
    await user.click(screen.getByRole('button', { name: /^Confirm/ }));
    const dialog = await screen.findByRole('dialog');
    const note = within(dialog).getByRole('textbox', { name: /bank has not taken/ });
    await user.type(note, 'Ok');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await within(dialog).findByText(message)).toBeTruthy();
    expect((note as HTMLTextAreaElement).value).toBe('Ok');
  });
});
