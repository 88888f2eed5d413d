import { payoutStateLabels } from '@kerb/domain/loans/payout-letters.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemResponse, renderApp, type Seen, stubServer, usePage } from '../../../test/harness.tsx';
import type { WireConfirmedLetter } from '../../../test/loans.ts';

beforeEach(() => usePage());

const letter: WireConfirmedLetter = {
  code: 'K7Q2M-9XW4P',
  state: 'valid',
  stateLabel: 'This letter is ours, and its figure holds.',
  brand: 'KerbPay',
  flowNumber: 'AU10231',
  property: '12 Wattle St, Yass NSW 2582',
  payoutDate: '2026-04-20',
  validUntil: '2026-04-20',
  issuedDate: '2026-04-02',
  lines: [{ label: 'Campaign Budget', amount: 10_000 }],
  total: 11_046.5,
  payTo: { accountName: 'KerbPay Trust', bsbNumber: '062-000', accountNumber: '12345678', reference: 'FLOW-AU10231' },
};

async function show(path = '/payout', answer: () => Response | object = () => letter) {
  const calls: Seen[] = stubServer({ 'GET /v1/payout-letters/K7Q2M-9XW4P': answer });
  renderApp(path, null);
  await screen.findByRole('heading', { name: 'Check a payout letter' });
  return { calls, user: userEvent.setup() };
}

describe('the page that verifies a payout letter', () => {
  it('shows anyone with its code what the letter says, ignoring spaces and case', async () => {
    const { user } = await show();
    await user.type(screen.getByLabelText('Code'), ' k7q2m 9xw4p');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('This letter is ours, and its figure holds.')).toBeTruthy();
    expect(screen.getByText('$11,046.50')).toBeTruthy();
    expect(screen.getByText('062-000')).toBeTruthy();
    expect(screen.getAllByText('Mon 20 Apr 2026')).toHaveLength(2);
  });

  it('sends no request for an invalid code', async () => {
    const { user, calls } = await show();
    await user.type(screen.getByLabelText('Code'), 'K7Q2M');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(screen.getByText('Enter the ten letters and digits of the code on the letter.')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it.each(['ended', 'repaid', 'expired', 'changed'] as const)(
    'names no account to pay to for a letter whose state is %s',
    async (state) => {
      const stateLabel = payoutStateLabels[state];
      await show('/payout?code=K7Q2M-9XW4P', () => ({ ...letter, state, stateLabel }));
      expect(await screen.findByText(stateLabel)).toBeTruthy();
      expect(screen.queryByText('062-000')).toBeNull();
    },
  );

  it('warns of a letter that the platform did not issue', async () => {
    await show('/payout?code=K7Q2M-9XW4P', () => problemResponse(404));
    expect(await screen.findByText(/We have not issued a letter with this code/)).toBeTruthy();
  });

  it('says so if the rate limit is reached', async () => {
    await show('/payout?code=K7Q2M-9XW4P', () => problemResponse(429, { displayText: 'Please wait a while.' }));
    expect(await screen.findByText('Please wait a while.')).toBeTruthy();
  });
});
