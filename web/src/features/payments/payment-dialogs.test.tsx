import { ConfirmDialog } from '@kerb/web/design/confirm.dialog.tsx';
import { ToastHost } from '@kerb/web/design/toast-host.tsx';
import { ManualPaymentDialog } from '@kerb/web/features/payments/manual-payment.dialog.tsx';
import { RequestPaymentDialog } from '@kerb/web/features/payments/request-payment.dialog.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import { fill } from '../../../test/campaign-server.tsx';
import { admin, problemResponse, renderPart, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { details, paid, type WireDetails } from '../../../test/payments.ts';

beforeEach(() => usePage());
afterEach(() => void vi.useRealTimers());

const path = '/v1/agreements/10231';
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount').value;

describe('Manually Mark as Paid', () => {
  async function open(shown: Partial<WireDetails> = {}, pay: () => object = () => paid({ paymentMethod: 'manual' })) {
    const calls = await signedIn({
      [`GET ${path}/payment-details`]: () => details(shown),
      [`POST ${path}/pay`]: () => pay(),
    });
    const onClose = vi.fn();
    renderPart(
      <>
        <ManualPaymentDialog agreementId={10231} onClose={onClose} />
        <ConfirmDialog />
        <ToastHost />
      </>,
      admin,
    );
    return { calls, onClose };
  }
  const submit = () => screen.findByRole('button', { name: 'Manually Mark as Paid' });
  const sent = (calls: Seen[]) => calls.filter((call) => call.path.endsWith('/pay'));

  it('computes the amount while the service fee is typed; blank means the campaign’s own', async () => {
    await open({ serviceFee: 100, discount: 200, amount: 4100, dueAmount: 4100 });
    await submit();
    expect(amount()).toBe('$4,100');
    fill(screen.getByLabelText('Service fee'), '250.50');
    expect(amount()).toBe('$4,250.50');
    fill(screen.getByLabelText('Service fee'), '');
    expect(amount()).toBe('$4,100');
  });

  it('shows no amount while the fee cannot be read, and keeps what was typed', async () => {
    const { calls } = await open({ serviceFee: 100, amount: 4300, dueAmount: 4300 });
    await submit();
    await expectsAnAmount(screen.getByLabelText('Surcharge'));
    fill(screen.getByLabelText('Surcharge'), '');
    await expectsAnAmount(screen.getByLabelText('Service fee'));
    expect(amount()).toBe('');
    await userEvent.click(await submit());
    expect(sent(calls)).toEqual([]);
  });

  it('omits the budget if only the service fee is paid', async () => {
    await open({ kind: 'service-fee', financeOptionCode: 'pos', campaignBudget: 0, serviceFee: 504, dueAmount: 504 });
    await submit();
    expect(amount()).toBe('$504');
  });

  it('sends blanks as null, with its own idempotency key', async () => {
    const { calls, onClose } = await open();
    await userEvent.click(await submit());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent(calls)[0]?.body).toEqual({
      financeOptionCode: 'pn',
      method: 'direct-deposit',
      amount: 4200,
      serviceFee: null,
      surcharge: null,
      // Today in the organisation's time zone, as the server says.
      date: '2026-11-14',
      description: null,
      receiptEmail: 'vera@example.com',
    });
    expect(sent(calls)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('sends the typed values', async () => {
    const { calls, onClose } = await open();
    await submit();
    fill(screen.getByLabelText('Service fee'), '10');
    fill(screen.getByLabelText('Surcharge'), '1.50');
    fill(screen.getByLabelText('Date'), '2026-11-03');
    await userEvent.selectOptions(screen.getByLabelText('Method'), 'Manual');
    fill(screen.getByLabelText('Description'), ' Cheque 7 ');
    fill(screen.getByLabelText('Receipt email'), '');
    await userEvent.click(await submit());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent(calls)[0]?.body).toMatchObject({
      method: 'manual',
      amount: 4210,
      serviceFee: 10,
      surcharge: 1.5,
      date: '2026-11-03',
      description: 'Cheque 7',
      receiptEmail: null,
    });
  });

  it('shows errors under their fields, and sends nothing', async () => {
    const { calls } = await open();
    await submit();
    fill(screen.getByLabelText('Service fee'), '.');
    fill(screen.getByLabelText('Receipt email'), 'nobody');
    await userEvent.click(await submit());
    expect(await screen.findByText('That email address is not valid.')).toBeTruthy();
    expect(screen.getByText('Enter an amount.')).toBeTruthy();
    expect(sent(calls)).toEqual([]);
  });

  it('keeps the typed values if the server refuses, and reuses the key for the same values', async () => {
    let answers = 0;
    const { calls, onClose } = await open({}, () => {
      answers += 1;
      return answers === 1 ? problemResponse(409, { displayText: 'Please wait.' }) : paid();
    });
    await submit();
    fill(screen.getByLabelText('Description'), 'Cheque 7');
    await userEvent.click(await submit());
    expect(await screen.findByText('Please wait.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Cheque 7');
    await userEvent.click(await submit());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(new Set(sent(calls).map((call) => call.headers.get('idempotency-key'))).size).toBe(1);
  });

  it('says why it is not possible', async () => {
    await open({ mayMarkAsPaid: false, refusal: 'This campaign has already been paid.' });
    expect(await screen.findByText('This campaign has already been paid.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Manually Mark as Paid' })).toBeNull();
  });
});

describe('Request Payment', () => {
  async function open(shown: Partial<WireDetails> = {}) {
    await signedIn({ [`GET ${path}/payment-details`]: () => details(shown) });
    renderPart(
      <>
        <RequestPaymentDialog agreementId={10231} onClose={() => {}} />
        <ToastHost />
      </>,
      admin,
    );
  }
  const link = () => screen.findByRole<HTMLAnchorElement>('link', { name: 'Open' });
  const queryOf = async () => Object.fromEntries(new URL((await link()).href).searchParams);

  it('starts with the budget, and passes everything to the biller', async () => {
    await open();
    expect(await queryOf()).toEqual({
      billerCode: '123456',
      merchantId: 'KERB',
      paymentAmount: '4200.00',
      paymentReference: 'FLOW-AU10231',
      receiptAddress: 'vera@example.com',
    });
    expect((await link()).target).toBe('_blank');
  });

  it('has no link for a campaign that is paid, and says why', async () => {
    await open({ refusal: 'This campaign has already been paid.', isPaid: true, dueAmount: 0 });
    expect(await screen.findByText('This campaign has already been paid.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
  });

  it('starts with 100 if there is no budget', async () => {
    await open({ campaignBudget: 0, dueAmount: 0 });
    expect((await queryOf()).paymentAmount).toBe('100.00');
  });

  it('starts with what is still due after a part payment', async () => {
    await open({ dueAmount: 1200 });
    expect((await queryOf()).paymentAmount).toBe('1200.00');
  });

  it('updates half a second after typing', async () => {
    await open();
    await link();
    vi.useFakeTimers();
    fill(screen.getByLabelText('Payment amount'), '250');
    await vi.advanceTimersByTimeAsync(400);
    expect(new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open' }).href).search).toContain('4200.00');
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await waitFor(async () => expect((await queryOf()).paymentAmount).toBe('250.00'));
  });

  it('has no link for an invalid amount', async () => {
    await open();
    await link();
    fill(screen.getByLabelText('Payment amount'), '');
    expect(await screen.findByText('Enter an amount.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Open' })).toBeNull());
  });

  it('has no link for what is not an amount', async () => {
    await open();
    await link();
    await expectsAnAmount(screen.getByLabelText('Payment amount'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Open' })).toBeNull());
  });

  it('copies the link', async () => {
    await open();
    const { href } = await link();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(href);
  });

  it('says if no biller is configured', async () => {
    await open({ biller: null });
    expect(await screen.findByText('No biller has been set up for this country.')).toBeTruthy();
  });
});
