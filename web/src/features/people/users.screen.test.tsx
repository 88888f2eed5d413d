import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aUser } from '../../../test/lists.ts';

const lastList = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/users').at(-1)?.query;

const show = async (items: object[]) => {
  const calls = await signedIn({
    'GET /v1/users': ({ query }) => {
      const found = query.get('filter') ? [] : items;
      return { items: found, totalItems: found.length };
    },
  });
  const router = renderApp('/admin/users');
  await screen.findByRole('heading', { name: 'Users' });
  return { calls, router, user: userEvent.setup() };
};

beforeEach(() => usePage());

describe('the list of users', () => {
  it("is ordered by surname, a hundred at a time, with each person's role", async () => {
    const { calls } = await show([
      aUser(),
      aUser({
        id: 13,
        displayName: 'Vic Vendor',
        role: 'vendor',
        agencyNames: [],
        disabledDate: '2026-11-01T00:00:00.000Z',
      }),
    ]);
    await screen.findByText('Mia Manager');
    const rows = screen.getAllByRole('row').slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['Mia Manager', 'mia@kerb.test', 'Tenant User', 'Harbour Estate', 'Active'],
      ['Vic Vendor', 'mia@kerb.test', 'Vendor', '–', 'Disabled'],
    ]);
    expect(Object.fromEntries(lastList(calls)!)).toMatchObject({ perPage: '100', sortBy: 'surname', sortDesc: '' });
  });

  it('is filtered half a second after the last key press', async () => {
    const { calls, router, user } = await show([aUser()]);
    await user.type(screen.getByLabelText('Filter users'), ' mia ');
    expect(await screen.findByText('No matching users found.')).toBeTruthy();
    expect(lastList(calls)?.get('filter')).toBe('mia');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?filter=mia'));
  });

  it('may be empty', async () => {
    await show([]);
    expect(await screen.findByText('There are no users.')).toBeTruthy();
  });

  it('is closed to everyone except admins', async () => {
    await signedIn({});
    renderApp('/admin/users', agent);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });
});
