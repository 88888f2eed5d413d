import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { joined, pageBeyond } from '@kerb/web/app/campaign-page/campaign-trail.tsx';
import { type ListTrail, listTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { keepStateOf } from '@kerb/web/platform/saved-state.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aCampaign, aRow, aTenant } from '../../../test/lists.ts';

const perPage = 10;
const total = 1_234;
const idsOf = (page: number) => Array.from({ length: perPage }, (_, place) => (page - 1) * perPage + place + 1);

const campaigns = Object.fromEntries(
  [1, 2, 3].flatMap(idsOf).map((id) => [`GET /v1/agreements/${id}`, () => aCampaign({ id, name: `${id} Wattle St` })]),
);
const list = ({ query }: Seen) => ({
  items: idsOf(Number(query.get('page'))).map((id) => aRow({ id, name: `${id} Wattle St` })),
  totalItems: total,
});
const around = {
  'GET /v1/tenants/7': () => aTenant(),
  'GET /v1/log-entries': () => ({ items: [], totalItems: 0 }),
};

async function show(path: string, more = {}, session = admin) {
  const calls = await signedIn({ 'GET /v1/agreements': list, ...campaigns, ...around, ...more });
  return { calls, router: renderApp(path, session), user: userEvent.setup() };
}

const trail = () => within(screen.getByRole('navigation', { name: 'Campaigns of the list' }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => usePage());

describe('the campaign trail', () => {
  it('links to the previous and the next campaign of the list', async () => {
    const { router, user } = await show(`/?perPage=${perPage}`);
    await user.click(await screen.findByText('AU3'));
    await heading('3 Wattle St');
    expect(trail().getByText('3 of 1,234')).toBeTruthy();
    await user.click(trail().getByRole('link', { name: 'Next campaign' }));
    await heading('4 Wattle St');
    expect(router.state.location.pathname).toBe('/agencies/7/applications/4');
    expect(trail().getByText('4 of 1,234')).toBeTruthy();
    await user.click(trail().getByRole('link', { name: 'Previous campaign' }));
    await heading('3 Wattle St');
  });

  it('follows the keys [ and ], but not while the user types', async () => {
    const { router, user } = await show(`/?perPage=${perPage}`);
    await user.click(await screen.findByText('AU3'));
    await heading('3 Wattle St');
    await user.keyboard(']');
    await heading('4 Wattle St');
    await user.keyboard('[[');
    await heading('3 Wattle St');
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    await user.keyboard(']');
    expect(field.value).toBe(']');
    expect(router.state.location.pathname).toBe('/agencies/7/applications/3');
    field.remove();
  });

  it('fetches the next or previous page of the same query at the end of the loaded pages', async () => {
    const { calls, user } = await show(`/?perPage=${perPage}&page=2&sortBy=id&textQuery=wattle`);
    await user.click(await screen.findByText('AU20'));
    await heading('20 Wattle St');
    await user.click(await trail().findByRole('link', { name: 'Next campaign' }));
    await heading('21 Wattle St');
    expect(trail().getByText('21 of 1,234')).toBeTruthy();
    const asked = calls.filter(({ path }) => path === '/v1/agreements').map(({ query }) => Object.fromEntries(query));
    expect(asked.map(({ page }) => page)).toEqual(['2', '3']);
    expect({ ...asked[1], page: '2' }).toEqual(asked[0]);
    expect(asked[1]?.status).toBe(openStatuses.join(','));
  });

  it('goes back across the edge of a page', async () => {
    const { user } = await show(`/?perPage=${perPage}&page=2`);
    await user.click(await screen.findByText('AU11'));
    await heading('11 Wattle St');
    expect(trail().getByText('11 of 1,234')).toBeTruthy();
    await user.click(await trail().findByRole('link', { name: 'Previous campaign' }));
    await heading('10 Wattle St');
    expect(trail().getByText('10 of 1,234')).toBeTruthy();
  });

  it('has no further link at either end of the list', async () => {
    const page = { items: [aRow({ id: 1 })], totalItems: 1 };
    const { user } = await show('/', { 'GET /v1/agreements': () => page });
    await user.click(await screen.findByText('AU1'));
    await screen.findByText('1 of 1');
    expect(trail().queryAllByRole('link')).toEqual([]);
  });

  it('links back to the list, to the campaign that was seen last', async () => {
    const { router, user } = await show(`/?perPage=${perPage}`);
    await user.click(await screen.findByText('AU3'));
    await heading('3 Wattle St');
    await user.keyboard(']');
    await heading('4 Wattle St');
    await router.navigate({ to: '/' });
    await screen.findByText('AU10');
    await user.keyboard('j');
    expect(document.activeElement?.textContent).toBe('AU4');
  });

  it('is still there after a reload, for the same user', async () => {
    const places = idsOf(1).map((id) => ({ id, tenant: 7 }));
    const kept = { query: { perPage }, before: 0, places, totalItems: total, isMore: true };
    keepStateOf(admin.userId);
    listTrail.set(kept);
    expect(JSON.parse(sessionStorage.getItem(`kerb.list.${admin.userId} .trail`)!)).toEqual(kept);
    await show('/agencies/7/applications/5');
    await heading('5 Wattle St');
    expect(trail().getByText('5 of more than 1,234')).toBeTruthy();
  });

  it('is hidden for a campaign outside the list', async () => {
    const places = [{ id: 5, tenant: 7 }];
    listTrail.set({ query: { perPage }, before: 0, places, totalItems: 1, isMore: false });
    await show('/agencies/7/applications/6');
    await heading('6 Wattle St');
    expect(screen.queryByRole('navigation', { name: 'Campaigns of the list' })).toBeNull();
  });
});

describe('the edge of the loaded pages', () => {
  const at = (before: number, ids: number[], totalItems = 25): ListTrail => ({
    query: { perPage },
    before,
    places: ids.map((id) => ({ id, tenant: 7 })),
    totalItems,
    isMore: false,
  });

  // biome-ignore format: a table
  it.each([
    ['loads page 1 before the first of page 2',    at(10, idsOf(2)),       0, 'before', 1],
    ['loads nothing before the first of the list', at(0, idsOf(1)),        0, 'before', null],
    ['loads page 3 after the last of page 2',      at(10, idsOf(2)),       9, 'after',  3],
    ['loads nothing after the last of the list',   at(20, idsOf(3), 30),   9, 'after',  null],
    ['loads nothing after the middle of a page',   at(10, idsOf(2)),       5, 'after',  null],
    ['loads nothing before the middle of a page',  at(10, idsOf(2)),       5, 'before', null],
  ] as const)('%s', (_place, seen, place, side, page) => expect(pageBeyond(seen, place, side)).toBe(page));

  it('is extended without repeating campaigns that moved between pages meanwhile', () => {
    const page = {
      items: [
        { id: 20, tenant: 7 },
        { id: 21, tenant: 8 },
      ],
      totalItems: 24,
    };
    const after = joined(at(10, idsOf(2)), 'after', page);
    expect(after.places.slice(9)).toEqual([
      { id: 20, tenant: 7 },
      { id: 21, tenant: 8 },
    ]);
    expect(after.totalItems).toBe(24);
    const before = joined(at(10, idsOf(2)), 'before', {
      items: idsOf(1).map((id) => ({ id, tenant: 7 })),
      totalItems: 25,
    });
    expect([before.before, before.places[0]?.id, before.places.length]).toEqual([0, 1, 20]);
  });
});
