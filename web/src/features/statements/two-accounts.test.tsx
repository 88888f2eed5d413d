import type { statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import '../../../test/lists.ts';
import { stubUploads } from '../../../test/uploads.ts';

type Lines = z.input<typeof statementEndpoints.lines.response>;
type Line = Lines['items'][number];

const movement: NonNullable<Line['movement']> = {
  movement: 9,
  direction: 'to-operating',
  amount: 121,
  day: '2026-11-14',
  reference: 'Transfer 118',
};
const aLine = (change: Partial<Line> = {}): Line => ({
  id: 5,
  account: 'operating',
  date: '2026-11-15',
  amount: 121,
  words: 'TRANSFER FROM TRUST',
  state: 'unmatched',
  isGoingOut: false,
  fileName: 'nov.csv',
  proposals: [],
  match: null,
  isPayout: false,
  payoutFee: 0,
  transferProposals: [],
  transfer: null,
  movementProposals: [],
  movement: null,
  ignoreReason: null,
  stateDate: '2026-11-15T02:00:00.000Z',
  stateByName: null,
  ...change,
});
const matched = aLine({ state: 'matched', movement });

async function show(line: Line, hasTwoAccounts = true) {
  const lines: Lines = {
    items: [line],
    totalItems: 1,
    newerCursor: null,
    olderCursor: null,
    counts: { unmatched: 1, matched: 0, ignored: 0 },
    uncounted: [],
    hasTwoAccounts,
  };
  const calls = await signedIn({
    'GET /v1/bank-statement-lines': () => lines,
    'POST /v1/bank-statement-lines/5/movement': () => matched,
    'POST /v1/bank-statement-lines/5/undo': () => aLine(),
  });
  renderApp('/batch-payments/statements');
  await screen.findByText(line.words);
  return { calls, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('the statements of two bank accounts', () => {
  it('say which account a line is of, and ask which account a file is of', async () => {
    const uploads = stubUploads();
    const { user } = await show(aLine());
    expect(screen.getByText('Operating account, nov.csv')).toBeTruthy();
    expect(screen.queryByLabelText('Statement: choose file')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Operating account' }));
    await user.upload(screen.getByLabelText('Statement: choose file'), new File(['Date'], 'dec.csv'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.form.get('account')).toBe('operating');
  });

  it('say that money came into the wrong account', async () => {
    const proposal: Line['proposals'][number] = {
      agreement: { href: '/v1/agreements/10231' },
      tenant: { href: '/v1/tenants/7' },
      tenantName: 'Harbour Estate',
      flowNumber: 'AU10231',
      name: '12 Wattle St, Yass',
      reasons: ['reference', 'amount'],
      strength: 'strong',
      outcome: 'exact',
      refusal: null,
      left: 121,
      recorded: null,
      rightAccount: 'trust',
    };
    await show(aLine({ proposals: [proposal] }));
    expect(screen.getByText('Came into the wrong account: it belongs to the trust account')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Accept all strong matches/ })).toBeNull();
  });

  it('match a line with a movement that was recorded', async () => {
    const { user, calls } = await show(aLine({ movementProposals: [movement] }));
    await user.click(screen.getByRole('button', { name: /^Match movement Transfer 118/ }));
    await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/movement'))?.body).toEqual({ movement: 9 }));
  });

  it('record a line as a movement, after a confirmation', async () => {
    const { user, calls } = await show(aLine());
    await user.click(screen.getByRole('button', { name: /^Moved between accounts/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Moved between bank accounts' });
    expect(dialog.textContent).toContain('$121 was moved. From the trust account to the operating account.');
    await user.click(within(dialog).getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/movement'))?.body).toEqual({}));
  });

  it('undo a movement', async () => {
    const { user, calls } = await show(matched);
    expect(screen.getByText('From the trust account to the operating account')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/undo'))).toBe(true));
  });
});

describe('the statements of one bank account', () => {
  it('say nothing of accounts and offer no movement', async () => {
    await show(aLine({ account: 'trust' }), false);
    expect(screen.getByText('nov.csv')).toBeTruthy();
    expect(screen.getByLabelText('Statement: choose file')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Moved between accounts/ })).toBeNull();
  });
});
