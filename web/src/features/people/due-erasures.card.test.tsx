import { currentToasts } from '@kerb/web/design/toasts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aUser } from '../../../test/lists.ts';

beforeEach(() => usePage());

const due = {
  items: [
    {
      id: 8,
      href: '/v1/signatories/8',
      flowNumber: 'AU10008',
      organisation: 'Harbour Estate',
      endedDay: '2019-01-31',
      keptUntil: '2026-01-31',
    },
  ],
  totalItems: 1,
  pendingAct: null,
};

describe('personal data whose time is over', () => {
  it('is listed, and asked to be erased with a reason', async () => {
    let answer: object = due;
    const calls = await signedIn({
      'GET /v1/users': () => ({ items: [aUser()], totalItems: 1 }),
      'GET /v1/pending-acts': () => ({ items: [], totalItems: 0 }),
      'GET /v1/due-erasures': () => answer,
      'POST /v1/due-erasures': () => {
        answer = { ...due, pendingAct: { id: 3, askedByName: 'Ada', askedDate: '2026-11-15T02:00:00.000Z' } };
        return answer;
      },
    });
    const user = userEvent.setup();
    renderApp('/admin/users');
    const list = await screen.findByRole('list', { name: 'Personal data whose time is over' });
    expect(within(list).getByRole('listitem').textContent).toContain('AU10008: Harbour Estate');
    await user.click(screen.getByRole('button', { name: 'Ask to erase' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/Reason/), 'Yearly disposal');
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(currentToasts.get().length).toBe(1));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Yearly disposal' });
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Personal data whose time is over' })).toBeNull());
  });
});
