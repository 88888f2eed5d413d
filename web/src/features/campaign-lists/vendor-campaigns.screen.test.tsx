import { listTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, type Seen, signedIn, usePage, vendor } from '../../../test/harness.tsx';
import { aRow, pageOfRows } from '../../../test/lists.ts';

const lists = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/agreements');

async function campaigns(...rows: ReturnType<typeof aRow>[]) {
  const calls = await signedIn({ 'GET /v1/agreements': () => pageOfRows(...rows) });
  const router = renderApp('/applications', vendor);
  await screen.findByRole('heading', { name: 'Campaigns' });
  return { calls, router };
}

beforeEach(() => {
  usePage();
  listTrail.set(null);
});

describe("a vendor's campaigns", () => {
  it('are cards that link to their pages, newest first', async () => {
    const { actionSuggested: _, ...row } = aRow();
    const { calls } = await campaigns({ ...row, id: 10232 }, row);
    const links = await screen.findAllByRole('link', { name: '12 Wattle St, Yass' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/applications/10232', '/applications/10231']);
    expect(Object.fromEntries(lists(calls).at(-1)!.query)).toMatchObject({ sortBy: 'id', sortDesc: '1' });
    expect(document.title).toBe('Campaigns · KerbPay');
  });

  it('are remembered, so that the campaign links to the next one', async () => {
    await campaigns(aRow({ id: 10232 }), aRow());
    await screen.findAllByRole('article');
    await waitFor(() => expect(listTrail.get()?.places.map(({ id }) => id)).toEqual([10232, 10231]));
  });

  it('have no export, create, filter or sort', async () => {
    await campaigns(aRow(), aRow({ id: 10232 }));
    await screen.findAllByRole('article');
    const main = within(screen.getByRole('main'));
    expect(main.queryAllByRole('button')).toEqual([]);
    expect(main.queryAllByRole('combobox')).toEqual([]);
    expect(main.queryByRole('searchbox') ?? main.queryByRole('textbox')).toBeNull();
  });

  it('count the days to the settlement, and not those since the submission', async () => {
    const submitted = { status: 'waiting-approval', applicationSubmitDate: '2026-11-12T00:00:00.000Z' } as const;
    await campaigns(aRow(submitted), aRow({ id: 10232, status: 'executed', propertySettlementDate: '2099-12-15' }));
    const [waiting, live] = await screen.findAllByRole('article');
    expect(within(waiting!).queryByText(/submission|Submitted today/)).toBeNull();
    expect(within(live!).getByText(/^Settles in [0-9]+ days$/)).toBeTruthy();
  });

  it('show the payment option and the settlement date, and no team data, whatever the server sends', async () => {
    await campaigns(
      aRow({
        actionSuggested: true,
        financeOptionCode: 'pn',
        paymentWay: 'bank-transfer',
      }),
      aRow({ id: 10232 }),
    );
    const [card] = await screen.findAllByRole('article');
    expect(within(card!).getByText('Awaiting Bank Transfer')).toBeTruthy();
    expect(within(card!).getByText('Harbour Estate')).toBeTruthy();
    expect(screen.queryByText(/Action Suggested/)).toBeNull();
    expect(screen.queryByText('Mark done')).toBeNull();
  });

  it('read Paid once they are paid upfront, because nobody has to sign', async () => {
    await campaigns(aRow({ status: 'approved', financeOptionCode: 'pn', paymentState: 'paid' }), aRow({ id: 10232 }));
    const [card] = await screen.findAllByRole('article');
    expect(within(card!).getAllByText('Paid').length).toBeGreaterThan(0);
    expect(within(card!).queryByText('Awaiting Signature')).toBeNull();
  });

  it('may be empty', async () => {
    await campaigns();
    expect(await screen.findByText('You have no campaigns.')).toBeTruthy();
  });

  it('are skipped for the campaign itself if there is exactly one', async () => {
    const calls = await signedIn({ 'GET /v1/agreements': () => pageOfRows(aRow()) });
    const router = renderApp('/', vendor);
    await waitFor(() => expect(router.state.location.pathname).toBe('/applications/10231'));
    expect(lists(calls)[0]?.query.get('perPage')).toBe('2');
  });

  it('are listed if there are two', async () => {
    await signedIn({ 'GET /v1/agreements': () => pageOfRows(aRow(), aRow({ id: 10232 })) });
    const router = renderApp('/', vendor);
    await waitFor(() => expect(router.state.location.pathname).toBe('/applications'));
    expect(await screen.findAllByRole('article')).toHaveLength(2);
  });
});
