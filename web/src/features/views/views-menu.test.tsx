import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, pageOfRows } from '../../../test/lists.ts';

type Kept = { id: number; name: string; search: string };
const wire = (view: Kept) => ({
  ...view,
  href: `/v1/list-views/${view.id}`,
  list: 'all-campaigns',
  lastUpdateDate: '2026-11-01T00:00:00.000Z',
});

/** A fake server that stores views, like the real one. */
async function show(path = '/', kept: Kept[] = [], more = {}) {
  const put = ({ body }: Seen) => {
    const { name, search } = body as Kept;
    const old = kept.find((view) => view.name.toLowerCase() === name.toLowerCase());
    const view = { id: old?.id ?? 100 + kept.length, name, search };
    kept.splice(0, kept.length, ...kept.filter((other) => other !== old), view);
    return wire(view);
  };
  const remove = () => {
    kept.length = 0;
    return undefined;
  };
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(aRow()),
    'GET /v1/list-views': () => ({ items: kept.map(wire) }),
    'PUT /v1/list-views': put,
    'DELETE /v1/list-views/7': remove,
    ...more,
  });
  const router = renderApp(path);
  await screen.findByText('AU10231');
  return { calls, kept, router, user: userEvent.setup() };
}

const stuck: Kept = { id: 7, name: 'Stuck', search: 'columns=flow,agent&sortBy=id&status=approved' };
const viewCalls = (calls: Seen[]) => calls.filter(({ path }) => path.startsWith('/v1/list-views'));
const panel = async () => within(await screen.findByRole('dialog', { name: 'Views' }));

beforeEach(() => usePage());

describe('saved views', () => {
  it('are not fetched until the menu is opened', async () => {
    const { calls, user } = await show('/', [stuck]);
    expect(viewCalls(calls)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Views' }));
    expect(await (await panel()).findByRole('button', { name: 'Stuck' })).toBeTruthy();
    expect(viewCalls(calls).map(({ query }) => query.get('list'))).toEqual(['all-campaigns']);
  });

  it('restore everything they store, and show their name on the list', async () => {
    const { router, user } = await show('/?textQuery=yass', [stuck]);
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await (await panel()).findByRole('button', { name: 'Stuck' }));
    await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Agent' })).toBeTruthy());
    expect(new URLSearchParams(router.state.location.searchStr).toString()).toBe(
      new URLSearchParams({ columns: 'flow,agent', sortBy: 'id', status: 'approved', named: 'Stuck' }).toString(),
    );
    expect(screen.getByRole('button', { name: 'Stuck' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeTruthy();
  });

  it('store the current list under a name, without its page', async () => {
    const { calls, router, user } = await show('/?status=approved&page=1&sortBy=id');
    await user.click(screen.getByRole('button', { name: 'Views' }));
    const form = await panel();
    const save = await form.findByRole('button', { name: 'Save' });
    expect(save).toHaveProperty('disabled', true);
    await user.type(form.getByRole('textbox', { name: 'Name of this view' }), '  Stuck ');
    await user.click(save);
    expect(await screen.findByText('Saved')).toBeTruthy();
    const [sent] = calls.filter(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual({ list: 'all-campaigns', name: 'Stuck', search: 'sortBy=id&status=approved' });
    await waitFor(() => expect(router.state.location.searchStr).toContain('named=Stuck'));
    expect(screen.queryByRole('dialog', { name: 'Views' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stuck' }));
  });

  it('are marked once the list differs, and replaced by saving under their name', async () => {
    const { kept, user } = await show('/?columns=flow,agent&sortBy=id&status=approved&named=Stuck', [stuck]);
    expect(await screen.findByRole('button', { name: 'Stuck' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Filters (1)' }));
    await user.click(await screen.findByRole('switch', { name: 'Show only Campaigns flagged as Action Suggested' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const button = await screen.findByRole('button', { name: 'Stuck, changed since it was saved' });
    await user.click(button);
    await user.click(await (await panel()).findByRole('button', { name: 'Replace' }));
    expect(await screen.findByRole('button', { name: 'Stuck' })).toBeTruthy();
    expect(kept.map(({ search }) => search)).toEqual([
      'actionSuggested=1&columns=flow,agent&sortBy=id&status=approved',
    ]);
  });

  it('do not count as changed by another page', async () => {
    const page = { items: [aRow()], totalItems: 300 };
    const more = { 'GET /v1/agreements': () => page };
    const { router, user } = await show('/?named=All', [{ id: 7, name: 'All', search: '' }], more);
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(router.state.location.searchStr).toContain('page=2'));
    expect(screen.getByRole('button', { name: 'All' })).toBeTruthy();
  });

  it('can be left for the default list', async () => {
    const { router, user } = await show('/?status=approved&named=Stuck', [stuck]);
    await user.click(await screen.findByRole('button', { name: /^Stuck/ }));
    await user.click(await (await panel()).findByRole('button', { name: 'Leave this view' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    expect(screen.getByRole('button', { name: 'Views' })).toBeTruthy();
  });

  it('ask before they are deleted, and leave the list unchanged', async () => {
    const { calls, router, user } = await show('/?status=approved&named=Stuck', [stuck]);
    await user.click(await screen.findByRole('button', { name: /^Stuck/ }));
    await user.click(await (await panel()).findByRole('button', { name: 'Delete Stuck' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete this view?' }));
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Done')).toBeTruthy();
    await waitFor(() => expect(router.state.location.searchStr).toBe('?status=approved'));
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/v1/list-views/7']);
  });

  it('ignore the name in a shared address if the user has no such view', async () => {
    await show('/?status=approved&named=Hers', [stuck]);
    expect(await screen.findByRole('button', { name: 'Views' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Hers' })).toBeNull();
  });

  it('keep the typed name if they cannot be saved', async () => {
    const refused = () => problemResponse(409, { displayText: 'You have 50 views of this list.' });
    const { user } = await show('/', [], { 'PUT /v1/list-views': refused });
    await user.click(screen.getByRole('button', { name: 'Views' }));
    const form = await panel();
    const name = await form.findByRole('textbox', { name: 'Name of this view' });
    await user.type(name, 'One more{Enter}');
    expect(await screen.findByText('You have 50 views of this list.')).toBeTruthy();
    expect(name).toHaveProperty('value', 'One more');
  });
});
