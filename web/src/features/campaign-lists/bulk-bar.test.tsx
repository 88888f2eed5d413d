import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aMember, aRow, aTenant, pageOfRows } from '../../../test/lists.ts';

const rows = [
  aRow({ id: 1, name: '1 Wattle St, Yass', actionSuggested: true }),
  aRow({ id: 2, name: '2 Wattle St, Yass' }),
];
const linkTo = (userId: number) => ({ href: `/v1/users/${userId}` });

type Answers = Record<string, (call: Seen) => object>;
async function show(answers: Answers = {}, session = agent, path = '/agencies/7/applications') {
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(...rows),
    'GET /v1/agreements/volumes': () => ({ items: [] }),
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/7/users': () => ({ items: [aMember()] }),
    ...answers,
  });
  renderApp(path, session);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  const bar = await screen.findByRole('region', { name: 'Selected campaigns' });
  return { calls, user, bar: within(bar) };
}
const box = (name: RegExp) => screen.findByRole('checkbox', { name });
const isChecked = async (found: Promise<HTMLElement>) => ((await found) as HTMLInputElement).checked;
const bodiesOf = (calls: Seen[], path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);

beforeEach(() => {
  usePage();
  sessionStorage.clear();
});

describe('selected campaigns', () => {
  it('have boxes with names of their own, and no action before one is selected', async () => {
    const { bar, user } = await show();
    expect(bar.getByRole('button', { name: 'Remind payers' }).hasAttribute('disabled')).toBe(true);
    await user.click(await box(/^Select .*1 Wattle St/));
    bar.getByText('1 campaign selected');
    await user.click(bar.getByRole('button', { name: 'Select all on this page' }));
    bar.getByText('2 campaigns selected');
    expect(await isChecked(box(/2 Wattle St/))).toBe(true);
    await user.click(bar.getByRole('button', { name: 'Clear this page' }));
    bar.getByText('No campaign selected');
    await user.click(screen.getByRole('button', { name: 'Select' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('are marked as done with the outcome of each, and undone', async () => {
    const { bar, user, calls } = await show({
      'POST /v1/bulk/flag': ({ body }) => ({
        items: (body as { items: { id: number; actionSuggested: boolean }[] }).items.map(({ id, actionSuggested }) =>
          id === 1
            ? { id, outcome: 'done', message: actionSuggested ? 'Follow-up suggested' : 'Follow-up done', version: 8 }
            : { id, outcome: 'refused', message: 'No campaign found with this ID.', version: null },
        ),
      }),
    });
    await user.click(bar.getByRole('button', { name: 'Select all on this page' }));
    const button = bar.getByRole('button', { name: 'Mark follow-up done' });
    await user.click(button);
    await bar.findByRole('heading', { name: 'Mark follow-up done: 1 done, 1 refused' });
    expect(document.activeElement).toBe(button);
    const outcomes = within(bar.getByRole('list', { name: 'Outcome of each campaign' })).getAllByRole('listitem');
    expect(outcomes[0]?.textContent).toBe('Refused2 Wattle St, YassNo campaign found with this ID.');
    await user.click(bar.getByRole('button', { name: 'Undo' }));
    const heading = await bar.findByRole('heading', { name: 'Undo: Mark follow-up done: 1 done' });
    expect(document.activeElement).toBe(heading);
    expect(bodiesOf(calls, '/v1/bulk/flag')).toEqual([
      { items: [1, 2].map((id) => ({ id, actionSuggested: false })) },
      { items: [{ id: 1, actionSuggested: true, version: 8 }] },
    ]);
    const keys = calls
      .filter(({ path }) => path === '/v1/bulk/flag')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('are assigned to a person of the team, and given back', async () => {
    const { bar, user, calls } = await show({
      'POST /v1/bulk/assign': () => ({
        items: [{ id: 1, outcome: 'done', message: 'Assigned', version: 5, agentUser: linkTo(3) }],
      }),
    });
    await user.click(await box(/1 Wattle St/));
    await bar.findByRole('option', { name: aMember().displayName });
    await user.selectOptions(bar.getByLabelText('Assigned To'), aMember().displayName);
    await user.click(bar.getByRole('button', { name: 'Assign' }));
    await user.click(await bar.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bodiesOf(calls, '/v1/bulk/assign')).toHaveLength(2));
    expect(bodiesOf(calls, '/v1/bulk/assign')[1]).toEqual({ items: [{ id: 1, agentUser: linkTo(3), version: 5 }] });
  });

  it('are reminded only after a question, because a message cannot be taken back', async () => {
    const { bar, user, calls } = await show({
      'POST /v1/bulk/remind': () => ({
        items: [{ id: 1, outcome: 'done', message: '1 payer reminded', version: null }],
      }),
    });
    await user.click(await box(/1 Wattle St/));
    await user.click(bar.getByRole('button', { name: 'Remind payers' }));
    const question = await screen.findByRole('dialog', { name: 'Remind the payers of 1 campaign?' });
    expect(bodiesOf(calls, '/v1/bulk/remind')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Remind' }));
    await bar.findByRole('heading', { name: 'Remind payers: 1 done' });
    expect(bar.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(bodiesOf(calls, '/v1/bulk/remind')).toEqual([{ ids: [1] }]);
  });

  it('of the admin’s table are selected with the key x; only those of one organisation can be assigned', async () => {
    const table = [rows[0]!, aRow({ id: 3, name: '3 Wattle St, Yass', tenant: { href: '/v1/tenants/8' } })];
    const { bar, user } = await show({ 'GET /v1/agreements': () => pageOfRows(...table) }, admin, '/');
    const first = (await box(/1 Wattle St/)).closest('tr');
    first?.querySelector('a')?.focus();
    await user.keyboard('x');
    expect(await isChecked(box(/1 Wattle St/))).toBe(true);
    await bar.findByLabelText('Assigned To');
    await user.click(await box(/3 Wattle St/));
    expect(bar.queryByLabelText('Assigned To')).toBeNull();
    bar.getByText('To assign, select campaigns of one organisation.');
  });
});
