import { AuditLogCard } from '@kerb/web/features/audit/audit-log.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const entry = {
  id: 1,
  href: '/v1/log-entries/1',
  date: '2026-11-03T22:05:00.000Z',
  userName: 'Mia Manager',
  activityCode: 'campaign_status_change',
  description: 'Campaign status changed',
  logData: '{"status":{"before":"draft","after":"waiting-invite"}}',
  user: { href: '/v1/users/11' },
  targetAgreement: { href: '/v1/agreements/10231' },
};

async function open(answer: (seen: Seen) => Response | object) {
  const { handlers } = campaignServer(campaign());
  const calls = await signedIn({ ...handlers, 'GET /v1/log-entries': answer });
  renderCards(({ value }) => <AuditLogCard agreement={value} />, sessions.admin);
  await userEvent.click(await screen.findByRole('button', { name: 'Show History' }));
  return calls.filter.bind(calls, ({ path }: Seen) => path === '/v1/log-entries') as () => Seen[];
}

describe('the audit log', () => {
  it('is fetched on request, fifty entries at a time, with dates in the page’s one time zone', async () => {
    const asked = await open(() => ({ items: [entry], totalItems: 120 }));
    const table = await screen.findByRole('table', { name: 'Audit Log' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Date', 'User Name', 'Description']);
    expect(await within(table).findByText('Wed 4th Nov 26, 9:05 am')).toBeTruthy();
    expect(within(table).getByText('Mia Manager')).toBeTruthy();
    expect(Object.fromEntries(asked()[0]!.query)).toMatchObject({
      targetAgreementId: '10231',
      page: '1',
      perPage: '50',
    });

    const perPage = screen.getByRole('combobox', { name: 'Per page' });
    expect(
      within(perPage)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['10', '25', '50', '100']);
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(asked().at(-1)?.query.get('page')).toBe('2'));
    await userEvent.selectOptions(perPage, '25');
    await waitFor(() => expect(asked().at(-1)?.query.get('perPage')).toBe('25'));
    expect(asked().at(-1)?.query.get('page')).toBe('1');

    await userEvent.click(screen.getByRole('button', { name: 'Hide History' }));
    expect(screen.queryByRole('table', { name: 'Audit Log' })).toBeNull();
  });

  it('shows what an entry changed, in words and as the stored data', async () => {
    await open(() => ({ items: [entry], totalItems: 1 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show Details' }));
    expect(screen.getByText(/Draft →/).textContent).toBe('Status Draft → Sent');
    expect(document.querySelector('pre')?.textContent).toBe(JSON.stringify(JSON.parse(entry.logData), null, 2));
    await userEvent.click(screen.getByRole('button', { name: 'Hide Details' }));
    expect(document.querySelector('pre')).toBeNull();
  });

  it('is filtered shortly after the typing stops', async () => {
    const asked = await open(({ query }) =>
      query.get('textQuery') ? { items: [], totalItems: 0 } : { items: [entry], totalItems: 1 },
    );
    await userEvent.type(await screen.findByRole('textbox', { name: 'Filter' }), 'mia');
    expect(await screen.findByText('There are no matching entries.')).toBeTruthy();
    expect(asked().flatMap(({ query }) => query.get('textQuery') ?? [])).toEqual(['mia']);
  });

  it('shows a failure and its cause over the page, until it is dismissed, and then offers a retry', async () => {
    let isAway = true;
    await open(() =>
      isAway
        ? problemResponse(403, { displayText: 'Your role does not allow this.' })
        : { items: [entry], totalItems: 1 },
    );
    const overlay = await screen.findByRole('dialog', { name: 'Failed to load audit log entries' });
    expect(within(overlay).getByRole('alert').textContent).toBe('Your role does not allow this.');
    await userEvent.click(within(overlay).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await userEvent.click(screen.getByRole('button', { name: 'Load history again' }));
    const again = await screen.findByRole('dialog', { name: 'Failed to load audit log entries' });
    isAway = false;
    await userEvent.click(within(again).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mia Manager')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
