import { tableColumns } from '@kerb/web/features/campaign-lists/campaign-columns.tsx';
import { defaultColumns } from '@kerb/web/features/campaign-lists/column-choice.ts';
import { setServerNow } from '@kerb/web/platform/clock.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, pageOfRows, type WireRow } from '../../../test/lists.ts';

beforeEach(() => {
  usePage();
  setServerNow('2026-11-15T00:00:00.000Z');
});

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

async function show(path = '/', row: Partial<WireRow> = {}) {
  await signedIn({ 'GET /v1/agreements': () => pageOfRows(aRow(row)) });
  const router = renderApp(path);
  await screen.findByText('AU10231');
  return { router, user: userEvent.setup() };
}

async function openPanel(path?: string) {
  const shown = await show(path);
  await shown.user.click(screen.getByRole('button', { name: 'Columns' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await panel.findByRole('button', { name: 'Reset columns' });
  return { ...shown, panel };
}

describe('the table', () => {
  it('names the day of funding as the specification does, and a campaign that is paid upfront reads Paid', async () => {
    await show('/', { status: 'approved', financeOptionCode: 'pn', paymentState: 'paid' });
    expect(headers()).toContain('Funding Request Date');
    const row = within(screen.getAllByRole('row')[1]!);
    expect(row.getAllByText('Paid').length).toBeGreaterThan(0);
    expect(row.queryByText('Awaiting Signature')).toBeNull();
  });
});

describe('the choice of columns', () => {
  it('switches a column on and off, in the address and on the screen', async () => {
    const { router, user, panel } = await openPanel('/?columns=flow,name');
    expect(headers()).toEqual(['Flow No.', 'Campaign']);
    await user.click(panel.getByRole('switch', { name: 'Agent' }));
    await waitFor(() => expect(headers()).toEqual(['Flow No.', 'Campaign', 'Agent']));
    expect(router.state.location.searchStr).toBe('?columns=flow,name,agent');
    expect(screen.getByText('Mia Manager')).toBeTruthy();
    await user.click(panel.getByRole('switch', { name: 'Campaign' }));
    await waitFor(() => expect(headers()).toEqual(['Flow No.', 'Agent']));
  });

  it('moves a column by its buttons, which keep the focus and stop at the ends', async () => {
    const { user, panel } = await openPanel('/?columns=flow,name,agent');
    const up = panel.getByRole('button', { name: 'Move Agent up' });
    await user.click(up);
    await waitFor(() => expect(headers()).toEqual(['Flow No.', 'Agent', 'Campaign']));
    expect(document.activeElement).toBe(up);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(headers()).toEqual(['Agent', 'Flow No.', 'Campaign']));
    expect(up.getAttribute('aria-disabled')).toBe('true');
    const down = panel.getByRole('button', { name: 'Move Agent down' });
    await user.click(down);
    await waitFor(() => expect(headers()).toEqual(['Flow No.', 'Agent', 'Campaign']));
    expect(document.activeElement).toBe(down);
  });

  it('moves a column by Alt and an arrow key on its line', async () => {
    const { user, panel } = await openPanel('/?columns=flow,name,agent');
    panel.getByRole('switch', { name: 'Campaign' }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(headers()).toEqual(['Flow No.', 'Agent', 'Campaign']));
    expect(document.activeElement).toBe(panel.getByRole('switch', { name: 'Campaign' }));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}{ArrowUp}');
    await waitFor(() => expect(headers()).toEqual(['Flow No.', 'Campaign', 'Agent']));
  });

  it('cannot remove the Flow No., because it opens the campaign', async () => {
    const { panel } = await openPanel();
    expect(panel.queryByRole('switch', { name: 'Flow No.' })).toBeNull();
    expect(panel.getByText('Flow No.')).toBeTruthy();
  });

  it('restores the defaults at once', async () => {
    const { router, user, panel } = await openPanel('/?columns=agent,flow');
    await user.click(panel.getByRole('button', { name: 'Reset columns' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    expect(headers()).toHaveLength(9);
  });

  it('is restored on return', async () => {
    const { router } = await show('/?columns=flow,agent');
    await router.navigate({ to: '/developer' });
    await waitFor(() => expect(screen.queryByText('AU10231')).toBeNull());
    await router.navigate({ to: '/' });
    await screen.findByText('AU10231');
    await waitFor(() => expect(headers()).toEqual(['Flow No.', 'Agent']));
  });
});

describe('the columns that are off by default', () => {
  it('leave the default ones the space of a window of 1280 px, in which the table does not scroll', () => {
    const rem = (width: string | undefined) => (width ? Number.parseFloat(width) : 11);
    const needed = tableColumns(defaultColumns).reduce((sum, { width }) => sum + rem(width), 0);
    expect(needed).toBeLessThanOrEqual(76);
  });

  it("show the row's values", async () => {
    await show('/?columns=flow,payment,since,submitted,approved,auction,settlement,withdrawn,updated', {
      financeOptionCode: 'pn',
      paymentWay: 'credit-card',
      paymentState: 'paid',
      statusLastUpdate: '2026-01-05T00:00:00.000Z',
      applicationSubmitDate: '2026-02-06T00:00:00.000Z',
      applicationApprovedDate: '2026-03-07T00:00:00.000Z',
      auctionDate: '2026-04-08',
      propertySettlementDate: '2027-05-09',
      propertyWithdrawnFromSaleDate: null,
      lastUpdateDate: '2026-07-11T00:00:00.000Z',
    });
    const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.slice(0, 9).map((cell) => cell.textContent)).toEqual([
      'AU10231',
      'Paid by Credit Card',
      '5 Jan',
      '6 Feb',
      '7 Mar',
      '8 Apr',
      '9 May 2027',
      '–',
      '11 Jul',
    ]);
  });
});
