import { PaymentsCard } from '@kerb/web/features/payments/payments.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import { campaign, campaignServer, fill, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { paid, type WirePayment } from '../../../test/payments.ts';

beforeAll(() => import('@kerb/web/features/payments/refund.dialog.tsx'));
beforeEach(() => usePage());

type Answer = (seen: Seen) => object | Response;

async function open(who: 'admin' | 'manager', payment: WirePayment, answer: Answer = () => payment) {
  const state = { payment };
  const server = campaignServer(campaign({ status: 'approved', financeOptionCode: 'pn' }));
  const calls = await signedIn({
    ...server.handlers,
    'GET /v1/agreements/10231/payments': () => ({ items: [state.payment] }),
    'GET /v1/agreements/10231/invoices': () => ({ items: [] }),
    'GET /v1/agreements/10231/held-money': () => ({ heldAmount: 0, returns: [] }),
    'POST /v1/payments/71/refund': (seen: Seen) => {
      const answered = answer(seen);
      if (!(answered instanceof Response)) state.payment = answered as WirePayment;
      return answered;
    },
  });
  renderCards(({ value }) => <PaymentsCard agreement={value} standing={who} />, sessions[who]);
  await screen.findByRole('list', { name: 'Payments' });
  return calls;
}

const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Refund a part' }));
  return within(await screen.findByRole('dialog', { name: 'Refund a part of payment KP-71' }));
};
const submit = (dialog: ReturnType<typeof within>) => userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
const refunds = (calls: Seen[]) => calls.filter(({ path }) => path.endsWith('/refund'));

const made = paid({
  refundedAmount: 700,
  refundableAmount: 3563,
  mayVoid: false,
  refunds: [
    {
      ...{ id: 1, date: '2026-11-15T02:30:00.000Z', status: 'made', amount: 700, fee: 25 },
      ...{ reason: 'Fewer photos', requestedByName: 'Ann Abbott' },
    },
  ],
});

describe('refunding a part of a payment', () => {
  it('shows the fee and what the payer gets before it is confirmed, and the refund with its payment', async () => {
    const calls = await open('admin', paid(), () => made);
    const dialog = await openDialog();
    fill(dialog.getByLabelText('Amount'), '700');
    expect(dialog.getByText('Refund administration fee kept').nextSibling?.textContent).toBe('$25.00');
    expect(dialog.getByText('To Visa ending 4242').nextSibling?.textContent).toBe('$675.00');
    fill(dialog.getByLabelText('Reason'), 'Fewer photos');
    await submit(dialog);
    const list = within(await screen.findByRole('list', { name: 'Refunds of KP-71' }));
    expect(list.getByText('Refunded')).toBeTruthy();
    expect(list.getByText('$675')).toBeTruthy();
    expect(list.getByText(/Fewer photos · Ann Abbott/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Void payment' })).toBeNull();
    expect(refunds(calls).map(({ body }) => body)).toEqual([{ amount: 700, keepsFee: true, reason: 'Fewer photos' }]);
  });

  it('without the fee gives all of it to the payer', async () => {
    const calls = await open('admin', paid(), () => made);
    const dialog = await openDialog();
    fill(dialog.getByLabelText('Amount'), '20');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Keep the refund administration fee of $25' }));
    expect(dialog.getByText('To Visa ending 4242').nextSibling?.textContent).toBe('$20.00');
    fill(dialog.getByLabelText('Reason'), 'Fewer photos');
    await submit(dialog);
    await waitFor(() => expect(refunds(calls)[0]?.body).toMatchObject({ amount: 20, keepsFee: false }));
  });

  it('says under the amount why it is refused, and sends nothing', async () => {
    const calls = await open('admin', paid({ refundableAmount: 500 }));
    const dialog = await openDialog();
    const amount = dialog.getByLabelText<HTMLInputElement>('Amount');
    fill(dialog.getByLabelText('Reason'), 'Fewer photos');
    for (const [typed, words] of [
      ['500.01', 'No more than $500 of this payment can be refunded.'],
      ['25', 'Enter more than the fee of $25 that is kept.'],
      ['', 'Enter an amount.'],
    ] as const) {
      fill(amount, typed);
      await submit(dialog);
      expect(await dialog.findByText(words)).toBeTruthy();
      expect(amount.getAttribute('aria-invalid')).toBe('true');
    }
    await expectsAnAmount(amount);
    expect(refunds(calls)).toEqual([]);
  });

  it('shows what the server refuses, and keeps what was typed', async () => {
    const refusal = () => problemResponse(409, { displayText: 'This payment is being refunded.' });
    await open('admin', paid(), refusal);
    const dialog = await openDialog();
    fill(dialog.getByLabelText('Amount'), '700');
    fill(dialog.getByLabelText('Reason'), 'Fewer photos');
    await submit(dialog);
    expect(await dialog.findByText('This payment is being refunded.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('700');
  });

  it('is offered to admins only, and while something can be refunded', async () => {
    await open('manager', paid());
    expect(screen.queryByRole('button', { name: 'Refund a part' })).toBeNull();
  });

  it('is not offered for a payment of which nothing is left', async () => {
    await open('admin', paid({ refundableAmount: 0 }));
    expect(screen.queryByRole('button', { name: 'Refund a part' })).toBeNull();
  });

  it('of a bank transfer says that the money is sent by hand', async () => {
    await open('admin', paid({ paymentMethod: 'direct-deposit', card: null }));
    const dialog = await openDialog();
    expect(dialog.getByText(/Transfer the money from the bank account/)).toBeTruthy();
    expect(dialog.getByText(/no refund once the campaign has started/)).toBeTruthy();
  });
});
