import { PaymentCard } from '@kerb/web/features/payments/payment.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  campaign,
  campaignServer,
  fill,
  renderCards,
  sessions,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { details, paid, playFrame, type WireDetails } from '../../../test/payments.ts';

beforeEach(() => usePage());
afterEach(() => void vi.useRealTimers());

const path = '/v1/agreements/10231';
const receiptPath = '/v2/agreements/10231/send-payment-receipt';

async function open(shown: Partial<WireDetails> = {}, more: Partial<WireAgreement> = {}) {
  const shownAsPaid = shown.isPaid ? ({ paymentState: 'paid', campaignUpfrontPaymentRef: 'KP-71' } as const) : {};
  const server = campaignServer(
    campaign({ status: 'waiting-invite', financeOptionCode: 'pn', ...shownAsPaid, ...more }),
  );
  const paying = {
    details: details(shown),
    pay: (): object | Promise<object> => {
      paying.details = { ...paying.details, isPaid: true };
      return paid();
    },
    sendReceipt: (): object | Promise<object> => ({ success: true }),
    confirmation: (): Response => problemResponse(500),
  };
  Object.assign(server.handlers, {
    [`GET ${path}/payment-details`]: () => paying.details,
    [`GET ${path}/payments`]: () => ({ items: [paid()] }),
    [`POST ${path}/payment-method`]: ({ body }: Seen) => {
      paying.details = { ...paying.details, intent: (body as { intent: WireDetails['intent'] }).intent };
      return paying.details;
    },
    [`POST ${path}/pay`]: () => paying.pay(),
    [`POST ${receiptPath}`]: () => paying.sendReceipt(),
    'GET /v2/agreements/10231/payment-confirmation': () => paying.confirmation(),
  });
  const calls = await signedIn(server.handlers);
  renderCards(({ value }) => <PaymentCard agreement={value} />, sessions.admin);
  return { ...server, paying, calls };
}

const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Pay \$/ });
const email = () => screen.getByLabelText<HTMLInputElement>('Receipt email');
const sentTo = (calls: Seen[], end: string) =>
  calls.filter((call) => call.path.endsWith(end) && call.method === 'POST');

