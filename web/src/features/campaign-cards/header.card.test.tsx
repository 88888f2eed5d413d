import { StaffCampaign } from '@kerb/web/app/campaign-page/staff-campaign.tsx';
import { HeaderCard } from '@kerb/web/features/campaign-cards/header.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  chooseMove,
  fill,
  renderCards,
  sessions,
  versioned,
} from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const open = (who: keyof typeof sessions) =>
  renderCards((record) => <HeaderCard record={record} standing={who} />, sessions[who]);
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Campaign Title/ });
const saves = (calls: Seen[]) => calls.filter(({ method }) => method === 'PUT');

describe('the header card', () => {
  it('shows the flow number, who made the campaign and when it last changed', async () => {
    const { handlers } = campaignServer(campaign({ statusChangedByName: 'Ada Admin' }));
    await signedIn(handlers);
    open('employee');
    const card = await screen.findByRole('region', { name: 'Campaign' });
    for (const words of [
      'Flow No.AU10231',
      'by Mia Manager',
      'by Ada Admin',
      'Campaign Title12 Wattle St, Yass',
      'Assigned ToEli Employee',
    ]) {
      expect(card.textContent).toContain(words);
    }
    expect(card.querySelector('input, select')).toBeNull();
  });

  it('sends only the changed fields, with the version that was read', async () => {
    const { handlers } = campaignServer(campaign());
    const calls = await signedIn(handlers);
    open('manager');
    fill(await title(), ' 14 Wattle St, Yass ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(saves(calls)).toHaveLength(1);
    expect(saves(calls)[0]?.body).toEqual({ name: '14 Wattle St, Yass' });
    expect(saves(calls)[0]?.headers.get('if-match')).toBe('"3"');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect((await title()).value).toBe('14 Wattle St, Yass');

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Assigned To' }), 'Mia Manager');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(calls)).toHaveLength(2));
    expect(saves(calls)[1]?.body).toEqual({ agentUser: { href: '/v1/users/11' } });
    expect(saves(calls)[1]?.headers.get('if-match')).toBe('"4"');
  });

  it('does not save an empty title', async () => {
    const { handlers } = campaignServer(campaign());
    const calls = await signedIn(handlers);
    open('manager');
    fill(await title(), '  ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This is required.')).toBeTruthy();
    expect(saves(calls)).toEqual([]);
  });

  it('keeps the focus in the card when its buttons disappear', async () => {
    const { handlers } = campaignServer(campaign());
    await signedIn(handlers);
    open('manager');
    for (const leaving of ['Discard', 'Save']) {
      fill(await title(), '14 Wattle St, Yass');
      await userEvent.click(screen.getByRole('button', { name: leaving }));
      await waitFor(() => expect(screen.queryByRole('button', { name: leaving })).toBeNull());
      expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Campaign' }));
    }
  });

  it.each(['signed', 'executed'] as const)('is read-only while %s, except an admin’s next action', async (status) => {
    const { handlers } = campaignServer(campaign({ status }));
    await signedIn(handlers);
    open('admin');
    await screen.findByRole('region', { name: 'Campaign' });
    expect(screen.queryByRole('textbox', { name: /^Campaign Title/ })).toBeNull();
    expect(screen.getByLabelText('Next Action Date')).toBeTruthy();
  });

  it('marks a next action whose date is past', async () => {
    const { handlers } = campaignServer(campaign({ nextActionDate: '2020-01-01' }));
    await signedIn(handlers);
    open('admin');
    const field = await screen.findByLabelText('Next Action Date');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a save after another user’s save', () => {
  it('shows a conflict, keeps the typed values, and may overwrite only the other user’s title', async () => {
    const server = campaignServer(campaign());
    const save = server.handlers['PUT /v1/agreements/10231']!;
    server.handlers['PUT /v1/agreements/10231'] = (seen) =>
      seen.headers.get('if-match') === `"${server.state.version}"`
        ? save(seen)
        : problemResponse(412, { type: '/problems/precondition-failed' });
    const calls = await signedIn(server.handlers);
    open('manager');
    fill(await title(), 'Mine');
    server.state.agreement = campaign({
      name: 'Theirs',
      agentUser: { href: '/v1/users/11' },
      agentUserName: 'Mia Manager',
    });
    server.state.version = 9;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Someone else has changed this since you opened it.')).toBeTruthy();
    expect((await title()).value).toBe('Mine');

    await userEvent.click(screen.getByRole('button', { name: 'Keep what I typed' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Assigned To' }).value).toBe('11'),
    );
    expect((await title()).value).toBe('Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(saves(calls).at(-1)?.body).toEqual({ name: 'Mine' });
    expect(saves(calls).at(-1)?.headers.get('if-match')).toBe('"9"');
  });

  it('may load the other user’s values instead', async () => {
    const server = campaignServer(campaign());
    server.handlers['PUT /v1/agreements/10231'] = () => problemResponse(412, { type: '/problems/precondition-failed' });
    await signedIn(server.handlers);
    open('manager');
    fill(await title(), '12 Wattle St, Yass!');
    server.state.agreement = campaign({ name: 'Theirs' });
    server.state.version = 9;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Load theirs' }));
    await waitFor(async () => expect((await title()).value).toBe('Theirs'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('is no conflict if only the status changed in between', async () => {
    const server = campaignServer(campaign());
    server.handlers['POST /v1/agreements/10231/set-status'] = () => {
      const moved = { status: 'waiting-invite', vendorUrl: 'http://kerb.test/pay/…' } as const;
      server.state.agreement = campaign(moved);
      server.state.version = 4;
      return versioned(moved, 4);
    };
    const calls = await signedIn(server.handlers);
    renderCards((record) => <StaffCampaign record={record} standing="manager" />, sessions.manager);
    fill(await title(), '12 Wattle St, Yass!');
    const status = within(screen.getByRole('region', { name: 'Status' }));
    await chooseMove('Mark As Sent');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark As Sent' }));
    expect(await status.findByText('Sent')).toBeTruthy();
    expect((await title()).value).toBe('12 Wattle St, Yass!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(calls)).toHaveLength(1));
    expect(saves(calls)[0]?.headers.get('if-match')).toBe('"4"');
  });
});
