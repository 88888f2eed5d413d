import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { setServerNow } from '@kerb/web/platform/clock.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  admin,
  agent,
  problemResponse,
  renderApp,
  type Seen,
  signedIn,
  usePage,
  vendor,
} from '../../../test/harness.tsx';
import { aCampaign, aRow, aTenant, pageOfRows } from '../../../test/lists.ts';

const lists = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/agreements');
const lastList = (calls: Seen[]) => lists(calls).at(-1)?.query;

const show = async (path = '/', rows = [aRow()], more = {}) => {
  const calls = await signedIn({ 'GET /v1/agreements': () => pageOfRows(...rows), ...more });
  const router = renderApp(path);
  await screen.findByRole('heading', { name: 'All Campaigns' });
  return { calls, router, user: userEvent.setup() };
};

beforeEach(() => {
  usePage();
  setServerNow('2026-11-15T00:00:00.000Z');
});

describe('the list of all campaigns', () => {
  it('marks a loan that is past its settlement, in red and in words', async () => {
    const late = { status: 'waiting-settlement', propertySettlementDate: '2026-11-03' } as const;
    await signedIn({
      'GET /v1/agreements': () =>
        pageOfRows(aRow({ id: 7, ...late }), aRow({ id: 8, ...late, propertySettlementDate: '2026-12-03' })),
    });
    renderApp('/', admin);
    const words = await screen.findAllByText('12 days past settlement');
    expect(words).toHaveLength(1);
    expect(words[0]?.closest('[data-late]')?.textContent).toContain('12d');
  });

  it('is for admins: an agent is redirected to what needs them, a vendor to their campaigns', async () => {
    await signedIn({ 'GET /v1/agreements': () => pageOfRows() });
    const asAgent = renderApp('/', agent);
    await waitFor(() => expect(asAgent.state.location.pathname).toBe('/today'));
    const asVendor = renderApp('/', vendor);
    await waitFor(() => expect(asVendor.state.location.pathname).toBe('/applications'));
    expect(screen.queryByRole('heading', { name: 'All Campaigns' })).toBeNull();
  });

  it('shows a row with its number, organisation, status, option, budget and dates', async () => {
    await show('/', [aRow({ actionSuggested: true, sentDate: '2025-12-09T00:00:00.000Z' })]);
    const table = await screen.findByRole('table', { name: 'Campaigns' });
    const row = within(await within(table).findByText('12 Wattle St, Yass'))
      .getByText('12 Wattle St, Yass')
      .closest('tr')!;
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 9)).toEqual([
      'AU10231',
      '12 Wattle St, Yass',
      'Harbour Estate',
      'Live',
      'Pay Later',
      '$4,200',
      '3 Nov',
      '9 Dec 2025',
      'Action Suggested',
    ]);
  });

  it('asks for the nine open statuses, a hundred campaigns at a time, most progressed first', async () => {
    const { calls } = await show();
    await waitFor(() => expect(lists(calls)).toHaveLength(1));
    const query = lastList(calls)!;
    expect(query.get('status')).toBe(openStatuses.join(','));
    expect(query.get('status')?.split(',')).toHaveLength(9);
    expect([query.get('perPage'), query.get('sortBy'), query.get('sortDesc'), query.get('finance')]).toEqual([
      '100',
      'status',
      '1',
      null,
    ]);
  });

  it('says so if nothing matches', async () => {
    await show('/', []);
    expect(await screen.findByText('There are no matching campaigns.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear search and filters' })).toBeNull();
  });

  it("opens a row within its organisation, and in a new tab by the row's second button", async () => {
    const { router, user } = await show();
    const tab = await screen.findByRole('link', { name: 'Open AU10231 in a new tab' });
    expect(tab).toHaveProperty('target', '_blank');
    expect(tab.getAttribute('href')).toBe('/agencies/7/applications/10231');
    await user.click(screen.getByText('12 Wattle St, Yass'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/10231'));
  });

  it('sorts by a column, and stores that in the address', async () => {
    const { calls, router, user } = await show();
    await screen.findByText('12 Wattle St, Yass');
    await user.click(screen.getByRole('button', { name: 'Sent' }));
    await waitFor(() => expect(lastList(calls)?.get('sortBy')).toBe('sentDate'));
    await user.click(screen.getByRole('button', { name: 'Sent' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe('?sortBy=sentDate&sortDesc=0'));
    expect(screen.getByRole('columnheader', { name: 'Sent' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Flow No.' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe('?sortBy=id'));
  });

  it('shows cards if the list view is chosen', async () => {
    const { router, user } = await show();
    await user.click(screen.getByRole('button', { name: 'List view' }));
    expect(await screen.findByRole('list', { name: 'Campaigns' })).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?view=list');
    const inNewTab = screen.getByRole('link', { name: 'Open AU10231 in a new tab' });
    expect(inNewTab.getAttribute('target')).toBe('_blank');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Flow No.');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?view=list&sortBy=id'));
  });

  it('says that there are more than can be counted, and pages only to the last countable page', async () => {
    const page = { items: [aRow()], totalItems: 10_000, isMore: true };
    const { calls, router } = await show('/?textQuery=street&page=101', [], { 'GET /v1/agreements': () => page });
    await waitFor(() => expect(router.state.location.searchStr).toBe('?textQuery=street&page=100'));
    expect(await screen.findByText('9,901–10,000 of more than 10,000')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Page 100' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Page 101' })).toBeNull();
    expect(screen.getByRole('button', { name: 'next page' })).toHaveProperty('disabled', true);
    expect(lastList(calls)?.get('page')).toBe('100');
  });

  it('shows the last page if the address names one beyond it', async () => {
    const handler = ({ query }: Seen) => ({ items: query.get('page') === '1' ? [aRow()] : [], totalItems: 1 });
    const { router } = await show('/?page=4', [], { 'GET /v1/agreements': handler });
    expect(await screen.findByText('12 Wattle St, Yass')).toBeTruthy();
    expect(router.state.location.searchStr).toBe('');
  });
});

describe('the search of all campaigns', () => {
  const field = () => screen.getByRole('textbox', { name: 'Search by status, property address or agent name' });

  it('is trimmed, and its button is disabled while the text is empty', async () => {
    const { calls, router, user } = await show();
    const button = screen.getByRole('button', { name: 'Search' });
    expect(button).toHaveProperty('disabled', true);
    await user.type(field(), '   ');
    expect(button).toHaveProperty('disabled', true);
    await user.type(field(), ' wattle  ');
    await user.click(button);
    await waitFor(() => expect(lastList(calls)?.get('textQuery')).toBe('wattle'));
    expect(router.state.location.searchStr).toBe('?textQuery=wattle');
  });

  it('is cleared by its Clear button', async () => {
    const { calls, router, user } = await show('/?textQuery=wattle&page=1');
    await waitFor(() => expect(lastList(calls)?.get('textQuery')).toBe('wattle'));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    expect(field()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field());
  });
});

describe('the Flow No. box', () => {
  const box = () => screen.getByRole('textbox', { name: 'Flow No.' });
  const asked = (calls: Seen[]) => calls.filter(({ path }) => /^\/v1\/agreements\/\d/.test(path));

  it('opens the campaign on Enter', async () => {
    const { router, user } = await show('/', [], { 'GET /v1/agreements/10231': () => aCampaign() });
    await user.type(box(), 'AU10231{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/10231'));
  });

  it('opens the campaign by its button', async () => {
    const { router, user } = await show('/', [], { 'GET /v1/agreements/10231': () => aCampaign() });
    await user.type(box(), '10231');
    await user.click(screen.getByRole('button', { name: 'Go' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/10231'));
  });

  it('does nothing while it is empty', async () => {
    const { calls, user } = await show();
    await user.type(box(), '{Enter}');
    await user.type(box(), '  {Enter}');
    await user.click(screen.getByRole('button', { name: 'Go' }));
    expect(asked(calls)).toEqual([]);
    expect(screen.queryByText('No campaign found with this ID.')).toBeNull();
  });

  it.each(['999', 'not a number'])('warns that %j is no campaign', async (typed) => {
    const { router, user } = await show('/', [], { 'GET /v1/agreements/999': () => problemResponse(404) });
    await user.type(box(), `${typed}{Enter}`);
    expect(await screen.findByText('No campaign found with this ID.')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/');
  });

  it('removes its warning with the next number', async () => {
    const { router, user } = await show('/', [], { 'GET /v1/agreements/10231': () => aCampaign() });
    await user.type(box(), 'x{Enter}');
    expect(await screen.findByText('No campaign found with this ID.')).toBeTruthy();
    await user.clear(box());
    await user.type(box(), '10231{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/10231'));
    expect(screen.queryByText('No campaign found with this ID.')).toBeNull();
  });
});

describe('the filters of all campaigns', () => {
  const openFilters = async (user: ReturnType<typeof userEvent.setup>, name = 'Filters') => {
    await user.click(screen.getByRole('button', { name }));
    const panel = within(screen.getByRole('dialog', { name: 'Filters' }));
    return { panel, apply: await panel.findByRole('button', { name: 'Apply' }) };
  };

  it('change nothing until the one Apply, which is enabled only after a change', async () => {
    const { calls, router, user } = await show();
    const { panel, apply } = await openFilters(user);
    expect(apply).toHaveProperty('disabled', true);
    expect(panel.getAllByRole('switch')).toHaveLength(12 + 3 + 1);
    expect(panel.getByRole('switch', { name: 'Complete' })).toHaveProperty('checked', false);
    await user.click(panel.getByRole('switch', { name: 'Complete' }));
    expect(apply).toHaveProperty('disabled', false);
    await user.click(panel.getByRole('switch', { name: 'Complete' }));
    expect(apply).toHaveProperty('disabled', true);
    await user.click(panel.getByRole('button', { name: 'Clear all' }));
    expect(apply).toHaveProperty('disabled', true);
    expect(panel.getByText('Switch on at least one status.')).toBeTruthy();
    await user.click(panel.getByRole('switch', { name: 'Awaiting Signature' }));
    await user.click(panel.getByRole('switch', { name: 'Pay Later' }));
    await user.click(panel.getByRole('switch', { name: 'Show only Campaigns flagged as Action Suggested' }));
    expect(lists(calls)).toHaveLength(1);
    await user.click(apply);
    await waitFor(() => expect(lists(calls)).toHaveLength(2));
    expect(router.state.location.searchStr).toBe('?status=approved&finance=pl&actionSuggested=1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters (3)' }));
  });

  it('select all statuses at once', async () => {
    const { calls, user } = await show();
    const { panel, apply } = await openFilters(user);
    await user.click(panel.getByRole('button', { name: 'Select all' }));
    await user.click(apply);
    await waitFor(() => expect(lastList(calls)?.get('status')?.split(',')).toHaveLength(12));
  });

  it('send no option if all are on, because a campaign may have none yet', async () => {
    const { calls, router, user } = await show();
    const first = await openFilters(user);
    await user.click(first.panel.getByRole('switch', { name: 'Pay On Success' }));
    await user.click(first.apply);
    await waitFor(() => expect(lastList(calls)?.get('finance')).toBe('pn,pl'));
    const second = await openFilters(user, 'Filters (1)');
    await user.click(second.panel.getByRole('switch', { name: 'Pay On Success' }));
    await user.click(second.apply);
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
  });

  it('offer only the options of the country', async () => {
    usePage({ country: 'NZ' });
    const { user } = await show();
    const { panel } = await openFilters(user);
    expect(panel.queryByRole('switch', { name: 'Pay On Success' })).toBeNull();
  });

  it('that only an address can set are named, counted as filters, and removed one by one', async () => {
    const { calls, router, user } = await show('/?tenantId=7&agentUserId=12', [], {
      'GET /v1/tenants/7': () => aTenant(),
      'GET /v1/users/12': () => problemResponse(404),
    });
    const chips = within(await screen.findByRole('list', { name: 'Also filtered by' }));
    const organisation = await chips.findByText('Organisation: Harbour Estate');
    expect(chips.getByRole('button', { name: 'Remove filter: Agent 12' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear search and filters' })).toBeTruthy();
    await user.click(organisation);
    await waitFor(() => expect(router.state.location.searchStr).toBe('?agentUserId=12'));
    await user.click(screen.getByRole('button', { name: 'Remove filter: Agent 12' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    expect(screen.queryByRole('list', { name: 'Also filtered by' })).toBeNull();
    expect([lastList(calls)?.get('tenantId'), lastList(calls)?.get('agentUserId')]).toEqual([null, null]);
  });

  it('are cleared together if nothing matches', async () => {
    const { router, user } = await show('/?actionSuggested=1&textQuery=x', []);
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });
});

describe('the state of the list', () => {
  it('includes view and columns, which do not change the query', async () => {
    const { calls, router, user } = await show('/?view=list&columns=flow,agent', [aRow()]);
    expect(await screen.findByRole('list', { name: 'Campaigns' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Table view' }));
    expect(await screen.findByRole('columnheader', { name: 'Agent' })).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?columns=flow,agent');
    expect(lists(calls)).toHaveLength(1);
    expect([...lastList(calls)!.keys()]).not.toContain('columns');
  });

  it('comes from the address, including page and page size', async () => {
    const { calls } = await show('/?status=draft,approved&page=2&perPage=10&sortBy=id&sortDesc=0&textQuery=yass');
    await waitFor(() => expect(lists(calls)).toHaveLength(1));
    expect(Object.fromEntries(lastList(calls)!)).toMatchObject({
      status: 'draft,approved',
      page: '2',
      perPage: '10',
      sortBy: 'id',
      sortDesc: '',
      textQuery: 'yass',
    });
  });

  it('is restored on return, without fetching the default first', async () => {
    const tenants = { 'GET /v1/tenants': () => ({ items: [], totalItems: 0 }) };
    const { calls, router } = await show('/?status=approved&sortBy=id', [aRow()], tenants);
    await screen.findByText('12 Wattle St, Yass');
    await router.navigate({ to: '/agencies' });
    await screen.findByText('There are no organisations.');
    calls.length = 0;
    await router.navigate({ to: '/' });
    expect(await screen.findByText('12 Wattle St, Yass')).toBeTruthy();
    await waitFor(() => expect(router.state.location.searchStr).toBe('?status=approved&sortBy=id'));
    expect(lists(calls).filter(({ query }) => query.get('status') !== 'approved')).toEqual([]);
  });

  it('is not restored for the next person who uses the tab', async () => {
    await show('/?textQuery=wombat');
    await screen.findByText('12 Wattle St, Yass');
    cleanup();
    const calls = await signedIn({ 'GET /v1/agreements': () => pageOfRows(aRow()) });
    const next = renderApp('/', { ...admin, userId: 3 });
    await screen.findByText('12 Wattle St, Yass');
    expect(next.state.location.searchStr).toBe('');
    expect(lists(calls).map(({ query }) => query.get('textQuery'))).toEqual([null]);
  });

  it('is the default if all values of the address are unknown, and not the last used state', async () => {
    await show('/?textQuery=wombat');
    await screen.findByText('12 Wattle St, Yass');
    cleanup();
    sessionStorage.setItem('kerb.asked-path', '/');
    const { router, calls } = await show('/?status=bogus&page=x');
    await screen.findByText('12 Wattle St, Yass');
    expect(router.state.location.searchStr).toBe('');
    expect(lists(calls).map(({ query }) => query.get('textQuery'))).toEqual([null]);
    cleanup();
    const later = renderApp('/');
    await screen.findByText('12 Wattle St, Yass');
    expect(later.state.location.searchStr).toBe('');
  });

  it.each(['page=0', 'page=-3', 'perPage=7', 'perPage=0', 'propertyId=4', 'signatoryUserId=4'])(
    'ignores %s, which the screen does not offer',
    async (search) => {
      const { calls, router } = await show(`/?${search}`);
      await screen.findByText('12 Wattle St, Yass');
      expect(screen.getByText('1–1 of 1')).toBeTruthy();
      expect(screen.getByLabelText('Per page')).toHaveProperty('value', '100');
      expect(router.state.location.searchStr).toBe('');
      expect(lastList(calls)?.get('page')).toBe('1');
      expect(lastList(calls)?.get('perPage')).toBe('100');
      expect(lastList(calls)?.has(search.split('=')[0]!)).toBe(/page/i.test(search));
    },
  );

  it('offers these page sizes, and a new size starts at the first page', async () => {
    const { calls, router, user } = await show('/?page=2', [aRow()]);
    await screen.findByText('12 Wattle St, Yass');
    const sizes = within(screen.getByRole('combobox', { name: 'Per page' })).getAllByRole('option');
    expect(sizes.map((size) => size.textContent)).toEqual(['10', '25', '50', '100', '200']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Per page' }), '25');
    await waitFor(() => expect(lastList(calls)?.get('perPage')).toBe('25'));
    expect(router.state.location.searchStr).toBe('?perPage=25');
  });
});
