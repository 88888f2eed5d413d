import type { Cents } from '@kerb/domain/kernel/money.ts';
import {
  amountOfParts,
  type BillParts,
  divisionOf,
  type MoneyState,
  noParts,
  planMoney,
  type ValidInvoice,
  type Wish,
} from '@kerb/domain/payments/money-plan.ts';
import { describe, expect, it } from 'vitest';

const gst = { gstBasisPoints: 1_000 };
const budget = (campaignBudget: Cents, more: Partial<BillParts> = {}): BillParts => ({
  ...noParts,
  campaignBudget,
  ...more,
});
const received = (amount: Cents): Wish['money'] => ({ move: 'receive', amount, method: 'direct-deposit' });
const invoice = (id: number, parts: BillParts, paid: Cents, wasAskedFor = true): ValidInvoice => ({
  ...{ id, parts, paid, wasAskedFor },
  division: divisionOf(parts, gst),
});

type Case = {
  invoices?: ValidInvoice[];
  held?: Cents;
  due: BillParts;
  money?: Wish['money'];
  bills?: Wish['bills'];
};

function planned({ invoices = [], held = 0, due, money = null, bills = 'needed' }: Case) {
  const kept = invoices.filter(({ parts, paid }) => paid === amountOfParts(parts)).map(({ division }) => division.sale);
  const state: MoneyState = { invoices, held, onItsWay: 0, kept: kept.reduce((sum, each) => sum + each, 0) };
  const decision = planMoney(state, { due, money, bills }, gst);
  if (!decision.ok) throw new Error(decision.because);
  return decision.value;
}

describe('a new invoice', () => {
  const due = budget(1_000_00);
  // biome-ignore format: a table
  it.each<[when: string, is: 'issued' | 'not issued', on: Case]>([
    ['no money is there, and one is issued only if needed',    'not issued', { due }],
    ['one is always issued',                                   'issued',     { due, bills: 'always' }],
    ['a cent is held',                                         'issued',     { due, held: 1 }],
    ['a cent arrives',                                         'issued',     { due, money: received(1) }],
    ['money arrives, and none may be issued',                  'not issued', { due, money: received(1_000_00), bills: 'never' }],
    ['another that was asked for ends',                        'issued',     { due, invoices: [invoice(1, budget(900_00), 0)] }],
    ['another that was not asked for ends',                    'not issued', { due, invoices: [invoice(1, budget(900_00), 0, false)] }],
    ['nothing is due',                                         'not issued', { due: noParts, bills: 'always' }],
    ['only a cent is due',                                     'issued',     { due: budget(1), bills: 'always' }],
    ['a discount takes all of the budget',                     'not issued', { due: budget(10, { discount: 10 }), bills: 'always' }],
  ])('if %s, is %s', (_, is, on) => {
    expect(planned(on).issued === null ? 'not issued' : 'issued').toBe(is);
  });

  const partPaid = invoice(1, budget(1_000_00), 500_00);
  const paidWithIt = invoice(1, budget(1_200_00), 1_200_00, false);
  // biome-ignore format: a table
  it.each<[when: string, stays: boolean, on: Case]>([
    ['a payment of a cent arrives',                            false, { due, money: received(1) }],
    ['money is there already',                                 true,  { due, held: 1_00 }],
    ['a refund is refused',                                    true,  { due, money: { move: 'putBack', amount: 1_00 } }],
    ['one is always issued, although a payment arrives',       true,  { due, money: received(1_00), bills: 'always' }],
    ['an unpaid one that was asked for ends with the payment', true,  { due, money: received(1_00), invoices: [invoice(1, budget(900_00), 0)] }],
    ['one that was not asked for ends with the payment',       false, { due, money: received(1_00), invoices: [invoice(1, budget(900_00), 0, false)] }],
    ['one that was paid in full ends with the payment',        false, { due, money: received(1_00), invoices: [invoice(1, budget(1_200_00), 1_200_00)] }],
    ['one that came with its payment ends with the next',      false, { due, money: received(1_00), invoices: [paidWithIt] }],
    ['the payment pays only an older invoice',                 true,  { due: budget(1_500_00), money: received(500_00), invoices: [partPaid] }],
  ])('if %s, stays asked for after its payment is voided: %s', (_, stays, on) => {
    expect(planned(on).issued?.wasAskedFor).toBe(stays);
  });

  it('of one cent that is paid is divided', () => {
    const moves = planned({ due: budget(1), money: received(1) }).moves(7);
    expect(moves.map(({ move }) => move)).toEqual(['receive', 'bill', 'apply', 'divide']);
  });

  it('that is not paid is not divided', () => {
    const moves = planned({ due: budget(1), bills: 'always' }).moves(7);
    expect(moves.map(({ move }) => move)).toEqual(['bill', 'apply']);
  });
});

describe('an invoice that is there', () => {
  it('stays if a cent of it is paid and the budget is raised', () => {
    const plan = planned({ due: budget(1_000_01), invoices: [invoice(1, budget(1_000_00), 1)] });
    expect(plan.voided).toEqual([]);
    expect(plan.issued?.parts).toEqual(budget(1));
  });

  it('ends if what is left would have a discount above its budget', () => {
    const due = budget(300, { discount: 200, serviceFee: 900 });
    const plan = planned({ due, invoices: [invoice(1, budget(200, { serviceFee: 100 }), 300)] });
    expect(plan.voided).toEqual([1]);
    expect(plan.issued?.parts).toEqual(due);
  });

  it('is left alone by a payment of another', () => {
    const invoices = [invoice(1, budget(1_000_00), 1_000_00), invoice(2, budget(500_00), 100_00)];
    const plan = planned({ due: budget(1_500_00), invoices, money: received(400_00) });
    expect([...plan.paid]).toEqual([[2, 500_00]]);
    expect(plan.moves(null).filter(({ invoiceId }) => invoiceId === 1)).toEqual([]);
  });
});
