import { MoreActions } from '@kerb/web/features/campaign-cards/more-actions.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  chooseMove,
  renderCards,
  sessions,
  versioned,
} from '../../../test/campaign-server.tsx';
import { problemResponse, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

async function open(who: 'manager' | 'employee', server = campaignServer(campaign())) {
  const calls = await signedIn(server.handlers);
  renderCards(
    (record) => <MoreActions record={record} standing={who} primary="send" onPrint={() => {}} />,
    sessions[who],
  );
  return { ...server, calls };
}

const confirmMarking = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark As Sent' }));

describe('marking as sent from the menu', () => {
  it("is possible in a draft, and applies the response's status and Payment URL", async () => {
    const server = campaignServer(campaign());
    server.handlers['POST /v1/agreements/10231/set-status'] = () => {
      const moved = { status: 'waiting-invite', vendorUrl: 'http://kerb.test/pay/abc' } as const;
      server.state.agreement = campaign(moved);
      server.state.version = 4;
      return versioned(moved, 4);
    };
    const { calls } = await open('employee', server);
    await chooseMove('Mark As Sent');
    const asked = within(await screen.findByRole('dialog', { name: 'Mark As Sent' }));
    expect(asked.getByText('No message will be sent. Payers keep waiting for their link.')).toBeTruthy();
    await userEvent.click(asked.getByRole('button', { name: 'Mark As Sent' }));
    expect(await screen.findByText('Marked as sent. No message was sent.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Mark As Sent' })).toBeNull());
    expect(calls.find(({ path }) => path.endsWith('/set-status'))?.body).toEqual({ status: 'waiting-invite' });
  });

  it('changes nothing if the question is answered with no', async () => {
    const { calls } = await open('manager');
    await chooseMove('Mark As Sent');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Go back' }));
    expect(calls.some(({ path }) => path.endsWith('/set-status'))).toBe(false);
  });

  it('shows what is missing in the server’s words', async () => {
    const words =
      'The following information must be added before the agreement can be sent to a vendor for review: Marketing Budget';
    const server = campaignServer(campaign({ campaignBudget: null }));
    server.handlers['POST /v1/agreements/10231/set-status'] = () => problemResponse(409, { displayText: words });
    await open('manager', server);
    await chooseMove('Mark As Sent');
    await confirmMarking();
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('the menu', () => {
  it('says what ending a campaign does, and keeps the ends last', async () => {
    await open('manager');
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Print',
      'Mark As Sent',
      'Cancel',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('Its Payment URLs stop working.');
  });
});
