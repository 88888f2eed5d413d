import { Repayments } from '@kerb/web/features/loans/repayments.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, fill, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { account, lentCampaign, type WireAccount } from '../../../test/loans.ts';

beforeEach(() => usePage());

type Answers = Record<string, (seen: Seen) => Response | object>;

async function show(changed: Partial<WireAccount> = {}, answers: Answers = {}) {
  const server = campaignServer(campaign(lentCampaign));
  const calls = await signedIn({
    ...server.handlers,
    'GET /v1/agreements/10231/loan-account': () => account(changed),
    ...answers,
  });
  renderCards((record) => <Repayments record={record} />, sessions.admin);
  await screen.findByText('Owed today');
  return { calls, user: userEvent.setup() };
}

const sent = (calls: Seen[]) => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

const repayment: WireAccount['repayments'][number] = {
  id: 7,
  paymentNumber: 'P7',
  status: 'approved',
  method: 'direct-deposit',
  ...{
    date: '2026-04-01',
    amount: 1_000,
    description: null,
    fees: 734,
    interest: 66,
    principal: 200,
    recovered: 0,
    held: 0,
  },
};

describe('repayments of a loan', () => {
  it('show how each payment was divided, and what is past due in red', async () => {
    await show({
      repayments: [repayment],
      arrears: { dueDate: '2026-02-20', daysPastDue: 41, group: 'days-31-60', label: '31–60 days', amount: 9_000 },
    });
    const rows = within(screen.getByRole('table', { name: 'Payments for the loan' })).getAllByRole('row');
    expect(rows[1]?.textContent).toBe('P7, 1 Apr 2026, Bank Transfer$734.00$66.00$200.00$1,000.00');
    expect(screen.getByText('Past due: 31–60 days').closest('[data-tone]')?.getAttribute('data-tone')).toBe('danger');
    expect(screen.getByText('$9,000 was due on 20 Feb 2026, 41 days ago.')).toBeTruthy();
  });

  it('are recorded with the amount that came', async () => {
    const { calls, user } = await show(
      {},
      { 'POST /v1/agreements/10231/repayments': () => account({ owed: 9_972.36 }) },
    );
    await user.click(screen.getByRole('button', { name: 'Record repayment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record repayment' }));
    fill(dialog.getByLabelText('Amount'), '1,000.50');
    await user.click(dialog.getByRole('button', { name: 'Record repayment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(calls)).toEqual([
      [
        '/v1/agreements/10231/repayments',
        { amount: 1_000.5, date: '2026-04-02', method: 'direct-deposit', description: null },
      ],
    ]);
  });

  it('keep what was typed, and show the server’s refusal under its field', async () => {
    const refusal = 'The day of the payment cannot be in the future.';
    const { user } = await show(
      {},
      {
        'POST /v1/agreements/10231/repayments': () =>
          problemResponse(400, {
            displayText: refusal,
            validation: { date: [{ type: 'notValid', message: refusal }] },
          }),
      },
    );
    await user.click(screen.getByRole('button', { name: 'Record repayment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record repayment' }));
    fill(dialog.getByLabelText('Amount'), '12.34');
    await user.click(dialog.getByRole('button', { name: 'Record repayment' }));
    expect(await dialog.findByText(refusal)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('12.34');
  });

  it('leave a small rest that is written off with a reason', async () => {
    const answers = { 'POST /v1/agreements/10231/write-off-rest': () => account({ owed: 0, writtenOff: 0.4 }) };
    const { calls, user } = await show({ owed: 0.4, mayWriteOff: true }, answers);
    await user.click(screen.getByRole('button', { name: 'Write off $0.40' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Write off the rest' }));
    await user.type(dialog.getByLabelText('Reason'), 'Bank fee');
    await user.click(dialog.getByRole('button', { name: 'Write off the rest' }));
    await waitFor(() => expect(sent(calls)).toEqual([['/v1/agreements/10231/write-off-rest', { reason: 'Bank fee' }]]));
  });

  it('offer nothing to somebody who may not record them', async () => {
    await show({ mayRecord: false });
    expect(screen.queryByRole('button', { name: 'Record repayment' })).toBeNull();
  });

  it('ask a second admin to write off a loan, and say that it waits', async () => {
    const answers = { 'POST /v1/agreements/10231/write-off': () => account({ isWriteOffAsked: true }) };
    const { calls, user } = await show({ mayAskWriteOff: true }, answers);
    await user.click(screen.getByRole('button', { name: 'Ask to write off' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask to write off' }));
    await user.type(dialog.getByLabelText(/Why can it not be collected/), 'Bankrupt');
    await user.click(dialog.getByRole('button', { name: 'Ask to write off' }));
    await waitFor(() => expect(sent(calls)).toEqual([['/v1/agreements/10231/write-off', { reason: 'Bankrupt' }]]));
  });

  it('say that a loan was written off, and what was recovered', async () => {
    await show({ owed: 0, writtenOff: 900, isWriteOffAsked: true, mayReverseWriteOff: true });
    expect(screen.getAllByText('Written off').length).toBeGreaterThan(1);
    expect(screen.getByText(/A write-off waits for another admin/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reverse the write-off' })).toBeTruthy();
  });
});
