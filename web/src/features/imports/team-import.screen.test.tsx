import { currentToasts } from '@kerb/web/design/toasts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aTenant } from '../../../test/lists.ts';

const place = '/v1/tenants/7/team-imports';
const headers = ['First', 'Surname', 'Contact'];
const row = (line: number, texts: object, errors: object = {}) => ({ line, texts, errors });
const ivy = row(2, { firstName: 'Ivy', surname: 'Ng', emailAddress: 'ivy@example.com' });
const abe = row(3, { firstName: 'Abe', surname: 'Ng', emailAddress: 'abe@example.com' });
const bad = row(
  4,
  { firstName: 'Bad', surname: '', emailAddress: 'x' },
  { emailAddress: 'That email address is not valid.' },
);
const unmapped = {
  headers,
  mapping: { firstName: 0, surname: 1 },
  rows: [row(2, { firstName: 'Ivy', surname: 'Ng' }, { emailAddress: 'Required' })],
};
const mapped = { headers, mapping: { firstName: 0, surname: 1, emailAddress: 2 }, rows: [ivy, abe, bad] };

const summary = (change: object = {}) => ({
  ...{
    id: 5,
    href: `${place}/5`,
    fileName: 'team.csv',
    createdDate: new Date().toISOString(),
    createdByName: 'Mia Manager',
  },
  ...{
    undoneDate: null,
    undoUntil: '2099-01-01T00:00:00.000Z',
    counts: { created: 1, refused: 0, removed: 0, kept: 0 },
  },
  ...change,
});
const created = { line: 2, outcome: 'created', name: 'Ivy Ng, ivy@example.com', message: 'Invited' };
const details = (change: object = {}) => ({ ...summary(), rows: [created], ...change });

async function show(answers: Parameters<typeof signedIn>[0] = {}, by = agent) {
  const calls = await signedIn({
    'GET /v1/tenants/7': () => aTenant(),
    [`GET ${place}`]: () => ({ items: [] }),
    [`POST ${place}/check`]: ({ body }: Seen) => ((body as { mapping?: object }).mapping ? mapped : unmapped),
    [`POST ${place}`]: () => details(),
    [`GET ${place}/5`]: () => details(),
    ...answers,
  });
  renderApp('/agencies/7/users/import', by);
  return { calls, user: userEvent.setup() };
}

const choose = async (
  user: ReturnType<typeof userEvent.setup>,
  text = 'First,Surname,Contact\nIvy,Ng,ivy@example.com',
) => {
  await screen.findByRole('heading', { name: 'Import Team Members' });
  await user.upload(screen.getByLabelText('CSV file: choose file'), new File([text], 'team.csv', { type: 'text/csv' }));
};
const sent = (calls: Seen[], path: string) => calls.filter((call) => call.method === 'POST' && call.path === path);
const toasts = () => currentToasts.get().map(({ text }) => text);

beforeEach(() => usePage());

describe('the import of team members', () => {
  it('says its limits and what has been imported', async () => {
    await show();
    expect(
      await screen.findByText(/At most 1,000 rows and 500 KB. You can import 60 team members at once/),
    ).toBeTruthy();
    expect(await screen.findByText('Nothing has been imported yet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download a sample file' })).toBeTruthy();
  });

  it('checks a file, lets the columns be corrected, and imports only the selected rows', async () => {
    const { calls, user } = await show();
    await choose(user);
    expect(await screen.findByText(/0 of 1 rows can be imported/)).toBeTruthy();
    expect(screen.getByText('Choose a column.')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText(/^Email/), 'Contact');
    expect(await screen.findByText(/2 of 3 rows can be imported. 2 selected./)).toBeTruthy();
    expect(sent(calls, `${place}/check`).at(-1)?.body).toMatchObject({ mapping: mapped.mapping });
    expect(screen.getByText('That email address is not valid.')).toBeTruthy();
    expect(screen.getByText(/each selected person gets an invitation by email/)).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select line 3 Abe Ng' }));
    expect(sent(calls, place)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Import 1 team member' }));
    await waitFor(() => expect(toasts()).toEqual(['1 team member imported']));
    const [call] = sent(calls, place);
    expect(call?.body).toMatchObject({ fileName: 'team.csv', mapping: mapped.mapping, lines: [2] });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('shows why a file is refused, and takes another one', async () => {
    const { user } = await show({
      [`POST ${place}/check`]: () => problemResponse(400, { displayText: 'This is not a CSV file.' }),
    });
    await choose(user);
    expect(await screen.findByText('This is not a CSV file.')).toBeTruthy();
    expect(screen.getByLabelText('CSV file: choose file')).toBeTruthy();
  });

  it('refuses a large file before it is sent', async () => {
    const { calls, user } = await show();
    await choose(user, 'x'.repeat(500_001));
    expect(await screen.findByText('The file is too large to import.')).toBeTruthy();
    expect(sent(calls, `${place}/check`)).toEqual([]);
  });

  it('is undone after a question, and says row by row what was kept', async () => {
    const rows = [{ ...created, outcome: 'kept', message: 'Kept: the person has accepted the invitation.' }];
    const undone = {
      undoUntil: null,
      undoneDate: '2026-11-18T00:00:00.000Z',
      counts: { created: 0, refused: 0, removed: 0, kept: 1 },
    };
    let isUndone = false;
    const { calls, user } = await show({
      [`GET ${place}`]: () => ({ items: [summary(isUndone ? undone : {})] }),
      [`GET ${place}/5`]: () => details(isUndone ? { ...undone, rows } : {}),
      [`POST ${place}/5/undo`]: () => {
        isUndone = true;
        return details({ ...undone, rows });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Undo the import of team.csv' }));
    const question = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
    expect(sent(calls, `${place}/5/undo`)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Undo import' }));
    const outcome = await screen.findByRole('list', { name: 'Outcome of each row' });
    await waitFor(() => expect(outcome.textContent).toContain('Kept: the person has accepted the invitation.'));
    expect(toasts()).toEqual(['Undone in part: see each row']);
    expect(screen.queryByRole('button', { name: 'Undo the import of team.csv' })).toBeNull();
  });

  it('cannot be undone after its time', async () => {
    await show({ [`GET ${place}`]: () => ({ items: [summary({ undoUntil: '2020-01-01T00:00:00.000Z' })] }) });
    expect(await screen.findByText('team.csv')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo the import of team.csv' })).toBeNull();
  });

  it('is closed to employees', async () => {
    const memberships = [{ ...agent.memberships[0]!, tenantUserType: 'employee' as const }];
    await show({}, { ...agent, memberships });
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });
});
