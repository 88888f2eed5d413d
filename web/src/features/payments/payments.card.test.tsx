import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { MoreActions } from '@kerb/web/features/campaign-cards/more-actions.tsx';
import { StatusCard } from '@kerb/web/features/campaign-cards/status.card.tsx';
import { PaymentsCard } from '@kerb/web/features/payments/payments.card.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import { campaign, campaignServer, chooseMove, fill, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { billed, paid, type WireInvoice, type WirePayment } from '../../../test/payments.ts';

const saved: string[] = [];

beforeAll(() => import('@kerb/web/features/payments/void.dialog.tsx'));
beforeEach(() => {
  usePage();
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kerb');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => void vi.restoreAllMocks());

type HeldMoney = { heldAmount: number; returns: object[] };
type Held = { payments: WirePayment[]; invoices: WireInvoice[]; money?: HeldMoney };

async function open(who: 'admin' | 'manager', held: Held) {
  const server = campaignServer(campaign({ status: 'approved', financeOptionCode: 'pn' }));
  const calls = await signedIn({
    ...server.handlers,
    'GET /v1/agreements/10231/payments': () => ({ items: held.payments }),
    'GET /v1/agreements/10231/held-money': () => held.money ?? { heldAmount: 0, returns: [] },
    'POST /v1/agreements/10231/return-held-money': ({ body }: Seen) => {
      const { amount, description } = body as { amount: number; description: string };
      const date = '2026-11-15T02:30:00.000Z';
      held.money = { heldAmount: 0, returns: [{ date, amount, description, returnedByName: 'Ann Abbott' }] };
      return held.money;
    },
    'GET /v1/agreements/10231/invoices': () => ({ items: held.invoices }),
    'POST /v1/payments/71/void': ({ body }: Seen) => {
      const { reason } = body as { reason: string };
      held.payments = [paid({ status: 'voided', voidReason: reason })];
      return held.payments[0];
    },
    'POST /v1/invoices/31/void': () => problemResponse(409, { displayText: 'This invoice has already been voided.' }),
    'GET /v1/invoices/31/pdf': () =>
      new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="Tax-Invoice_31.pdf"' } }),
  });
  renderCards(({ value }) => <PaymentsCard agreement={value} standing={who} />, sessions[who]);
  return calls;
}

const voids = (calls: Seen[]) => calls.filter(({ path }) => path.endsWith('/void'));

describe('payments and invoices', () => {
  it('begin with the figures of the ledger, whatever the option, without those that are zero', async () => {
    const server = campaignServer(campaign({ status: 'waiting-info', financeOptionCode: 'pl', hasMoneyRecords: true }));
    await signedIn({
      ...server.handlers,
      'GET /v1/agreements/10231/payments': () => ({ items: [paid()] }),
      'GET /v1/agreements/10231/invoices': () => ({ items: [] }),
      'GET /v1/agreements/10231/money': () => ({
        ...{ paymentState: 'none', paid: 0, due: 0, held: 700, underRefund: 0, returned: 50 },
        ...{ kept: 0, onItsWay: 0, transferred: 0, earned: 0 },
      }),
    });
    renderCards(({ value }) => <PaymentsCard agreement={value} standing="manager" />, sessions.manager);
    expect((await screen.findByText('Held for the payer')).nextSibling?.textContent).toBe('$700');
    expect(screen.getByText('Returned to the payer').nextSibling?.textContent).toBe('$50');
    expect(screen.queryByText('Due')).toBeNull();
  });

  it('show an admin the held money, and record its return', async () => {
    const calls = await open('admin', { payments: [paid()], invoices: [], money: { heldAmount: 4200, returns: [] } });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Return held money' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return held money' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('4,200.00');
    fill(dialog.getByLabelText('How it was returned'), 'Transfer 118');
    await user.click(dialog.getByRole('button', { name: 'Return held money' }));
    const list = within(await screen.findByRole('list', { name: 'Held for the payer' }));
    expect(await list.findByText('Transfer 118')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Return held money' })).toBeNull();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ amount: 4200, description: 'Transfer 118' }]);
  });

  it('show held money as soon as a paid campaign is cancelled', async () => {
    const server = campaignServer(campaign({ status: 'approved', financeOptionCode: 'pn' }));
    const isOver = () => server.state.agreement.status === 'cancelled';
    await signedIn({
      ...server.handlers,
      'GET /v1/agreements/10231/payments': () => ({ items: [paid()] }),
      'GET /v1/agreements/10231/invoices': () => ({ items: [billed({ status: isOver() ? 'voided' : 'paid' })] }),
      'GET /v1/agreements/10231/held-money': () => ({ heldAmount: isOver() ? 4200 : 0, returns: [] }),
    });
    const cards = (record: Versioned<Agreement>) => (
      <>
        <StatusCard
          record={record}
          action={<MoreActions record={record} standing="admin" primary={null} onPrint={() => {}} />}
        />
        <PaymentsCard agreement={record.value} standing="admin" />
      </>
    );
    renderCards(cards, sessions.admin);
    await screen.findByRole('list', { name: 'Payments' });
    expect(screen.queryByRole('button', { name: 'Return held money' })).toBeNull();
    await chooseMove('Mark as Cancelled');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Set to Cancelled' }));
    expect(await screen.findByRole('button', { name: 'Return held money' })).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Invoices' })).getByText('Voided')).toBeTruthy();
  });

  it('keep an amount to return that cannot be read, and record nothing', async () => {
    const calls = await open('admin', { payments: [paid()], invoices: [], money: { heldAmount: 4200, returns: [] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Return held money' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return held money' }));
    fill(dialog.getByLabelText('How it was returned'), 'Transfer 118');
    await expectsAnAmount(dialog.getByLabelText('Amount'));
    await userEvent.click(dialog.getByRole('button', { name: 'Return held money' }));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('do not request held money for users who may not return it', async () => {
    const calls = await open('manager', { payments: [paid()], invoices: [] });
    await screen.findByRole('list', { name: 'Payments' });
    expect(calls.some(({ path }) => path.endsWith('/held-money'))).toBe(false);
  });

  it('say if there are none', async () => {
    await open('manager', { payments: [], invoices: [] });
    expect(await screen.findByText('Nothing has been paid yet.')).toBeTruthy();
    expect(screen.getByText('There are no invoices yet.')).toBeTruthy();
  });

  it('show what was paid, how and by whom', async () => {
    await open('manager', { payments: [paid()], invoices: [] });
    const list = within(await screen.findByRole('list', { name: 'Payments' }));
    expect(list.getByText('Approved')).toBeTruthy();
    expect(list.getByText('$4,263')).toBeTruthy();
    expect(list.getByText(/Visa ending 4242 · KP-71 · Vera Vendor/)).toBeTruthy();
  });

  // biome-ignore format: a table
  it.each([
    ['pending',  'Pending' ],
    ['approved', 'Approved'],
    ['voided',   'Voided'  ],
  ] as const)('label a payment that is %s', async (status, label) => {
    await open('admin', { payments: [paid({ status })], invoices: [] });
    expect(await screen.findByText(label)).toBeTruthy();
  });

  it.each([true, false])('offer to void a payment as the server says: %s', async (mayVoid) => {
    await open('admin', { payments: [paid({ mayVoid })], invoices: [], money: { heldAmount: 4100, returns: [] } });
    await screen.findByRole('list', { name: 'Payments' });
    expect(screen.queryByRole('button', { name: 'Void payment' }) !== null).toBe(mayVoid);
  });

  it('show an invoice with its lines and unpaid amount, and download its document', async () => {
    await open('manager', { payments: [], invoices: [billed({ hasUnapprovedPayments: true })] });
    const list = within(await screen.findByRole('list', { name: 'Invoices' }));
    for (const words of ['Issued', 'Payment pending', 'Campaign budget', 'Card surcharge', 'GST 10%', '$3,263'])
      expect(list.getByText(words)).toBeTruthy();
    await userEvent.click(list.getByRole('button', { name: 'Download PDF of invoice 31' }));
    await waitFor(() => expect(saved).toEqual(['Tax-Invoice_31.pdf']));
  });

  it('do not show a voided invoice as unpaid', async () => {
    await open('manager', { payments: [], invoices: [billed({ status: 'voided', voidDate: '2026-11-14' })] });
    const list = within(await screen.findByRole('list', { name: 'Invoices' }));
    expect(list.getByText('Voided')).toBeTruthy();
    expect(list.queryByText('Unpaid')).toBeNull();
  });

  it('can be voided by admins only', async () => {
    await open('manager', { payments: [paid()], invoices: [billed({ mayVoid: true })] });
    await screen.findByText('Invoice 31');
    expect(screen.queryByRole('button', { name: /^Void/ })).toBeNull();
  });
});

describe('voiding', () => {
  it('asks first, and for a reason, which is stored with the payment', async () => {
    const calls = await open('admin', { payments: [paid()], invoices: [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Void payment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void payment KP-71?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Void' }));
    expect(await dialog.findByText('This is required.')).toBeTruthy();
    expect(voids(calls)).toEqual([]);
    fill(dialog.getByLabelText('Reason'), 'Paid twice');
    await userEvent.click(dialog.getByRole('button', { name: 'Void' }));
    expect(await screen.findByText('Voided: Paid twice')).toBeTruthy();
    expect(voids(calls)[0]?.body).toEqual({ reason: 'Paid twice' });
  });

  it('of an invoice that is refused shows an error, and keeps the reason', async () => {
    await open('admin', { payments: [], invoices: [billed({ mayVoid: true })] });
    await userEvent.click(await screen.findByRole('button', { name: 'Void invoice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void invoice 31?' }));
    fill(dialog.getByLabelText('Reason'), 'Wrong amount');
    await userEvent.click(dialog.getByRole('button', { name: 'Void' }));
    expect(await dialog.findByText('This invoice has already been voided.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Wrong amount');
  });

  it('is not offered for an invoice that the server would not void, as the rest of a paid bill', async () => {
    await open('admin', {
      payments: [paid()],
      invoices: [billed({ paidAmount: 0, unpaidAmount: 4263, mayVoid: false })],
    });
    await screen.findByText('Invoice 31');
    expect(screen.queryByRole('button', { name: 'Void invoice' })).toBeNull();
  });
});
