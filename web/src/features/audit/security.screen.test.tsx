import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const mark = 'a'.repeat(43);
const anEvent = (id: number, more: object = {}) => ({
  id,
  date: '2026-11-15T02:00:00.000Z',
  kind: 'sign-in-refused',
  account: mark,
  person: { user: { href: '/v1/users/12' }, displayName: 'Mia Manager' },
  network: '192.0.2.14',
  means: 'password',
  route: 'POST /login',
  status: 401,
  requestId: null,
  count: 3,
  detail: {},
  ...more,
});
const quiet = { total: 0, byDay: [], networks: [], accounts: [], unusual: [] };
const busy = {
  total: 3,
  byDay: [{ day: '2026-11-15', kind: 'sign-in-refused', count: 3 }],
  networks: [{ network: '192.0.2.14', count: 3 }],
  accounts: [{ account: mark, person: null, count: 3 }],
  unusual: [
    {
      alarm: 'network-tried-links',
      start: '2026-11-15T02:00:00.000Z',
      network: '203.0.113.50',
      account: null,
      person: null,
      count: 31,
    },
  ],
};

async function show(summary: object, pages: object[][]) {
  const calls = await signedIn({
    'GET /v1/security-events/summary': () => summary,
    'GET /v1/security-events': ({ query }) => {
      const place = query.get('before') === null ? 0 : 1;
      return { items: pages[place] ?? [], isMore: pages.length > place + 1 };
    },
  });
  renderApp('/admin/security');
  await screen.findByRole('heading', { level: 1, name: 'Security Events' });
  return { calls, user: userEvent.setup() };
}
const lastList = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/security-events').at(-1)?.query;

describe('the security events', () => {
  it('say in plain words what happened, to whom and from where', async () => {
    await show(busy, [
      [anEvent(9), anEvent(8, { kind: 'start', account: null, person: null, network: null, count: 1 })],
    ]);
    const table = within(await screen.findByRole('table', { name: 'Security events' }));
    expect((await table.findByText('Log in refused (3 times)')).closest('tr')?.textContent).toContain('Mia Manager');
    expect(table.getByText('Server started')).toBeTruthy();
    const kinds = within(screen.getByRole('list', { name: 'By event' }));
    expect(kinds.getByText('The password was wrong, or the account is unknown or disabled.')).toBeTruthy();
  });

  it('mark what is unusual, with advice', async () => {
    await show(busy, [[]]);
    const unusual = within(await screen.findByRole('list', { name: 'What is unusual' }));
    expect(unusual.getByRole('listitem').textContent).toContain('203.0.113.50: 31 events within 15 minutes');
    expect(unusual.getByText(/Somebody may be guessing Payment URLs/)).toBeTruthy();
  });

  it('say that there are no events, if there are none', async () => {
    await show(quiet, [[]]);
    expect(await screen.findByText('Nothing in this period is more than ordinary mistakes.')).toBeTruthy();
    expect(await screen.findByText('No event matches.')).toBeTruthy();
  });

  it('are filtered by kind, by address and by a network of the summary', async () => {
    const { calls, user } = await show(busy, [[anEvent(9)]]);
    await user.selectOptions(screen.getByLabelText('Event'), 'Link that does not work');
    expect(lastList(calls)?.get('kind')).toBe('link-refused');
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 30 days');
    expect(lastList(calls)?.get('period')).toBe('month');
    await user.click(await screen.findByRole('button', { name: '192.0.2.14' }));
    expect(lastList(calls)?.get('network')).toBe('192.0.2.14');
    await user.click(screen.getByRole('button', { name: 'Only 192.0.2.14: show all' }));
    expect(screen.queryByRole('button', { name: /^Only/ })).toBeNull();
    await user.click(await screen.findByRole('button', { name: `Account ${mark.slice(0, 12)}` }));
    expect(lastList(calls)?.get('account')).toBe(mark);
  });

  it('can be paged to older events and back', async () => {
    const { calls, user } = await show(quiet, [[anEvent(9)], [anEvent(7, { network: '192.0.2.99' })]]);
    await user.click(await screen.findByRole('button', { name: 'Older' }));
    expect(await screen.findByText('192.0.2.99')).toBeTruthy();
    expect(lastList(calls)?.get('before')).toBe('9');
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    expect(await screen.findByText('192.0.2.14')).toBeTruthy();
  });

  it('are closed to everyone except admins', async () => {
    await signedIn({});
    renderApp('/admin/security', agent);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });
});
