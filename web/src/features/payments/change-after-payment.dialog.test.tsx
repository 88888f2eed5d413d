import { ConfirmDialog } from '@kerb/web/design/confirm.dialog.tsx';
import { ToastHost } from '@kerb/web/design/toast-host.tsx';
import { ChangeAfterPaymentDialog } from '@kerb/web/features/payments/change-after-payment.dialog.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import { campaign, campaignServer, fill, type WireAgreement } from '../../../test/campaign-server.tsx';
import { admin, problemResponse, renderPart, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { offered, options } from '../../../test/options.ts';

beforeEach(() => usePage());

const path = '/v1/agreements/10231';
const figures = (changed: object) => ({
  paymentState: 'paid',
  paid: 1000,
  due: 0,
  held: 0,
  underRefund: 0,
  returned: 0,
  kept: 1000,
  ...changed,
});

/** The plan of a budget that goes from 1,000 to 400. */
const lowered = (held = 600) => ({
  before: figures({}),
  after: figures({ paid: 400, held, kept: 400 }),
  lines: [
    { what: 'kept', amount: 400, words: 'Kept for the organisation' },
    { what: 'held', amount: held, words: 'Held for the payer' },
  ],
  voidedInvoices: [{ id: 31, amount: 1000 }],
  newInvoice: { amount: 400, paidAmount: 400, dueDate: '2026-11-15', lines: [] },
  status: { before: 'approved', after: 'approved' },
  endsSignatures: false,
});

type Answers = { preview?: () => object; change?: () => object; agreement?: Partial<WireAgreement> };

async function open({ preview = () => lowered(), change, agreement }: Answers = {}) {
  const paid = { status: 'approved', financeOptionCode: 'pn', campaignBudget: 1000, hasMoney: true } as const;
  const server = campaignServer(campaign({ ...paid, ...agreement }));
  Object.assign(server.state, { options: options({ items: [offered('pn'), offered('pl'), offered('pos')] }) });
  const calls = await signedIn({
    ...server.handlers,
    [`POST ${path}/money-change/preview`]: () => preview(),
    [`POST ${path}/money-change`]: () => change?.() ?? { plan: lowered(), money: figures({ paid: 400, held: 600 }) },
  });
  const onClose = vi.fn();
  renderPart(
    <>
      <ChangeAfterPaymentDialog agreementId={10231} onClose={onClose} />
      <ConfirmDialog />
      <ToastHost />
    </>,
    admin,
  );
  return { calls, onClose };
}

const budget = () => screen.findByLabelText<HTMLInputElement>('Campaign budget');
const sent = (calls: Seen[], end: string) => calls.filter((call) => call.path.endsWith(end));
const next = () => userEvent.click(screen.getByRole('button', { name: 'Show what happens' }));

async function toPlan(answers: Answers = {}) {
  const opened = await open(answers);
  fill(await budget(), '400');
  await next();
  await screen.findByRole('heading', { name: 'What happens to the $1,000 received' });
  return opened;
}

describe('Change after payment', () => {
  it('shows what happens to the money before anything changes, then does exactly that', async () => {
    const { calls, onClose } = await toPlan();
    expect(sent(calls, '/preview')[0]?.body).toEqual({ change: { campaignBudget: 400, financeOptionCode: 'pn' } });
    expect(sent(calls, '/money-change')).toEqual([]);
    const list = within(screen.getByRole('region', { name: 'What happens to the $1,000 received' }));
    expect(list.getByText('Held for the payer').nextElementSibling?.textContent).toBe('$600');
    expect(screen.getByText('Invoice 31 for $1,000 is voided.')).toBeTruthy();
    expect(screen.getByText(/A new invoice for \$400 is issued/)).toBeTruthy();
    fill(screen.getByLabelText(/^Reason/), 'Fewer photos');
    await userEvent.click(screen.getByRole('button', { name: 'Change the budget to $400' }));
    expect(await screen.findByText('Done')).toBeTruthy();
    expect(sent(calls, '/money-change')[0]?.body).toEqual({
      change: { campaignBudget: 400, financeOptionCode: 'pn' },
      reason: 'Fewer photos',
      expected: { kept: 400, billed: 0, held: 600 },
    });
    expect(sent(calls, '/money-change')[0]?.headers.get('idempotency-key')).toBeTruthy();
    expect(onClose).toHaveBeenCalled();
  });

  it('says that the change ends signatures, and what is due by when', async () => {
    const newInvoice = { amount: 800, paidAmount: 0, dueDate: '2026-11-23', lines: [] };
    await toPlan({ preview: () => ({ ...lowered(), endsSignatures: true, newInvoice }) });
    expect(screen.getByText(/it must be signed again\. Earlier signatures no longer count\./)).toBeTruthy();
    expect(screen.getByText('A new invoice for $800 is issued. It is due by Mon 23 Nov 2026.')).toBeTruthy();
  });

  it('records held money that was returned, with its reference', async () => {
    const { calls } = await toPlan();
    await userEvent.click(screen.getByRole('radio', { name: 'It has been returned by bank transfer' }));
    const returned = screen.getByLabelText<HTMLInputElement>('Amount returned');
    expect(returned.value).toBe('600');
    await expectsAnAmount(returned);
    fill(returned, '600');
    fill(screen.getByLabelText(/^Reason/), 'Fewer photos');
    await userEvent.click(screen.getByRole('button', { name: 'Change the budget to $400' }));
    expect(sent(calls, '/money-change')).toEqual([]);
    fill(screen.getByLabelText('The bank’s reference'), 'Transfer 12');
    await userEvent.click(screen.getByRole('button', { name: 'Change the budget to $400' }));
    await screen.findByText('Done');
    expect(sent(calls, '/money-change')[0]?.body).toMatchObject({
      returned: { amount: 600, description: 'Transfer 12' },
    });
  });

  it('needs a reason, and keeps what was typed', async () => {
    const { calls } = await toPlan();
    await userEvent.click(screen.getByRole('button', { name: 'Change the budget to $400' }));
    expect(await screen.findByText('This is required.')).toBeTruthy();
    expect(sent(calls, '/money-change')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect((await budget()).value).toBe('400');
  });

  it('shows the new figures if the money has changed meanwhile, and keeps the reason', async () => {
    let held = 600;
    const stale = () => {
      held = 700;
      return problemResponse(409, { type: '/problems/money-changed', displayText: 'The money has changed.' });
    };
    await toPlan({ preview: () => lowered(held), change: stale });
    fill(screen.getByLabelText(/^Reason/), 'Fewer photos');
    await userEvent.click(screen.getByRole('button', { name: 'Change the budget to $400' }));
    expect(await screen.findByText('The money has changed.')).toBeTruthy();
    const list = within(screen.getByRole('region', { name: 'What happens to the $1,000 received' }));
    expect(list.getByText('$700')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Fewer photos');
  });

  it('shows a refusal under its field, or above the form', async () => {
    const words = '$1,000 has been transferred to the organisation. Enter at least that.';
    const validation = { 'change.campaignBudget': [{ type: 'notValid', message: words }] };
    const { calls } = await open({ preview: () => problemResponse(400, { displayText: words, validation }) });
    await expectsAnAmount(await budget());
    fill(await budget(), '400');
    await next();
    expect(await screen.findByText(words)).toBeTruthy();
    expect((await budget()).value).toBe('400');
    expect(sent(calls, '/preview')).toHaveLength(1);
  });

  it('asks for the fee only of Pay On Success, and sends it only if it was changed', async () => {
    const { calls } = await open({ agreement: { financeOptionCode: 'pos', serviceFee: 500 } });
    expect((await screen.findByLabelText<HTMLInputElement>('Service fee')).value).toBe('500');
    await expectsAnAmount(screen.getByLabelText('Service fee'));
    fill(screen.getByLabelText('Service fee'), '650');
    await next();
    await screen.findByRole('button', { name: 'Change the service fee to $650' });
    expect(sent(calls, '/preview')[0]?.body).toEqual({
      change: { campaignBudget: 1000, financeOptionCode: 'pos', serviceFee: 650 },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.selectOptions(await screen.findByLabelText('Payment option'), 'Pay Later');
    expect(screen.queryByLabelText('Service fee')).toBeNull();
  });
});
