import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { amountDue } from '@kerb/domain/payments/amount-due.ts';
import { invoiceAmount, invoiceLines } from '@kerb/domain/payments/invoices.ts';
import {
  type Account,
  type Entry,
  paidOnInvoices,
  postInvoice,
  postPayment,
  postPayout,
  postRelease,
  postReturn,
  postReversal,
  postTransfer,
} from '@kerb/domain/payments/ledger.ts';
import { paymentMethods } from '@kerb/domain/payments/payments.contract.ts';
import { surchargeOf } from '@kerb/domain/payments/surcharges.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const words = { budget: 'Campaign budget', serviceFee: 'Service fee', surcharge: 'Card surcharge' };
const said = (entries: readonly Entry[]) => Object.fromEntries(entries.map(({ account, amount }) => [account, amount]));

describe('the ledger', () => {
  const lines = [
    { type: 'sale', amount: 4_200_00 },
    { type: 'disc', amount: -200_00 },
    { type: 'fee', amount: 57_27 },
    { type: 'tax', amount: 5_73 },
  ] as const;

  it('records for an invoice what the payer owes, and for what', () => {
    const entries = postInvoice(7, lines);
    expect(said(entries)).toEqual({
      payer: 4_063_00,
      organisation: -4_200_00,
      discounts: 200_00,
      fees: -57_27,
      tax: -5_73,
    });
    expect(entries.every(({ invoiceId }) => invoiceId === 7)).toBe(true);
  });

  // biome-ignore format: a table
  it.each([
    ['card',           'gateway'],
    ['direct-deposit', 'bank'],
    ['manual',         'elsewhere'],
  ] as const)('records a payment by %s in the account %s', (method, account) => {
    expect(said(postPayment(method, 100, [{ id: 7, unpaid: 100 }]))).toEqual({ [account]: 100, payer: -100 });
  });

  it('records what a part payment paid, and what is held of an overpayment', () => {
    expect(said(postPayment('direct-deposit', 40, [{ id: 7, unpaid: 100 }]))).toEqual({ bank: 40, payer: -40 });
    expect(said(postPayment('direct-deposit', 140, [{ id: 7, unpaid: 100 }]))).toEqual({
      bank: 140,
      payer: -100,
      held: -40,
    });
  });

  it('holds all money paid for a campaign that is over', () => {
    expect(said(postPayment('card', 4_263_00, []))).toEqual({ gateway: 4_263_00, held: -4_263_00 });
  });

  it('pays the oldest invoice first', () => {
    const entries = postPayment('direct-deposit', 120, [
      { id: 7, unpaid: 100 },
      { id: 8, unpaid: 100 },
    ]);
    expect(paidOnInvoices(entries)).toEqual(
      new Map([
        [7, 100],
        [8, 20],
      ]),
    );
    expect(paidOnInvoices(postReversal(entries))).toEqual(
      new Map([
        [7, -100],
        [8, -20],
      ]),
    );
  });

  it('records which account funded a transfer to the organisation or a return to the payer', () => {
    expect(said(postTransfer(4_200_00))).toEqual({ organisation: 4_200_00, bank: -4_200_00 });
    expect(said(postTransfer(4_200_00, true))).toEqual({ loans: 4_200_00, bank: -4_200_00 });
    expect(said(postReturn(40))).toEqual({ held: 40, bank: -40 });
    expect(said(postPayout(40))).toEqual({ bank: 40, gateway: -40 });
  });

  // biome-ignore format: a table
  it.each([
    ['paid in full',                             { kept: 4_200_00, discounts: 0,      paid: 4_263_00 }, { organisation: 4_200_00, held: -4_200_00 }                      ],
    ['paid in full with a discount',             { kept: 4_200_00, discounts: 200_00, paid: 4_000_00 }, { organisation: 4_200_00, discounts: -200_00, held: -4_000_00 }],
    ['paid in part',                             { kept: 4_200_00, discounts: 200_00, paid: 1_000_00 }, { organisation: 1_000_00, held: -1_000_00 }                      ],
    ['not paid',                                 { kept: 4_200_00, discounts: 0,      paid: 0 },        {}                                                               ],
    ['paid and transferred to its organisation', { kept: 0,       discounts: 200_00, paid: 4_000_00 }, {}                                                               ],
  ])('records whose money it is when a campaign that was %s ends', (_how, facts, expected) => {
    expect(said(postRelease(facts))).toEqual(expected);
  });
});

const isBalanced = (entries: readonly Entry[]): boolean => entries.reduce((sum, { amount }) => sum + amount, 0) === 0;

/** A campaign's ledger, built only with the rules under test. */
function aCampaign() {
  const entries: Entry[] = [];
  const invoices: { id: number; amount: number; paid: number; isVoid: boolean; posted: Entry[] }[] = [];
  const payments: { total: number; posted: Entry[]; isVoid: boolean }[] = [];
  /** Whether the campaign is over, its current release, and what was returned to the payer. */
  const end: { isOver: boolean; released: Entry[]; returned: number } = { isOver: false, released: [], returned: 0 };
  const write = (posted: Entry[]) => {
    expect(isBalanced(posted)).toBe(true);
    entries.push(...posted);
    for (const [id, amount] of paidOnInvoices(posted)) {
      const invoice = invoices.find((each) => each.id === id);
      if (invoice && !posted.some(({ account }) => ['organisation', 'fees', 'discounts'].includes(account)))
        invoice.paid += amount;
    }
  };
  return { entries, invoices, payments, end, write };
}

const balanceOf = (entries: readonly Entry[], account: Account) =>
  entries.filter((entry) => entry.account === account).reduce((sum, { amount }) => sum + amount, 0);

