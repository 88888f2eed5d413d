import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, aTenant, pageOfRows } from '../../../test/lists.ts';

const lastUpdateDate = '2026-11-01T00:00:00.000Z';
const own = (change: object = {}) => ({
  ...{ id: 1, href: '/v1/list-views/1', list: 'referrals', name: 'Mine', search: 'status=draft', lastUpdateDate },
  ...change,
});
const shared = (change: object = {}) => ({
  ...{ id: 5, href: '/v1/tenants/7/shared-views/5', name: 'Stuck', search: 'status=approved', lastUpdateDate },
  ...{ sharedByName: 'Mia Manager', mayChange: false },
  ...change,
});

const place = '/v1/tenants/7/shared-views';
type Shown = { address?: string; views?: object[]; owned?: object[]; more?: object };

async function show({ address = '', views = [], owned = [own()], more = {} }: Shown = {}) {
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(aRow()),
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
    'GET /v1/list-views': () => ({ items: owned }),
    [`GET ${place}`]: () => ({ items: views }),
    [`PUT ${place}`]: ({ body }: Seen) => shared({ id: 6, mayChange: true, ...(body as object) }),
    [`DELETE ${place}/5`]: () => undefined,
    ...more,
  });
  const router = renderApp(`/agencies/7/applications${address}`, agent);
  await screen.findByRole('article');
  const user = userEvent.setup();
  const open = async (name: string | RegExp = 'Views') => {
    await user.click(await screen.findByRole('button', { name }));
    const panel = within(await screen.findByRole('dialog', { name: 'Views' }));
    await panel.findByText('Shared with the team');
    return panel;
  };
  return { calls, router, user, open };
}

const sent = (calls: Seen[], method: string) => calls.filter((call) => call.method === method && call.path === place);
const lastList = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/agreements').at(-1)?.query;
const sharedList = (panel: ReturnType<typeof within>) =>
  within(panel.getByRole('list', { name: 'Views shared with the team' }));

beforeEach(() => {
  usePage();
  sessionStorage.clear();
});

describe('views that a team shares', () => {
  it('are fetched when the menu is opened, and an empty list says how to share one', async () => {
    const { calls, open } = await show();
    expect(calls.some(({ path }) => path === place || path === '/v1/list-views')).toBe(false);
    const panel = await open();
    expect(panel.getByText('Nothing is shared yet. Save a view, then share it.')).toBeTruthy();
  });

  it('are listed apart from the own ones with their sharer, and open the list with their filters', async () => {
    const { calls, router, user, open } = await show({ views: [shared()] });
    const panel = await open();
    expect(within(panel.getByRole('list', { name: 'Saved views' })).queryByText('Stuck')).toBeNull();
    expect(sharedList(panel).getByText('Mia Manager')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Stop sharing Stuck' })).toBeNull();
    await user.click(sharedList(panel).getByRole('button', { name: 'Stuck' }));
    await waitFor(() => expect(lastList(calls)?.get('status')).toBe('approved'));
    expect([lastList(calls)?.get('named'), lastList(calls)?.get('ofTeam')]).toEqual([null, null]);
    expect(router.state.location.searchStr).toBe('?status=approved&named=Stuck&ofTeam=1');
    expect(await screen.findByRole('button', { name: 'Stuck' })).toBeTruthy();
  });

  it('are not confused with an own view of the same name', async () => {
    const owned = [own({ name: 'Stuck', search: 'status=draft' })];
    const address = '?status=approved&named=Stuck&ofTeam=1';
    const { user, open, router } = await show({ address, owned, views: [shared()] });
    const panel = await open('Stuck');
    const ownButton = within(panel.getByRole('list', { name: 'Saved views' })).getByRole('button', { name: 'Stuck' });
    expect(ownButton.getAttribute('aria-current')).toBeNull();
    expect(sharedList(panel).getByRole('button', { name: 'Stuck' }).getAttribute('aria-current')).toBe('true');
    await user.click(ownButton);
    await waitFor(() => expect(router.state.location.searchStr).toBe('?status=draft&named=Stuck'));
  });

  it('are made of an own view, and the screen says if the text of a search was left out', async () => {
    const owned = [own({ search: 'status=draft&textQuery=pat' })];
    const more = { [`PUT ${place}`]: () => shared({ id: 6, name: 'Mine', search: 'status=draft' }) };
    const { calls, user, open } = await show({ owned, more });
    await user.click((await open()).getByRole('button', { name: 'Share Mine with the team' }));
    expect(await screen.findByText('Shared with the team, without the text of the search')).toBeTruthy();
    expect(sent(calls, 'PUT').map(({ body }) => body)).toEqual([
      { name: 'Mine', search: 'status=draft&textQuery=pat' },
    ]);
  });

  it('are replaced only after a question', async () => {
    const { calls, user, open } = await show({ views: [shared({ name: 'mine', mayChange: true })] });
    await user.click((await open()).getByRole('button', { name: 'Share Mine with the team' }));
    const question = within(await screen.findByRole('dialog', { name: 'Replace the view of the team?' }));
    expect(sent(calls, 'PUT')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1));
  });

  it("show the server's reason if another person shares that name", async () => {
    const refused = () => problemResponse(409, { displayText: 'Mia Manager shares a view with this name.' });
    const { user, open } = await show({ views: [shared({ name: 'Mine' })], more: { [`PUT ${place}`]: refused } });
    await user.click((await open()).getByRole('button', { name: 'Share Mine with the team' }));
    expect(await screen.findByText('Mia Manager shares a view with this name.')).toBeTruthy();
  });

  it('are changed by a person who may, once their filters differ; a text of a search is no change', async () => {
    const views = [shared({ mayChange: true })];
    const { calls, user, open } = await show({ address: '?status=draft&textQuery=pat&named=Stuck&ofTeam=1', views });
    const panel = await open('Stuck, changed since it was saved');
    await user.click(panel.getByRole('button', { name: 'Save the changes for the team' }));
    expect(await screen.findByText('Saved for the team')).toBeTruthy();
    expect(sent(calls, 'PUT').map(({ body }) => body)).toEqual([
      { name: 'Stuck', search: 'status=draft&textQuery=pat' },
    ]);
  });

  it('have no button to change them for others', async () => {
    const address = '?status=approved&textQuery=pat&named=Stuck&ofTeam=1';
    const { open } = await show({ address, views: [shared()] });
    const panel = await open('Stuck');
    expect(panel.queryByRole('button', { name: 'Save the changes for the team' })).toBeNull();
    expect(panel.queryByRole('button', { name: 'Stop sharing Stuck' })).toBeNull();
    expect(panel.getByRole('button', { name: 'Leave this view' })).toBeTruthy();
  });

  it('end after a question, and the list stays as it is', async () => {
    const address = '?status=approved&named=Stuck&ofTeam=1';
    const { calls, router, user, open } = await show({ address, views: [shared({ mayChange: true })] });
    await user.click((await open('Stuck')).getByRole('button', { name: 'Stop sharing Stuck' }));
    const question = within(await screen.findByRole('dialog', { name: 'Stop sharing this view?' }));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(question.getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByText('Done')).toBeTruthy();
    await waitFor(() => expect(router.state.location.searchStr).toBe('?status=approved'));
  });

  it('say what failed, and leave the own views usable', async () => {
    const failing = { [`GET ${place}`]: () => problemResponse(409, { displayText: 'Not now.' }) };
    const { user } = await show({ more: failing });
    await user.click(screen.getByRole('button', { name: 'Views' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Views' }));
    expect(await panel.findByText('Not now.')).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Mine' })).toBeTruthy();
  });
});
