import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, renderCheckout } from '../../test/checkout.tsx';
import { problemResponse } from '../../test/harness.tsx';
import { cardFacts, details, paid, playFrame, type WireDetails } from '../../test/payments.ts';
import { aFlow } from '../../test/signing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const path = '/v1/agreements/10231';
const main = () => within(screen.getByRole('main'));
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

const toPay = (changed: Partial<WireDetails> = {}, more: Partial<SentCheckout> = {}): SentCheckout =>
  aCheckout({
    screen: 'pay',
    option: 'pn',
    path: ['choose', 'you', 'terms', 'pay'],
    payment: details(changed),
    flow: aFlow(['payer-details', 'agree-terms', 'pay'], 'pay'),
    ...more,
  });

/** The list has more than a payer's page needs. */
const { mayVoid: _, ...aPayment } = paid();
const afterwards = (): SentCheckout => aCheckout({ screen: 'paid', option: 'pn', path: [], payments: [aPayment] });

const isDue = (message: unknown) => (message as { type: string }).type === 'due';
const payButton = () => main().getByRole<HTMLButtonElement>('button', { name: /^Pay \$/ });

describe('paying by card', () => {
  it('sends what the payer saw, once, and ends on the success panel', async () => {
    const { calls } = renderCheckout(toPay(), { [`POST ${path}/pay`]: () => aPayment }, afterwards);
    expect(payButton().disabled).toBe(true);
    const frame = await playFrame();
    await frame.type();
    expect(payButton().textContent).toBe('Pay $4,263.00');
    await userEvent.click(payButton());
    const panel = await heading('Thank you. You paid $4,263.00.');
    expect(document.activeElement).toBe(panel);
    const [sent, ...others] = calls.filter(({ method }) => method === 'POST');
    expect(others).toEqual([]);
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(sent?.body).toMatchObject({ amount: 4200, surcharge: 63, method: 'card', receiptEmail: 'vera@example.com' });
    expect(screen.getByText(/We sent your receipt to vera@example\.com/)).toBeTruthy();
  });

  it('that is refused keeps everything and says what to do', async () => {
    const displayText = 'Your card does not have enough funds.';
    renderCheckout(toPay(), { [`POST ${path}/pay`]: () => problemResponse(402, { displayText }) });
    const frame = await playFrame();
    await frame.type();
    await userEvent.click(payButton());
    expect((await screen.findByRole('alert')).textContent).toContain(displayText);
    expect(screen.getByText(/Try another card, pay by bank transfer, or call your bank/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email for your receipt').value).toBe('vera@example.com');
    expect(screen.getByTitle('Card details')).toBeTruthy();
  });

  it('without an answer asks again with the same key, and lets nothing else be paid meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isDown = true;
    const { calls } = renderCheckout(
      toPay(),
      {
        [`POST ${path}/pay`]: () => {
          if (isDown) throw new TypeError('offline');
          return aPayment;
        },
      },
      () => (isDown ? toPay() : afterwards()),
    );
    const frame = await playFrame();
    await frame.type();
    fireEvent.click(payButton());
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await screen.findByText('We are checking your payment')).toBeTruthy();
    expect(main().queryByRole('button', { name: /^Pay \$/ })).toBeNull();
    isDown = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await heading(/^Thank you/);
    const keys = calls
      .filter(({ path: to }) => to.endsWith('/pay'))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('with a wallet has the lowest surcharge, and is charged as soon as the payer has confirmed it', async () => {
    const { calls } = renderCheckout(toPay(), { [`POST ${path}/pay`]: () => aPayment }, afterwards);
    const frame = await playFrame();
    const due = frame.posted.mock.calls.map(([message]) => message as unknown).find(isDue);
    expect(due).toMatchObject({
      amountCents: 4_233_60,
      currency: 'AUD',
      note: '$4,233.60 in all, with a surcharge of $33.60',
    });
    await frame.say({ type: 'wallet', token: 'tok_wallet', card: { ...cardFacts, wallet: 'apple-pay' } });
    await heading(/^Thank you/);
    const [sent, ...others] = calls.filter(({ method }) => method === 'POST');
    expect(others).toEqual([]);
    expect(sent?.body).toMatchObject({ amount: 4200, surcharge: 33.6, cardToken: 'tok_wallet', method: 'card' });
  });

  it('with a wallet charges nothing without an address for the receipt', async () => {
    const { calls } = renderCheckout(toPay());
    const frame = await playFrame();
    fireEvent.change(screen.getByLabelText('Email for your receipt'), { target: { value: '' } });
    await frame.say({ type: 'wallet', token: 'tok_wallet', card: { ...cardFacts, wallet: 'google-pay' } });
    expect(screen.getByText('That email address is not valid.')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('needs an address for the receipt', async () => {
    renderCheckout(toPay());
    const frame = await playFrame();
    await frame.type();
    const email = screen.getByLabelText('Email for your receipt');
    fireEvent.change(email, { target: { value: 'not-an-address' } });
    fireEvent.blur(email);
    expect(screen.getByText('That email address is not valid.')).toBeTruthy();
    expect(payButton().disabled).toBe(true);
  });

  it('shows the parts of the amount, and what was paid before', () => {
    renderCheckout(toPay({ paidAmount: 2_000, dueAmount: 2_200 }));
    expect(screen.getByText('You have paid $2,000.00. $2,200.00 is left to pay.')).toBeTruthy();
    expect(main().getByText('−$2,000.00')).toBeTruthy();
  });
});

describe('the method of payment', () => {
  it('copies an amount as a bank takes it, and marks the text where nothing can be copied', async () => {
    renderCheckout(toPay({ intent: 'bank-transfer' }, { screen: 'transfer', path: [] }));
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    fireEvent.click(main().getByRole('button', { name: 'Copy Amount' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(writeText).toHaveBeenCalledWith('4200.00');
    writeText.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'));
    fireEvent.click(main().getByRole('button', { name: 'Copy Reference' }));
    await waitFor(() => expect(getSelection()?.toString()).toBe('FLOW-AU10231'));
  });

  it('is asked for first, and a bank transfer has its own panel with lines to copy', async () => {
    const byTransfer = () => toPay({ intent: 'bank-transfer' }, { screen: 'transfer', path: [] });
    const { calls } = renderCheckout(
      toPay({ intent: null }),
      { [`POST ${path}/payment-method`]: () => ({}) },
      byTransfer,
    );
    expect(screen.queryByTitle('Card details')).toBeNull();
    await userEvent.click(main().getByRole('button', { name: /^Bank transfer/ }));
    expect(await heading('Please transfer $4,200.00')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ intent: 'bank-transfer' });
    expect(main().getByText('FLOW-AU10231')).toBeTruthy();
    expect(main().getByRole('button', { name: 'Copy Reference' })).toBeTruthy();
    expect(main().getByText('062-000')).toBeTruthy();
    expect(main().getByRole('button', { name: 'Copy PayID' })).toBeTruthy();
  });

  it('is only the one that this deployment has', () => {
    renderCheckout(toPay({ intent: null, cardFrame: null }));
    expect(main().queryByRole('button', { name: /^Card/ })).toBeNull();
  });
});

describe('the receipts', () => {
  it('can be sent again, and a failure has the product’s words', async () => {
    const send = vi.fn((): object => ({ success: false }));
    renderCheckout(afterwards(), { 'POST /v2/agreements/10231/send-payment-receipt': send });
    await userEvent.click(main().getByRole('button', { name: 'Payments and receipts' }));
    await heading('Payments and receipts');
    expect(main().getByText('Visa ending 4242')).toBeTruthy();
    await userEvent.click(main().getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Error sending payment receipt.');
    send.mockReturnValue({ success: true });
    await userEvent.click(main().getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Sent')).toBeTruthy();
  });

  it('say what went back of a payment, and the fee that was kept', async () => {
    const refunded = { ...aPayment, refundedAmount: 700, refundFee: 25 };
    renderCheckout({ ...afterwards(), payments: [refunded] });
    await userEvent.click(main().getByRole('button', { name: 'Payments and receipts' }));
    await heading('Payments and receipts');
    const saidOf = (label: string) => main().getByText(label).parentElement?.textContent;
    expect(saidOf('Refunded to you')).toContain('$675');
    expect(saidOf('Fee that we kept')).toContain('$25');
  });

  it.each([
    [404, 'Invalid Agreement ID!'],
    [500, 'Error generating payment confirmation pdf.'],
  ])('that cannot be made (%i) say so', async (status, text) => {
    renderCheckout(afterwards(), { 'GET /v2/agreements/10231/payment-confirmation': () => problemResponse(status) });
    await userEvent.click(main().getByRole('button', { name: 'Save your receipt (PDF)' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
  });
});
