import { singleKeys } from '@kerb/web/platform/keys.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow } from '../../../test/lists.ts';

const perPage = 10;
const ids = (page: number) => Array.from({ length: perPage }, (_, place) => page * 100 + place);
const answer = ({ query }: Seen) => ({
  items: ids(Number(query.get('page'))).map((id) => aRow({ id, name: `${id} Wattle St` })),
  totalItems: 2 * perPage,
});

async function show(path = `/?perPage=${perPage}`) {
  await signedIn({ 'GET /v1/agreements': answer });
  const router = renderApp(path);
  await screen.findByText('AU100');
  return { router, user: userEvent.setup() };
}

const focused = () => document.activeElement?.textContent;

beforeEach(() => usePage());
afterEach(() => singleKeys.set(true));

describe('the keys of the campaign table', () => {
  it('start from anywhere on a letter key, and move through the rows', async () => {
    const { user } = await show();
    await user.keyboard('j');
    expect(focused()).toBe('AU100');
    await user.keyboard('j{ArrowDown}');
    expect(focused()).toBe('AU102');
    await user.keyboard('k');
    expect(focused()).toBe('AU101');
    await user.keyboard('{End}{ArrowDown}');
    expect(focused()).toBe('AU109');
    await user.keyboard('{Home}{ArrowUp}');
    expect(focused()).toBe('AU100');
  });

  it('make Tab stop only at the current row', async () => {
    const { user } = await show();
    await user.keyboard('jj');
    const links = within(screen.getByRole('table', { name: 'Campaigns' })).getAllByRole('link');
    const stops = links.filter(({ tabIndex }) => tabIndex === 0);
    expect(stops.map((link) => link.getAttribute('aria-label') ?? link.textContent)).toEqual([
      'AU101',
      'Open AU101 in a new tab',
    ]);
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Open AU101 in a new tab');
  });

  it('open the row on Enter', async () => {
    const { router, user } = await show();
    await user.keyboard('jj{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/101'));
  });

  it.each(['Control', 'Meta'])('open it in a new tab on %s and Enter', async (modifier) => {
    const opened = vi.fn();
    const { router, user } = await show();
    vi.stubGlobal('open', opened);
    await user.keyboard(`j{${modifier}>}{Enter}{/${modifier}}`);
    expect(opened.mock.calls.map(([address]) => new URL(address).pathname)).toEqual(['/agencies/7/applications/100']);
    expect(router.state.location.pathname).toBe('/');
  });

  it('turn the page, and continue at its first row', async () => {
    const { router, user } = await show();
    await user.keyboard('jjj{PageDown}');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?perPage=10&page=2'));
    await screen.findByText('AU200');
    await waitFor(() => expect(focused()).toBe('AU200'));
    await user.keyboard('j{PageDown}');
    expect(focused()).toBe('AU201');
    expect(router.state.location.searchStr).toBe('?perPage=10&page=2');
    await user.keyboard('{PageUp}');
    await waitFor(() => expect(focused()).toBe('AU100'));
    expect(router.state.location.searchStr).toBe('?perPage=10');
  });

  it('type letters in a field, and scroll outside the table', async () => {
    const { user } = await show();
    const search = screen.getByRole('textbox', { name: 'Search by status, property address or agent name' });
    await user.type(search, 'jk{ArrowDown}');
    expect(search).toHaveProperty('value', 'jk');
    expect(document.activeElement).toBe(search);
    const filters = screen.getByRole('button', { name: 'Filters' });
    filters.focus();
    await user.keyboard('{ArrowDown}{PageDown}');
    expect(document.activeElement).toBe(filters);
  });

  it('do nothing while a panel is open', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const panel = within(screen.getByRole('dialog', { name: 'Filters' }));
    const first = await panel.findByRole('button', { name: 'Select all' });
    first.focus();
    await user.keyboard('j');
    expect(document.activeElement).toBe(first);
  });

  it('are listed on the screen, where the single-letter keys can be turned off', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByText('Open it in a new tab')).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}j/');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    screen.getByRole('link', { name: 'AU100' }).focus();
    await user.keyboard('j');
    expect(focused()).toBe('AU101');
  });
});
