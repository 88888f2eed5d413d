import type { statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import '../../../test/lists.ts';
import { stubUploads } from '../../../test/uploads.ts';

type Lines = z.input<typeof statementEndpoints.lines.response>;
type Line = Lines['items'][number];

const campaign = {
  agreement: { href: '/v1/agreements/10231' },
  tenant: { href: '/v1/tenants/7' },
  tenantName: 'Harbour Estate',
  flowNumber: 'AU10231',
  name: '12 Wattle St, Yass',
};
const proposal: Line['proposals'][number] = {
  ...campaign,
  reasons: ['reference', 'amount'],
  strength: 'strong',
  outcome: 'exact',
  refusal: null,
  left: 4200,
  recorded: null,
  rightAccount: null,
};
const aLine = (change: Partial<Line> = {}): Line => ({
  id: 5,
  account: 'trust',
  date: '2026-11-15',
  amount: 4200,
  words: 'FLOW AU10231 PAT PAYER',
  state: 'unmatched',
  isGoingOut: false,
  fileName: 'nov.csv',
  proposals: [proposal],
  match: null,
  isPayout: false,
  payoutFee: 0,
  transferProposals: [],
  transfer: null,
  movementProposals: [],
  movement: null,
  ignoreReason: null,
  stateDate: '2026-11-15T02:00:00.000Z',
  stateByName: 'Ann Abbott',
  ...change,
});
const matched = aLine({
  state: 'matched',
  proposals: [],
  match: { ...campaign, paymentNumber: 'P100001', isLinked: false },
});

const payout = aLine({ state: 'matched', proposals: [], isPayout: true });

const listOf = (...items: Line[]): Lines => ({
  items,
  totalItems: items.length,
  newerCursor: null,
  olderCursor: null,
  counts: { unmatched: 1, matched: 1, ignored: 0 },
  uncounted: [],
  hasTwoAccounts: false,
});

const show = async (answer: () => Lines | Response, more: object = {}, search = '') => {
  const calls = await signedIn({
    'GET /v1/bank-statement-lines': answer,
    'POST /v1/bank-statement-lines/5/accept': () => matched,
    'POST /v1/bank-statement-lines/5/payout': () => payout,
    'POST /v1/bank-statement-lines/5/undo': () => aLine(),
    'POST /v1/bank-statement-lines/5/ignore': () => aLine({ state: 'ignored', ignoreReason: 'Interest' }),
    ...more,
  });
  renderApp(`/batch-payments/statements${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Bank statements' });
  return { calls, user: userEvent.setup() };
};

beforeEach(() => usePage());

describe('Bank statements', () => {
  const cursorsAsked = (calls: Awaited<ReturnType<typeof show>>['calls']) =>
    calls.filter(({ path }) => path === '/v1/bank-statement-lines').map(({ query }) => query.get('cursor'));

  it.each(['cursor=0', 'cursor=older-abc'])('ignores %s, which does not exist', async (search) => {
    const { calls } = await show(() => listOf(), {}, `?${search}`);
    expect(cursorsAsked(calls)).toEqual([null]);
  });

  it('steps to older lines, back to newer ones, and to the newest', async () => {
    const { calls, user } = await show(() => ({ ...listOf(aLine()), newerCursor: 'newer-9', olderCursor: 'older-5' }));
    await user.click(await screen.findByRole('button', { name: 'Older' }));
    await waitFor(() => expect(cursorsAsked(calls)).toEqual([null, 'older-5']));
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    await waitFor(() => expect(cursorsAsked(calls)).toEqual([null, 'older-5', 'newer-9']));
    await user.click(screen.getByRole('button', { name: 'Newest lines' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Newest lines' })).toHaveProperty('disabled', true));
  });

  it('has no steps if all lines are shown', async () => {
    await show(() => listOf(aLine()));
    await screen.findByText('FLOW AU10231 PAT PAYER');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('shows an unmatched line with the best campaign for it, the reasons, and what the money would do', async () => {
    await show(() => listOf(aLine()));
    await screen.findByText('FLOW AU10231 PAT PAYER');
    expect(screen.getByRole('link', { name: 'AU10231' })).toBeTruthy();
    expect(screen.getByText('Pays exactly what is due')).toBeTruthy();
    expect(screen.getByText('Strong match: Reference, Amount. Due $4,200')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unmatched (1)', pressed: true })).toBeTruthy();
  });

  it('accepts a match', async () => {
    const { calls, user } = await show(() => listOf(aLine()));
    await user.click(await screen.findByRole('button', { name: /^Accept AU10231/ }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/accept'))).toBe(true));
    expect(calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({ agreement: campaign.agreement });
  });

  it('shows every campaign that it may pay, best first, and accepts any of them', async () => {
    const second = { ...proposal, agreement: { href: '/v1/agreements/10300' }, flowNumber: 'AU10300' };
    const { calls, user } = await show(() => listOf(aLine({ proposals: [proposal, second] })));
    const list = await screen.findByRole('list', { name: /^Campaigns for \$4,200/ });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['AU10231', 'AU10300']);
    await user.click(within(list).getByRole('button', { name: /^Accept AU10300/ }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({ agreement: second.agreement }),
    );
  });

  it('accepts another campaign, found by its Flow No.', async () => {
    const other = { ...proposal, agreement: { href: '/v1/agreements/10300' }, flowNumber: 'AU10300', reasons: [] };
    const { calls, user } = await show(() => listOf(aLine({ proposals: [] })), {
      'GET /v1/bank-statement-lines/5/campaign': () => other,
    });
    await user.type(await screen.findByRole('textbox', { name: /^Flow No\. for/ }), 'AU10300{Enter}');
    await user.click(await screen.findByRole('button', { name: /^Accept AU10300/ }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/accept'))).toBe(true));
    expect(calls.find(({ path }) => path.endsWith('/campaign'))?.query.get('flowNumber')).toBe('AU10300');
  });

  it('does not offer to accept a campaign that cannot be paid, and says why', async () => {
    const refusal = 'Pay Later is repaid at the end, and not paid here.';
    await show(() => listOf(aLine({ proposals: [{ ...proposal, outcome: 'none', refusal }] })));
    expect(await screen.findByText(refusal)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
  });

  describe('with a payment of the same amount that was recorded by hand', () => {
    const recorded = { paymentNumber: 'P100012', date: '2026-11-14' };
    const line = aLine({ proposals: [{ ...proposal, outcome: 'paid-already', left: 0, recorded }] });
    const sent = (calls: { path: string; body?: unknown }[]) =>
      calls.find(({ path }) => path.endsWith('/accept'))?.body;

    it('says so, and links the line to it', async () => {
      const { calls, user } = await show(() => listOf(line));
      expect(await screen.findByText('Recorded by hand already')).toBeTruthy();
      expect(screen.getByText(/as payment P100012\. It is probably the same money\./)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
      await user.click(screen.getByRole('button', { name: /^The same money as P100012/ }));
      await waitFor(() => expect(sent(calls)).toEqual({ agreement: campaign.agreement, recorded: 'same' }));
    });

    it('asks before it records another payment', async () => {
      const { calls, user } = await show(() => listOf(line));
      await user.click(await screen.findByRole('button', { name: /^Another payment for AU10231/ }));
      const dialog = await screen.findByRole('dialog', { name: 'Record another payment' });
      expect(dialog.textContent).toContain('Only if the payer sent $4,200 twice');
      expect(sent(calls)).toBeUndefined();
      await user.click(within(dialog).getByRole('button', { name: 'Record another payment' }));
      await waitFor(() => expect(sent(calls)).toEqual({ agreement: campaign.agreement, recorded: 'another' }));
    });

    it('says that Undo keeps the payment', async () => {
      const linked = { ...matched, match: { ...campaign, paymentNumber: 'P100012', isLinked: true } };
      const { user } = await show(() => listOf(linked), {}, '?state=matched');
      await user.click(await screen.findByRole('button', { name: /^Undo/ }));
      const dialog = await screen.findByRole('dialog', { name: 'Undo match' });
      expect(dialog.textContent).toContain('Payment P100012 was recorded by hand and stays.');
    });
  });

  it('ignores a line with a reason', async () => {
    const { calls, user } = await show(() => listOf(aLine()));
    await user.click(await screen.findByRole('button', { name: /^Ignore \$/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Ignore line' });
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Interest');
    await user.click(within(dialog).getByRole('button', { name: 'Ignore' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path.endsWith('/ignore'))?.body).toEqual({ reason: 'Interest' }),
    );
  });

  it('marks a line as a payout of the card gateway, and undoes that', async () => {
    const { calls, user } = await show(() =>
      listOf(calls.some(({ path }) => path.endsWith('/payout')) ? payout : aLine()),
    );
    await user.click(await screen.findByRole('button', { name: /^Card gateway: / }));
    const dialog = await screen.findByRole('dialog', { name: 'Card gateway' });
    await user.clear(within(dialog).getByRole('textbox', { name: 'Fee of the card gateway' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Fee of the card gateway' }), '12.30');
    await user.click(within(dialog).getByRole('button', { name: 'Record' }));
    expect(calls.find(({ path }) => path.endsWith('/payout'))?.body).toEqual({ fee: 12.3 });
    expect(await screen.findByText('Payout of the card gateway')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/undo'))).toBe(true));
  });

  const wholeBatch: Line['transferProposals'][number] = {
    batch: { href: '/v1/batch-payments/12' },
    status: 'processing',
    amount: 4200,
    isBounced: false,
    campaign: null,
  };
  const onePayment = { ...wholeBatch, status: 'transferred' as const, campaign };
  const bodyOf = (calls: { path: string; body?: unknown }[], end: string) =>
    calls.find(({ path }) => path.endsWith(end))?.body;

  it('matches outgoing money with a batch, or with one of its payments', async () => {
    const out = aLine({ amount: -4200, isGoingOut: true, proposals: [], transferProposals: [wholeBatch, onePayment] });
    const { calls, user } = await show(() => listOf(out), {
      'POST /v1/bank-statement-lines/5/transfer': () =>
        aLine({ ...out, state: 'matched', transferProposals: [], transfer: wholeBatch }),
    });
    const list = await screen.findByRole('list', { name: /^Batches for/ });
    expect(within(list).getByText('The whole batch. Processing')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /^Flow No\. for/ })).toBeNull();
    await user.click(within(list).getByRole('button', { name: /^Match batch 12, AU10231/ }));
    await waitFor(() =>
      expect(bodyOf(calls, '/transfer')).toEqual({ batch: wholeBatch.batch, agreement: campaign.agreement }),
    );
  });

  it('records a payment that the bank sent back, after a question', async () => {
    const line = aLine({ words: 'RETURNED AU10231', proposals: [], transferProposals: [onePayment] });
    const { calls, user } = await show(() => listOf(line), { 'POST /v1/bank-statement-lines/5/bounce': () => matched });
    await user.click(await screen.findByRole('button', { name: /^Sent back batch 12, AU10231/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment sent back' });
    expect(dialog.textContent).toContain('owed this money again');
    expect(bodyOf(calls, '/bounce')).toBeUndefined();
    await user.click(within(dialog).getByRole('button', { name: 'Record as sent back' }));
    await waitFor(() =>
      expect(bodyOf(calls, '/bounce')).toEqual({ batch: onePayment.batch, agreement: campaign.agreement }),
    );
  });

  it('shows what a line of a batch is, and undoes the match', async () => {
    const line = aLine({ amount: -4200, isGoingOut: true, state: 'matched', proposals: [], transfer: onePayment });
    const { calls, user } = await show(() => listOf(line), {}, '?state=matched');
    expect(await screen.findByText('Harbour Estate. Transferred')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/undo'))).toBe(true));
  });

  it('undoes a match after a confirmation', async () => {
    const { calls, user } = await show(() => listOf(matched), {}, '?state=matched');
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo match' });
    expect(dialog.textContent).toContain('Payment P100001 of $4,200 for AU10231 is voided.');
    expect(calls.some(({ path }) => path.endsWith('/undo'))).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Undo match' }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/undo'))).toBe(true));
  });

  const outcome = { newLines: 2, knownLines: 1, refusedLines: 1, refused: [{ line: 4, because: 'This is no date.' }] };
  const known = [{ line: 3, id: 77, date: '2026-11-15', amount: 50, words: 'SMITH' }];
  const choose = (user: ReturnType<typeof userEvent.setup>, text = 'Date,Amount') =>
    user.upload(screen.getByLabelText('Statement: choose file'), new File([text], 'nov.csv'));

  it('uploads a file with its progress, and shows what was read and which lines were not', async () => {
    const uploads = stubUploads();
    const { user } = await show(() => listOf());
    await choose(user);
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.progress(0.5);
    expect(await screen.findAllByText('Uploading statement...')).not.toEqual([]);
    uploads[0]?.progress(1);
    expect(await screen.findAllByText('Reading statement...')).not.toEqual([]);
    uploads[0]?.answer(200, { ...outcome, known });
    expect(await screen.findByText(/2 lines new, 1 line known already, 1 line refused\./)).toBeTruthy();
    expect(screen.getByText('Line 4: This is no date.')).toBeTruthy();
    expect([uploads[0]?.fileName, uploads[0]?.form.has('statement')]).toEqual(['nov.csv', true]);
  });

  it('says so if it names only the first of many lines', async () => {
    const uploads = stubUploads();
    const { user } = await show(() => listOf());
    await choose(user);
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(200, { ...outcome, knownLines: 100_000, refusedLines: 2_500, known });
    expect(await screen.findByText('The first 1 of 2,500 lines.')).toBeTruthy();
    expect(screen.getByText('The first 1 of 100,000 lines.')).toBeTruthy();
  });

  it('imports a known line as another payment, after a confirmation', async () => {
    const uploads = stubUploads();
    const { calls, user } = await show(() => listOf(), {
      'POST /v1/bank-statement-lines/77/another': () => aLine({ id: 78 }),
    });
    await choose(user);
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(200, { ...outcome, known });
    await user.click(await screen.findByText('Lines that are known already'));
    await user.click(screen.getByRole('button', { name: 'Import as another payment: line 3, $50, SMITH' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import as another payment' });
    await user.click(within(dialog).getByRole('button', { name: 'Import as another payment' }));
    expect(await screen.findByText('Imported')).toBeTruthy();
    const sent = calls.find(({ path }) => path.endsWith('/another'));
    expect(sent?.body).toEqual({ fileName: 'nov.csv', line: 3 });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('offers a sample in a sandbox', async () => {
    usePage({ sandbox: true });
    const saved: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kerb');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = await show(() => listOf(), { 'GET /v1/bank-statements/sample': () => new Response('Date') });
    await user.click(screen.getByRole('button', { name: 'Download a sample' }));
    await waitFor(() => expect(saved).toEqual(['Sample-Statement.csv']));
    vi.restoreAllMocks();
  });

  it('shows why a file was refused', async () => {
    const uploads = stubUploads();
    const { user } = await show(() => listOf());
    await choose(user, 'x');
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(400, { type: 'about:blank', status: 400, displayText: 'Line 1: no headers of a statement.' });
    expect(await screen.findByText('Line 1: no headers of a statement.')).toBeTruthy();
    expect(screen.getByText('The statement was not read')).toBeTruthy();
  });

  it('does not send a file that is too large', async () => {
    const uploads = stubUploads();
    const { user } = await show(() => listOf());
    const large = new File(['x'], 'year.csv');
    Object.defineProperty(large, 'size', { value: 33 * 1024 * 1024 });
    await user.upload(screen.getByLabelText('Statement: choose file'), large);
    expect(await screen.findByText(/A statement has at most 32 MB/)).toBeTruthy();
    expect(uploads).toHaveLength(0);
  });

  it('says so if a state has more lines than were counted', async () => {
    const counts = { unmatched: 2, matched: 10_000, ignored: 0 };
    await show(() => ({ ...listOf(aLine()), counts, uncounted: ['matched'] }));
    expect(await screen.findByText('Matched (more than 10,000)')).toBeTruthy();
    expect(screen.getByText('Unmatched (2)')).toBeTruthy();
  });

  it('says if there are no lines', async () => {
    await show(() => listOf());
    expect(await screen.findByText('No unmatched lines.')).toBeTruthy();
  });

  it('says so if the server does not respond', async () => {
    await show(() => problemResponse(503));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('accepting all strong matches', () => {
  const other = { ...proposal, agreement: { href: '/v1/agreements/10232' }, flowNumber: 'AU10232' };
  const lines = listOf(
    aLine(),
    aLine({ id: 6, words: 'FLOW AU10232', proposals: [other] }),
    aLine({ id: 7, words: 'PERHAPS', proposals: [{ ...other, strength: 'possible' }] }),
  );

  it('tells the outcome of each line, and one refusal does not stop the others', async () => {
    const { calls, user } = await show(() => lines, {
      'POST /v1/bank-statement-lines/5/accept': () => problemResponse(409, { displayText: 'It is matched already.' }),
      'POST /v1/bank-statement-lines/6/accept': () => ({ ...matched, id: 6 }),
      'POST /v1/bank-statement-lines/6/undo': () => aLine({ id: 6 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Accept all strong matches (2)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Accept all strong matches' });
    expect(dialog.textContent).toContain('2 lines with $8,400 in all.');
    await user.click(within(dialog).getByRole('button', { name: 'Accept' }));
    const outcomes = await screen.findByRole('list', { name: 'Outcome of each line' });
    expect(within(outcomes).getByText('It is matched already.')).toBeTruthy();
    expect(within(outcomes).getByText('Accepted for AU10232')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '1 line accepted' })).toBeTruthy();
    const accepted = calls.filter(({ path }) => path.endsWith('/accept')).map(({ path, body }) => [path, body]);
    expect(accepted).toEqual([
      ['/v1/bank-statement-lines/5/accept', { agreement: proposal.agreement }],
      ['/v1/bank-statement-lines/6/accept', { agreement: other.agreement }],
    ]);
    await user.click(within(outcomes).getByRole('button', { name: /^Undo AU10232/ }));
    expect(await within(outcomes).findByText('Undone')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hide outcome' }));
    expect(screen.queryByRole('list', { name: 'Outcome of each line' })).toBeNull();
  });

  it('does nothing if the question is answered no, and is not offered without such lines', async () => {
    const { calls, user } = await show(() => lines);
    await user.click(await screen.findByRole('button', { name: 'Accept all strong matches (2)' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(calls.some(({ path }) => path.endsWith('/accept'))).toBe(false);
  });
});
