import { HistoryCard } from '@kerb/web/features/history/history.card.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const path = 'GET /v1/agreements/10231/history';
const item = (id: number, changed: object = {}) => ({
  id,
  date: '2026-11-16T23:00:00.000Z',
  localTime: '2026-11-17T10:00',
  kind: 'link-sent',
  by: { kind: 'person', name: 'Mia Manager' },
  text: 'sent the Payment URL to Ann Payer',
  amount: null,
  ...changed,
});

async function open(handler: (seen: Seen) => object) {
  const { handlers } = campaignServer(campaign());
  const calls = await signedIn({ ...handlers, [path]: handler });
  renderCards(({ value }) => <HistoryCard agreement={value} />, sessions.employee);
  return calls;
}
const show = async () => userEvent.click(await screen.findByRole('button', { name: 'Read History' }));

describe('the history of a campaign', () => {
  it('is fetched when somebody asks for it, and goes on with older entries', async () => {
    const calls = await open(({ query }) =>
      query.get('before') === '8'
        ? { items: [item(7, { kind: 'paid', text: 'made a payment', amount: 42.5 })], next: null }
        : { items: [item(9), item(8)], next: 8 },
    );
    await screen.findByRole('heading', { name: 'History' });
    expect(calls.some(({ path: called }) => called.endsWith('/history'))).toBe(false);
    await show();
    const list = await screen.findByRole('list', { name: 'History' });
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain(
      'Mia Manager sent the Payment URL to Ann Payer',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }));
    expect(await within(list).findByText(/made a payment \(\$42\.50\)/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  });

  it('says that it is empty, and offers to try again if it fails', async () => {
    let isDown = true;
    await open(() => (isDown ? problemResponse(503, {}) : { items: [], next: null }));
    await show();
    const again = await screen.findByRole('button', { name: /try again/i });
    isDown = false;
    await userEvent.click(again);
    expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy();
  });
});