const cents = fc.integer({ min: 0, max: 2_000_000_00 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('bill' as const),
    budget: cents,
    discount: cents,
    serviceFee: cents,
    rate: fc.constantFrom(0, 80, 150, 250, 290),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    method: fc.constantFrom(...paymentMethods),
    total: fc.integer({ min: 1, max: 2_500_000_00 }),
  }),
  fc.record({
    kind: fc.constant('payWhenOver' as const),
    method: fc.constantFrom(...paymentMethods),
    total: fc.integer({ min: 1, max: 2_500_000_00 }),
  }),
  fc.record({ kind: fc.constant('voidPayment' as const), place: fc.nat(20) }),
  fc.record({ kind: fc.constant('voidInvoice' as const), place: fc.nat(20) }),
  fc.record({ kind: fc.constant('transfer' as const), part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('return' as const), part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
  fc.record({ kind: fc.constant('reopen' as const) }),
  fc.record({ kind: fc.constant('payout' as const) }),
);

describe.each(countryCodes)('whatever happens to a campaign in %s', (code) => {
  const country = countries[code];

  function release({ entries, invoices, end, write }: ReturnType<typeof aCampaign>) {
    end.isOver = true;
    const standing = invoices.filter((each) => !each.isVoid);
    end.released = postRelease({
      kept: -balanceOf(entries, 'organisation'),
      discounts: balanceOf(entries, 'discounts'),
      paid: standing.reduce((sum, { paid }) => sum + paid, 0),
    });
    write(end.released);
  }

  function keepAgain({ end, write }: ReturnType<typeof aCampaign>) {
    write(postReversal(end.released));
    end.released = [];
  }

  function play(
    campaign: ReturnType<typeof aCampaign>,
    act: typeof step extends fc.Arbitrary<infer Act> ? Act : never,
  ) {
    const { entries, invoices, payments, end, write } = campaign;
    if (act.kind === 'bill' && !end.isOver) {
      const due = amountDue('pn', act.budget, act);
      const billed = { ...due, surcharge: surchargeOf(due.amount, act.rate) };
      const lines = invoiceLines(billed, words, country);
      expect(invoiceAmount(lines)).toBe(due.amount + billed.surcharge);
      const posted = postInvoice(invoices.length, lines);
      invoices.push({ id: invoices.length, amount: invoiceAmount(lines), paid: 0, isVoid: false, posted });
      write(posted);
    }
    if (act.kind === 'pay' || act.kind === 'payWhenOver') {
      const open = invoices
        .filter((each) => !each.isVoid)
        .map(({ id, amount, paid }) => ({ id, unpaid: amount - paid }));
      const posted = postPayment(act.method, act.total, act.kind === 'pay' && !end.isOver ? open : []);
      payments.push({ total: act.total, posted, isVoid: false });
      write(posted);
    }
    const payment = act.kind === 'voidPayment' ? payments[act.place] : undefined;
    if (payment && !payment.isVoid && end.returned === 0) {
      payment.isVoid = true;
      keepAgain(campaign);
      write(postReversal(payment.posted));
      if (end.isOver) release(campaign);
    }
    const invoice = act.kind === 'voidInvoice' ? invoices[act.place] : undefined;
    if (invoice && !invoice.isVoid && invoice.paid === 0) {
      invoice.isVoid = true;
      write(postReversal(invoice.posted));
    }
    const kept = -balanceOf(entries, 'organisation');
    if (act.kind === 'transfer' && kept > 0 && !end.isOver)
      write(postTransfer(Math.max(1, Math.trunc((kept * act.part) / 100))));
    const held = -balanceOf(entries, 'held');
    if (act.kind === 'return' && held > 0) {
      const part = Math.max(1, Math.trunc((held * act.part) / 100));
      end.returned += part;
      write(postReturn(part));
    }
    if (act.kind === 'cancel' && !end.isOver) release(campaign);
    if (act.kind === 'reopen' && end.isOver && end.returned === 0) {
      keepAgain(campaign);
      end.isOver = false;
    }
    const atGateway = balanceOf(entries, 'gateway');
    if (act.kind === 'payout' && atGateway > 0) write(postPayout(atGateway));
  }

  it('its ledger balances to the cent, and agrees with its invoices and payments', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (acts) => {
        const campaign = aCampaign();
        for (const act of acts) {
          play(campaign, act);
          const { entries, invoices, payments, end } = campaign;
          expect(isBalanced(entries)).toBe(true);
          expect(balanceOf(entries, 'held')).toBeLessThanOrEqual(0);
          expect(balanceOf(end.released, 'held')).toBeLessThanOrEqual(0);
          const standing = invoices.filter((each) => !each.isVoid);
          expect(balanceOf(entries, 'payer')).toBe(standing.reduce((sum, { amount, paid }) => sum + amount - paid, 0));
          expect(standing.every(({ amount, paid }) => paid >= 0 && paid <= amount)).toBe(true);
          const received = payments.filter((each) => !each.isVoid).reduce((sum, { total }) => sum + total, 0);
          const spent = entries.filter(({ account, amount }) => account === 'bank' && amount < 0);
          const reversed = payments.filter((each) => each.isVoid).flatMap((each) => each.posted);
          const moneyHeld =
            balanceOf(entries, 'gateway') + balanceOf(entries, 'bank') + balanceOf(entries, 'elsewhere');
          const paidOut =
            spent.reduce((sum, { amount }) => sum - amount, 0) -
            reversed.filter((e) => e.account === 'bank').reduce((sum, { amount }) => sum + amount, 0);
          expect(moneyHeld).toBe(received - paidOut);
        }
      }),
      { numRuns: 100 },
    );
  });
});
