import { agreementStatuses, openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, aTenant, pageOfRows } from '../../../test/lists.ts';

const lists = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/agreements');
const lastList = (calls: Seen[]) => lists(calls).at(-1)?.query;

async function show(path = '', tenant = {}) {
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(aRow()),
    'GET /v1/tenants/7': () => aTenant(tenant),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
  });
  const router = renderApp(`/agencies/7/applications${path}`, admin);
  await screen.findByRole('heading', { name: 'Referrals' });
  await screen.findByRole('article');
  return { calls, router, user: userEvent.setup() };
}

async function openPanel(path = '', tenant = {}) {
  const shown = await show(path, tenant);
  await shown.user.click(screen.getByRole('button', { name: 'Custom Filter' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Custom Filter' }));
  const switches = (group: string) => within(panel.getByRole('group', { name: group })).getAllByRole('switch');
  const press = (name: string) => shown.user.click(panel.getByRole('button', { name }));
  const apply = await panel.findByRole<HTMLButtonElement>('button', { name: 'Apply' });
  return { ...shown, panel, switches, press, apply };
}
const isOn = (element: HTMLElement) => (element as HTMLInputElement).checked;

beforeEach(() => {
  usePage();
  sessionStorage.clear();
});

describe('the custom filter', () => {
  it('has a switch for each status and each option of the country, all on at first', async () => {
    const { switches } = await openPanel();
    expect(switches('Status')).toHaveLength(agreementStatuses.length);
    expect(switches('Finance option').map((element) => element.closest('label')?.textContent)).toEqual([
      'Pay Upfront',
      'Pay On Success',
      'Pay Later',
    ]);
    expect([...switches('Status'), ...switches('Finance option')].every(isOn)).toBe(true);
  });

  it('does not offer an option that the country lacks', async () => {
    usePage({ country: 'NZ' });
    const { panel } = await openPanel();
    expect(panel.queryByLabelText('Pay On Success')).toBeNull();
  });

  it('changes nothing until Apply, which needs a change', async () => {
    const { calls, user, panel, apply, router } = await openPanel();
    expect(apply.disabled).toBe(true);
    const asked = lists(calls).length;
    await user.click(panel.getByLabelText('Draft'));
    expect(apply.disabled).toBe(false);
    await user.click(panel.getByLabelText('Draft'));
    expect(apply.disabled).toBe(true);
    await user.click(panel.getByLabelText('Draft'));
    await user.click(panel.getByLabelText('Pay Later'));
    expect(lists(calls)).toHaveLength(asked);
    await user.click(apply);
    const expected = agreementStatuses.filter((status) => status !== 'draft').join(',');
    await waitFor(() => expect(lastList(calls)?.get('status')).toBe(expected));
    expect(lastList(calls)?.get('finance')).toBe('pn,pos');
    expect(router.state.location.searchStr).toBe(`?status=${expected}&finance=pn,pos`);
    expect(screen.queryByRole('dialog')).toBeNull();
    const button = screen.getByRole('button', { name: 'Custom Filter' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(button);
    for (const name of ['Show All', 'Show In Progress']) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('false');
    }
  });

  it('switches everything on or off at once, and needs at least one of each group', async () => {
    const { user, panel, switches, press, apply } = await openPanel('?status=draft&finance=pl');
    await press('Clear all');
    expect([...switches('Status'), ...switches('Finance option')].some(isOn)).toBe(false);
    expect(apply.disabled).toBe(true);
    expect(panel.getByRole('status').textContent).toBe('Switch on at least one status.');
    await user.click(panel.getByLabelText('Signed'));
    expect(panel.getByRole('status').textContent).toBe('Switch on at least one finance option.');
    await press('Select all');
    expect([...switches('Status'), ...switches('Finance option')].every(isOn)).toBe(true);
    expect(apply.disabled).toBe(false);
  });

  it('adds nothing to the address if everything is on', async () => {
    const { calls, user, press, apply, router } = await openPanel('?status=draft');
    await press('Select all');
    await user.click(apply);
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    await waitFor(() => expect(lastList(calls)?.get('status')).toBeNull());
  });

  it.each([
    ['agency', 'Agent Action Suggested'],
    ['supplier', 'Stylist Action Suggested'],
  ])('of an organisation of type %s has the switch %s', async (type, label) => {
    const { calls, user, panel, apply } = await openPanel('', { type });
    await user.click(await panel.findByRole('switch', { name: label }));
    await user.click(apply);
    await waitFor(() => expect(lastList(calls)?.get('actionSuggested')).toBe('1'));
    await user.click(screen.getByRole('button', { name: 'Show In Progress' }));
    await waitFor(() => expect(lastList(calls)?.get('actionSuggested')).toBe(''));
    expect(lastList(calls)?.get('status')).toBe(openStatuses.join(','));
  });
});
