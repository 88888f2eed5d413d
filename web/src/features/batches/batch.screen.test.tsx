import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBatch, type WireBatch } from '../../../test/batches.ts';
import { admin, agent, problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

const step = { date: '2026-11-15T03:00:00.000Z', user: { href: '/v1/users/98' }, userName: 'Sam Second' };
const file = { name: 'KerbPay-batch-12-2026-11-15.aba', sha256: 'ab'.repeat(32), size: 366 };

const show = async (first: WireBatch | Response, answers: Record<string, () => WireBatch | Response> = {}) => {
  let current: WireBatch | Response = first;
  const moved = Object.fromEntries(
    Object.entries(answers).map(([move, answer]) => [
      `POST /v1/batch-payments/12/${move}`,
      () => {
        const next = answer();
        if (!(next instanceof Response)) current = next;
        return next;
      },
    ]),
  );
  const calls = await signedIn({ 'GET /v1/batch-payments/12': () => current, ...moved });
  renderApp('/batch-payments/12');
  await screen.findByRole('heading', { level: 1, name: 'Batch 12' });
  return { calls, user: userEvent.setup() };
};

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

beforeEach(() => usePage());

describe('a batch', () => {
  it('shows the amount and the account for each organisation, and which account is new', async () => {
    await show(aBatch());
    const [, row] = within(screen.getByRole('table', { name: 'Payments of this batch' })).getAllByRole('row');
    expect([...row!.children].map(({ textContent }) => textContent)).toEqual([
      'AU1023112 Wattle St, Yass',
      'Harbour Estate',
      'Harbour Trust062-000 12345678First payment',
      '',
      '$4,200',
    ]);
    expect(screen.getByRole('link', { name: 'AU10231' }).getAttribute('href')).toBe('/agencies/7/applications/10231');
  });

  it('says how much is lent and must be moved to the trust account first', async () => {
    await show(aBatch({ lending: { lent: 3000, toMoveFirst: 2879 } }));
    const said = screen.getByText('Move money to the trust account first').closest<HTMLElement>('[role=alert]');
    expect(said?.textContent).toContain('$3,000.00 of this batch is lent. Move $2,879.00 from the operating account');
    expect(screen.getByRole('link', { name: 'Bank Accounts' }).getAttribute('href')).toBe('/admin/books/bank-accounts');
  });

  it('says only what is lent if that is in the trust account', async () => {
    await show(aBatch({ lending: { lent: 3000, toMoveFirst: 0 } }));
    expect(screen.getByText('Lent')).toBeTruthy();
    expect(screen.queryByText('Move money to the trust account first')).toBeNull();
  });

  it('records a payment that the bank sent back, with a reason, and says so', async () => {
    const done = aBatch({ status: 'transferred', transferred: step });
    const bounced = { ...step, reason: 'Account closed' };
    const items = done.items.map((item) => ({ ...item, bounced }));
    const { calls, user } = await show(done, { bounce: () => ({ ...done, items }) });
    await user.click(screen.getByRole('button', { name: 'Sent back: AU10231' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment sent back: AU10231' });
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Account closed');
    await user.click(within(dialog).getByRole('button', { name: 'Record as sent back' }));
    expect(await screen.findByText(/Account closed/)).toBeTruthy();
    const sent = calls.find(({ path }) => path.endsWith('/bounce'))?.body;
    expect(sent).toEqual({ agreement: { href: '/v1/agreements/10231' }, reason: 'Account closed' });
    expect(screen.queryByRole('button', { name: 'Sent back: AU10231' })).toBeNull();
  });

  it('that is transferred has a remittance advice for each organisation', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kerb');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const [item] = aBatch().items;
    const items = [item!, { ...item!, agreement: { href: '/v1/agreements/10232' } }];
    const files = {
      'GET /v1/exports/remittances': () => new Response('Date\r\n'),
      'GET /v1/exports/remittances/pdf': () => new Response('%PDF-1.7'),
    };
    const calls = await signedIn({
      'GET /v1/batch-payments/12': () => aBatch({ status: 'transferred', transferred: step, items }),
      ...files,
    });
    renderApp('/batch-payments/12');
    const advices = await screen.findByRole('region', { name: 'Remittance Advice' });
    const user = userEvent.setup();
    await user.click(within(advices).getByRole('button', { name: 'PDF: Harbour Estate' }));
    await user.click(within(advices).getByRole('button', { name: 'Spreadsheet: Harbour Estate' }));
    await waitFor(() => {
      const asked = calls.filter(({ path }) => path.startsWith('/v1/exports/'));
      expect(asked.map(({ path, query }) => `${path}?${query}`)).toEqual([
        '/v1/exports/remittances/pdf?tenantId=7&batch=12',
        '/v1/exports/remittances?tenantId=7&batch=12',
      ]);
    });
  });

  it('that is not transferred has none', async () => {
    await show(aBatch({ status: 'processing', approved: step, file }));
    expect(screen.queryByRole('region', { name: 'Remittance Advice' })).toBeNull();
  });

  it("that the user made needs another admin's approval", async () => {
    const created = { ...step, user: { href: `/v1/users/${admin.userId}` }, userName: admin.displayName };
    const approvalRefusal = 'You made this batch, so someone else has to approve it.';
    await show(aBatch({ created, approvalRefusal }));
    expect(screen.getByText(approvalRefusal)).toBeTruthy();
    expect(buttons()).not.toContain('Approve');
    expect(buttons()).toContain('Discard');
  });

  it('is approved after a confirmation, and then has its file', async () => {
    const { user } = await show(aBatch(), { approve: () => aBatch({ status: 'approved', approved: step, file }) });
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve: batch 12' });
    expect(dialog.textContent).toContain('The bank file for $4,200 is written');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('button', { name: 'Download bank file' })).toBeTruthy();
    expect(screen.getByText(file.name)).toBeTruthy();
    expect(screen.getByText(/^Sam Second/)).toBeTruthy();
  });

  it.each([
    ['approved', ['Download bank file', 'Discard', 'Mark as Processing']],
    ['processing', ['Download bank file', 'Mark as Transferred']],
    ['transferred', ['Download bank file']],
    ['discarded', []],
  ] as const)('that is %s offers %j', async (status, offered) => {
    await show(aBatch({ status, file, approved: step, discardReason: status === 'discarded' ? 'Wrong week' : null }));
    const all = ['Approve', 'Discard', 'Download bank file', 'Mark as Processing', 'Mark as Transferred'];
    expect(buttons().filter((name) => all.includes(name ?? ''))).toEqual([...offered]);
  });

  it.each([
    ['nobody has', null, ['Download bank file', 'Discard'], /Discard it and make another\.$/],
    ['somebody has', step.date, ['Download bank file', 'Discard', 'Mark as Processing'], /ask the bank/],
  ] as const)('that lost its approval says so, if %s its file', async (_who, fileDownloadedDate, offered, words) => {
    await show(aBatch({ status: 'approved', file, approved: step, isLapsed: true, fileDownloadedDate }));
    expect(screen.getByText('Needs New Approval')).toBeTruthy();
    expect(screen.queryByText('Ready')).toBeNull();
    const all = ['Approve', 'Discard', 'Download bank file', 'Mark as Processing', 'Mark as Transferred'];
    expect(buttons().filter((name) => all.includes(name ?? ''))).toEqual([...offered]);
    const download = screen.getByRole<HTMLButtonElement>('button', { name: 'Download bank file' });
    expect([download.disabled, screen.getByText(words).textContent]).toEqual([
      true,
      expect.stringContaining('the person who made or approved it stopped being an admin.'),
    ]);
    const reason = document.getElementById(String(download.getAttribute('aria-describedby')));
    expect(reason?.textContent).toMatch(words);
  });

  it('is discarded only with a reason', async () => {
    const discarded = aBatch({ status: 'discarded', discarded: step, discardReason: 'Wrong week' });
    const { calls, user } = await show(aBatch(), { discard: () => discarded });
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard batch 12' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard batch' }));
    const reason = within(dialog).getByRole('textbox', { name: /Reason/ });
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    await user.type(reason, 'Wrong week');
    await user.click(within(dialog).getByRole('button', { name: 'Discard batch' }));
    expect(await screen.findByText('Wrong week')).toBeTruthy();
    const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent).toEqual([{ reason: 'Wrong week' }]);
  });

  it('whose file was downloaded is discarded only after another admin has confirmed it', async () => {
    const approved = { status: 'approved', approved: step, file, fileDownloadedDate: step.date } as const;
    const discardAsked = { ...step, act: { href: '/v1/pending-acts/3' }, reason: 'Wrong week.' };
    const { user } = await show(aBatch(approved), { discard: () => aBatch({ ...approved, discardAsked }) });
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard batch 12' });
    expect(dialog.textContent).toContain('Another admin has to confirm that the bank has not taken it.');
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Wrong week.');
    await user.click(within(dialog).getByRole('button', { name: 'Ask to discard' }));
    expect(await screen.findByText(/Sam Second has asked to discard this batch: Wrong week\./)).toBeTruthy();
    expect(buttons()).not.toContain('Discard');
  });

  it('shows why it could not be moved, and stays unchanged', async () => {
    const because = 'The bank account of Harbour Estate has changed since this batch was made.';
    const { user } = await show(aBatch(), { approve: () => problemResponse(409, { displayText: because }) });
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(because)).toBeTruthy();
    expect(screen.getByText('Awaiting Approval')).toBeTruthy();
  });

  it("downloads its file under the server's file name", async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    await signedIn({
      'GET /v1/batch-payments/12': () => aBatch({ status: 'approved', approved: step, file }),
      'GET /v1/batch-payments/12/file': () =>
        new Response('0', { headers: { 'content-disposition': `attachment; filename="${file.name}"` } }),
    });
    renderApp('/batch-payments/12');
    await userEvent.click(await screen.findByRole('button', { name: 'Download bank file' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe(file.name);
    saved.mockRestore();
  });

  it('that does not exist shows a message', async () => {
    await show(problemResponse(404, { displayText: 'No batch found with this ID.' }));
    expect(await screen.findByText('No batch found with this ID.')).toBeTruthy();
  });

  it('is closed to a team member', async () => {
    await signedIn({});
    renderApp('/batch-payments/12', agent);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });
});