describe('the payment method', () => {
  it('is asked first, with the amount due', async () => {
    await open({ intent: null, dueAmount: 4200, dueNowDisplay: 4321.8 });
    const due = (await screen.findByText('$4,321.80')).closest('dd');
    expect(due?.textContent).toBe('$4,321.80 by card, or $4,200 by bank transfer');
    expect(screen.queryByTitle('Card details')).toBeNull();
    expect(screen.queryByText('FLOW-AU10231')).toBeNull();
  });

  it('by bank transfer has no card surcharge', async () => {
    await open({ intent: 'bank-transfer', dueAmount: 4200, dueNowDisplay: 4321.8 });
    expect((await screen.findAllByText('$4,200')).length).toBeGreaterThan(0);
    expect(screen.queryByText('$4,321.80')).toBeNull();
  });

  it('is stored with the campaign', async () => {
    const { calls } = await open({ intent: null });
    await userEvent.click(await screen.findByRole('button', { name: /Bank transfer/ }));
    expect(await screen.findByText('FLOW-AU10231')).toBeTruthy();
    expect(sentTo(calls, '/payment-method')[0]?.body).toEqual({ intent: 'bank-transfer' });
    await userEvent.click(screen.getByRole('button', { name: /Credit or debit card/ }));
    expect(await screen.findByTitle('Card details')).toBeTruthy();
  });

  it('is not asked if only a service fee is due', async () => {
    await open({ kind: 'service-fee', financeOptionCode: 'pos', campaignBudget: 0, serviceFee: 504, dueAmount: 504 });
    expect(await screen.findByTitle('Card details')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Pay by' })).toBeNull();
  });

  it('shows why nothing can be paid', async () => {
    await open({ refusal: 'Pay Upfront is not available for this campaign' });
    expect(await screen.findByText('Pay Upfront is not available for this campaign')).toBeTruthy();
  });

  it('is hidden if the option has nothing to pay', async () => {
    const { calls } = await open({ kind: null });
    await waitFor(() => expect(calls.some((call) => call.path.endsWith('/payment-details'))).toBe(true));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Payment' })).toBeNull());
  });
});

describe('a bank transfer', () => {
  it('shows account, reference and amount, each with a copy button', async () => {
    await open({ intent: 'bank-transfer' });
    await screen.findByText('Kerb Demo Trust');
    for (const text of ['062-000', '12345678', 'FLOW-AU10231']) expect(screen.getByText(text)).toBeTruthy();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy Reference' }));
    expect(await navigator.clipboard.readText()).toBe('FLOW-AU10231');
    await user.click(screen.getByRole('button', { name: 'Copy Amount' }));
    expect(await navigator.clipboard.readText()).toBe('4200.00');
    expect(screen.getByText(/1 to 3 business days/)).toBeTruthy();
  });
});

describe('the Pay button', () => {
  it('shows the total with the surcharge of the typed card', async () => {
    await open();
    const frame = await playFrame();
    expect(payButton().textContent).toBe('Pay $4,200');
    await frame.type({ funding: 'debit' });
    expect(payButton().textContent).toBe('Pay $4,233.60');
    await frame.type({ funding: 'credit' });
    expect(payButton().textContent).toBe('Pay $4,263');
    await frame.type({ scheme: 'other' });
    expect(payButton().textContent).toBe('Pay $4,200');
  });

  it('shows the total that is due now from the start if all cards have the same surcharge', async () => {
    const surcharges: WireDetails['surcharges'] = [
      {
        label: 'All cards',
        schemes: ['visa', 'mastercard', 'unionpay', 'amex', 'jcb'],
        fundings: ['credit', 'debit', 'prepaid', 'unknown'],
        basisPoints: 290,
        surcharge: 121.8,
      },
    ];
    await open({ dueNowDisplay: 4321.8, surcharges });
    const frame = await playFrame();
    expect(payButton().textContent).toBe('Pay $4,321.80');
    // Due now, the surcharge table's total and the button say the same.
    expect(screen.getAllByText('$4,321.80')).toHaveLength(2);
    await frame.type({ scheme: 'amex' });
    expect(payButton().textContent).toBe('Pay $4,321.80');
  });

  it('is disabled until the frame reports a complete card', async () => {
    await open();
    const frame = await playFrame();
    expect(payButton().disabled).toBe(true);
    await frame.type();
    expect(payButton().disabled).toBe(false);
    await frame.type({ valid: false });
    expect(payButton().disabled).toBe(true);
  });

  it('is disabled while the receipt email is invalid, and the field says so', async () => {
    await open();
    const frame = await playFrame();
    await frame.type();
    fill(email(), 'not-an-address');
    expect(await screen.findByText('That email address is not valid.')).toBeTruthy();
    expect(payButton().disabled).toBe(true);
    fill(email(), 'vic@example.com');
    expect(payButton().disabled).toBe(false);
  });

  it('is disabled while it pays, and charges once', async () => {
    const { paying, calls } = await open();
    const answer = Promise.withResolvers<object>();
    paying.pay = () => answer.promise;
    const frame = await playFrame();
    await frame.type();
    await userEvent.click(payButton());
    await waitFor(() => expect(sentTo(calls, '/pay')).toHaveLength(1));
    expect(payButton().disabled).toBe(true);
    answer.resolve(paid());
    await waitFor(() => expect(payButton().disabled).toBe(false));
    expect(sentTo(calls, '/pay')).toHaveLength(1);
  });
});

describe('paying by card', () => {
  it('sends the token and the amounts that were shown, and says that it is paid', async () => {
    const { calls } = await open();
    const frame = await playFrame();
    await frame.type();
    await userEvent.click(payButton());
    expect(await screen.findByText('Paid in full.')).toBeTruthy();
    const [sent] = sentTo(calls, '/pay');
    expect(sent?.body).toEqual({
      financeOptionCode: 'pn',
      method: 'card',
      amount: 4200,
      surcharge: 63,
      cardToken: expect.stringMatching(/^tok_/),
      receiptEmail: 'vera@example.com',
    });
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(await screen.findByText('Visa ending 4242')).toBeTruthy();
    expect(screen.getByText('KP-71')).toBeTruthy();
  });

  it('shows why a card was declined, keeps everything, and uses a new key the next time', async () => {
    const { paying, calls } = await open();
    const words = 'Your card does not have enough funds for this payment. Please use another card.';
    const succeed = paying.pay;
    paying.pay = () => problemResponse(402, { displayText: words });
    const frame = await playFrame();
    await frame.type();
    fill(email(), 'vic@example.com');
    await userEvent.click(payButton());
    expect(await screen.findByText(words)).toBeTruthy();
    expect(email().value).toBe('vic@example.com');
    expect(screen.getByTitle('Card details')).toBeTruthy();
    paying.pay = succeed;
    await userEvent.click(payButton());
    expect(await screen.findByText('Paid in full.')).toBeTruthy();
    const keys = sentTo(calls, '/pay').map((call) => call.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it("shows the frame's message about the card, and sends nothing", async () => {
    const { calls } = await open();
    const frame = await playFrame();
    await frame.type();
    const element = screen.getByTitle<HTMLIFrameElement>('Card details');
    vi.spyOn(element.contentWindow!, 'postMessage').mockImplementation(((message: { type: string; nonce: string }) => {
      if (message.type === 'tokenise') frame.post({ type: 'error', nonce: message.nonce, message: 'Check the date.' });
    }) as never);
    await userEvent.click(payButton());
    expect(await screen.findByText('Check the date.')).toBeTruthy();
    expect(sentTo(calls, '/pay')).toEqual([]);
  });

  it('retries with the same key while there is no response, and says that it is being confirmed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const { calls, paying } = await open();
    const succeed = paying.pay;
    paying.pay = () => problemResponse(503);
    const frame = await playFrame();
    await frame.type();
    await user.click(payButton());
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await screen.findByText('A card payment is being confirmed with the card provider.')).toBeTruthy();
    paying.pay = succeed;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Paid in full.')).toBeTruthy();
    const sent = sentTo(calls, '/pay');
    expect(sent.length).toBeGreaterThan(4);
    expect(new Set(sent.map((call) => call.headers.get('idempotency-key'))).size).toBe(1);
    expect(new Set(sent.map((call) => JSON.stringify(call.body))).size).toBe(1);
    expect(paying.details.isPaid).toBe(true);
  });

  it('polls the outcome of a pending payment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { paying, state } = await open({ isUnderWay: true });
    expect(await screen.findByText('A card payment is being confirmed with the card provider.')).toBeTruthy();
    paying.details = details({ isPaid: true });
    state.agreement = { ...state.agreement, status: 'approved', paymentState: 'paid' };
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Paid in full.')).toBeTruthy();
  });

  it('collapses the information about paying, which contains these facts', async () => {
    await open();
    await playFrame();
    for (const title of ['Security', 'Refunds', 'Privacy', 'Card surcharges']) {
      expect(screen.getByText(title).closest('details')?.open).toBe(false);
    }
    const refunds = within(screen.getByText('Refunds').closest('details')!);
    expect(refunds.getByText(/administration fee of \$25 may be kept back, at our discretion/)).toBeTruthy();
    expect(refunds.getByText(/once it has started, or the listing has been published/)).toBeTruthy();
    expect(refunds.getByText(/change of mind/)).toBeTruthy();
    expect(screen.getByText('Visa and Mastercard credit, 1.5%')).toBeTruthy();
  });
});

describe('the receipt', () => {
  const send = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Send receipt' });

  it('is not offered while a refund is on its way, which the card says', async () => {
    const refusal = 'A refund of this campaign is being processed.';
    await open({ refusal }, { paymentState: 'refunding' });
    expect(await screen.findByText('Refund on its way')).toBeTruthy();
    expect(screen.getByText('Refund Pending')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send receipt' })).toBeNull();
  });

  it('can be sent again to a typed address', async () => {
    const { calls } = await open({ isPaid: true });
    await send();
    fill(email(), 'vic@example.com');
    await userEvent.click(await send());
    expect(await screen.findByText('Sent')).toBeTruthy();
    expect(sentTo(calls, receiptPath)[0]?.body).toEqual({ receiptNumber: 'KP-71', receiptEmail: 'vic@example.com' });
  });

  it('needs a valid address, and says so', async () => {
    await open({ isPaid: true });
    await send();
    fill(email(), 'nobody');
    expect(await screen.findByText('That email address is not valid.')).toBeTruthy();
    expect((await send()).disabled).toBe(true);
  });

  it.each([
    ['the server refuses', () => ({ success: false })],
    ['the server fails', () => problemResponse(500)],
  ])('that could not be sent because %s shows an error', async (_why, answer) => {
    const { paying } = await open({ isPaid: true });
    paying.sendReceipt = answer;
    await userEvent.click(await send());
    expect(await screen.findByText('Error sending payment receipt.')).toBeTruthy();
  });

  it('cannot be sent twice at once', async () => {
    const { paying } = await open({ isPaid: true });
    const answer = Promise.withResolvers<object>();
    paying.sendReceipt = () => answer.promise;
    await userEvent.click(await send());
    expect((await send()).disabled).toBe(true);
    answer.resolve({ success: true });
    await waitFor(async () => expect((await send()).disabled).toBe(false));
  });

  // biome-ignore format: a table
  it.each([
    [500, 'Error generating payment confirmation pdf.'],
    [409, 'Error generating payment confirmation pdf.'],
    [404, 'Invalid Agreement ID!'],
  ])('that cannot be generated (%i) shows an error', async (status, words) => {
    const { paying } = await open({ isPaid: true });
    paying.confirmation = () => problemResponse(status);
    await userEvent.click(await screen.findByRole('button', { name: 'Download receipt' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
