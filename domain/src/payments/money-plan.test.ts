import type { Cents } from '@kerb/domain/kernel/money.ts';
import { entriesOf } from '@kerb/domain/payments/ledger-moves.ts';
import {
  amountOfParts,
  type BillParts,
  divisionOf,
  type MoneyState,
  noParts,
  type Plan,
  planMoney,
  plusParts,
  type ValidInvoice,
  type Wish,
} from '@kerb/domain/payments/money-plan.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const gst = { gstBasisPoints: 1_000 };
const budget = (campaignBudget: Cents, more: Partial<BillParts> = {}): BillParts => ({
  ...noParts,
  campaignBudget,
  ...more,
});
const invoice = (id: number, parts: BillParts, paid: Cents, wasAskedFor = true): ValidInvoice => ({
  ...{ id, parts, paid, wasAskedFor },
  division: divisionOf(parts, gst),
});
const keptOf = (invoices: readonly ValidInvoice[]): Cents =>
  invoices.reduce((sum, { parts, paid, division }) => sum + (paid === amountOfParts(parts) ? division.sale : 0), 0);
const state = (invoices: ValidInvoice[], held = 0, passedOn = 0): MoneyState => ({
  ...{ invoices, held, onItsWay: 0 },
  kept: keptOf(invoices) - passedOn,
});
const wish = (due: BillParts | null, more: Partial<Wish> = {}): Wish => ({
  due,
  money: null,
  bills: 'needed',
  ...more,
});
const movedBy = (money: Cents): Wish['money'] =>
  money === 0 ? null : { move: money > 0 ? 'receive' : 'takeBack', amount: Math.abs(money), method: 'direct-deposit' };
const received = (amount: Cents) => ({ move: 'receive', amount, method: 'direct-deposit' }) as const;

function planned(from: MoneyState, to: Wish): Plan {
  const decision = planMoney(from, to, gst);
  if (!decision.ok) throw new Error(decision.because);
  return decision.value;
}

/** The state after a plan. The new invoice gets the next number. */
function carriedOut(from: MoneyState, plan: Plan): MoneyState {
  const staying = from.invoices
    .filter(({ id }) => !plan.voided.includes(id))
    .map((each) => ({ ...each, paid: plan.paid.get(each.id) ?? each.paid }));
  const next = Math.max(0, ...from.invoices.map(({ id }) => id)) + 1;
  const issued = plan.issued ? [{ ...plan.issued, id: next }] : [];
  return { ...from, invoices: [...staying, ...issued], held: plan.after.held, kept: plan.after.kept };
}

const sums = (plan: Plan): Record<string, Cents> => {
  const sum: Record<string, Cents> = {};
  for (const { account, amount } of entriesOf(plan.moves(99))) sum[account] = (sum[account] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sum).filter(([, amount]) => amount !== 0));
};

describe('a plan for the money of a campaign', () => {
  it('invoices, pays and divides a payment in one step', () => {
    const due = budget(1_000_00, { serviceFee: 110_00, surcharge: 11_00 });
    const plan = planned(state([]), wish(due, { money: received(1_121_00) }));
    expect(plan.issued).toMatchObject({ parts: due, paid: 1_121_00 });
    expect(sums(plan)).toEqual({ trust: 1_000_00, bank: 121_00, organisation: -1_000_00, fees: -110_00, tax: -11_00 });
  });

  it('keeps a part payment as the payer’s until the invoice is paid in full', () => {
    const plan = planned(state([]), wish(budget(1_000_00), { money: received(400_00) }));
    expect(sums(plan)).toEqual({ trust: 400_00, received: -400_00, payer: 600_00, billed: -600_00 });
    expect(plan.after).toEqual({ held: 0, kept: 0, due: 600_00 });
  });

  it('keeps the paid invoice and invoices the difference when a budget is raised', () => {
    const paid = state([invoice(1, budget(1_000_00), 1_000_00)]);
    const plan = planned(paid, wish(budget(1_500_00), { bills: 'always' }));
    expect(plan.voided).toEqual([]);
    expect(plan.issued).toMatchObject({ parts: budget(500_00), paid: 0 });
    expect(sums(plan)).toEqual({ payer: 500_00, billed: -500_00 });
  });

  it('replaces the invoice and holds the difference when a paid budget is lowered', () => {
    const plan = planned(state([invoice(1, budget(1_000_00), 1_000_00)]), wish(budget(400_00)));
    expect(plan.voided).toEqual([1]);
    expect(sums(plan)).toEqual({ organisation: 600_00, held: -600_00 });
    expect(plan.after).toEqual({ held: 600_00, kept: 400_00, due: 0 });
  });

  it('pays a lowered budget in full when the part payment covers it', () => {
    const plan = planned(state([invoice(1, budget(1_000_00), 600_00)]), wish(budget(600_00)));
    expect(plan.issued).toMatchObject({ parts: budget(600_00), paid: 600_00 });
    expect(plan.after).toEqual({ held: 0, kept: 600_00, due: 0 });
  });

  it('holds everything when nothing is asked for any more', () => {
    const plan = planned(state([invoice(1, budget(1_000_00), 700_00)]), wish(null, { bills: 'never' }));
    expect(plan).toMatchObject({ voided: [1], issued: null, after: { held: 700_00, kept: 0, due: 0 } });
  });

  it('invoices a raised service fee as a fee with its tax', () => {
    const fee = (serviceFee: Cents) => ({ ...noParts, serviceFee });
    const plan = planned(state([invoice(1, fee(110_00), 110_00)]), wish(fee(220_00), { money: received(110_00) }));
    expect(plan.voided).toEqual([]);
    expect(sums(plan)).toEqual({ bank: 110_00, fees: -100_00, tax: -10_00 });
  });

  it('uses held money before it asks the payer for more', () => {
    const paid = state([invoice(1, budget(400_00), 400_00)], 600_00);
    const plan = planned(paid, wish(budget(1_200_00), { bills: 'always' }));
    expect(plan.issued).toMatchObject({ parts: budget(800_00), paid: 600_00 });
    expect(plan.after).toEqual({ held: 0, kept: 400_00, due: 200_00 });
  });

  it('replaces an unpaid invoice whose amount is no longer right, and leaves a right one alone', () => {
    const asked = state([invoice(1, budget(1_000_00), 0)]);
    expect(planned(asked, wish(budget(1_200_00)))).toMatchObject({ voided: [1], issued: { parts: budget(1_200_00) } });
    expect(planned(asked, wish(budget(1_000_00)))).toMatchObject({ voided: [], issued: null });
  });

  it('ends an invoice that was issued with a payment when that payment is taken back, and no other', () => {
    const taken = { money: { move: 'takeBack', amount: 1_000_00, method: 'direct-deposit' } } as const;
    const withPayment = state([invoice(1, budget(1_000_00), 1_000_00, false)]);
    expect(planned(withPayment, wish(budget(1_000_00), taken))).toMatchObject({ voided: [1], issued: null });
    const asked = planned(state([invoice(1, budget(1_000_00), 1_000_00)]), wish(budget(1_000_00), taken));
    expect(asked.voided).toEqual([]);
    expect(asked.paid).toEqual(new Map([[1, 0]]));
    expect(sums(asked)).toEqual({ trust: -1_000_00, organisation: 1_000_00, payer: 1_000_00, billed: -1_000_00 });
  });

  it('asks for all that is due when an invoice remains after a payment was taken back', () => {
    const fee = { ...noParts, serviceFee: 654_00 };
    const raised = state([invoice(1, budget(4_200_00), 1_680_00, false), invoice(2, fee, 0)]);
    const money = { move: 'takeBack', amount: 1_680_00, method: 'direct-deposit' } as const;
    const plan = planned(raised, wish(budget(4_200_00, { serviceFee: 654_00 }), { money }));
    expect(plan).toMatchObject({ voided: [], issued: null, after: { held: 0, kept: 0, due: 4_854_00 } });
  });

  it('invoices the difference when the paid invoice remains without its payment', () => {
    const money = { move: 'takeBack', amount: 1_000_00, method: 'direct-deposit' } as const;
    const paid = state([invoice(1, budget(1_000_00), 1_000_00)]);
    const plan = planned(paid, wish(budget(1_500_00), { money }));
    expect(plan).toMatchObject({ voided: [], issued: { parts: budget(500_00) }, after: { due: 1_500_00 } });
  });

  it('sets money under refund aside, so that nothing is kept for the organisation', () => {
    const money = { move: 'setAside', amount: 1_000_00 } as const;
    const plan = planned(state([invoice(1, budget(1_000_00), 1_000_00, false)]), wish(budget(1_000_00), { money }));
    expect(sums(plan)).toEqual({ organisation: 1_000_00, refunds: -1_000_00 });
  });

  it('refuses to take back money that was passed on, and says where it is', () => {
    const money = { move: 'setAside', amount: 1_000_00 } as const;
    const transferred = state([invoice(1, budget(1_000_00), 1_000_00)], 0, 1_000_00);
    const asked = wish(budget(1_000_00), { money });
    expect(planMoney(transferred, asked, gst)).toMatchObject({ code: 'funds-transferred' });
    expect(planMoney({ ...transferred, onItsWay: 1 }, asked, gst)).toMatchObject({ code: 'funds-under-way' });
    expect(planMoney(state([]), asked, gst)).toMatchObject({ code: 'money-returned' });
  });

  it('never keeps an invoice whose discount is larger than the new one allows', () => {
    const discounted = state([invoice(1, budget(1_000_00, { discount: 50_00 }), 950_00)]);
    const plan = planned(discounted, wish(budget(1_000_00, { discount: 100_00 })));
    expect(plan.after).toEqual({ held: 50_00, kept: 1_000_00, due: 0 });
  });
});

const cents = fc.integer({ min: 0, max: 3_000 });
const parts: fc.Arbitrary<BillParts> = fc
  .record({ campaignBudget: cents, discount: cents, serviceFee: cents, surcharge: cents })
  .map((each) => ({ ...each, discount: Math.min(each.discount, each.campaignBudget) }));
const steps = fc.array(
  fc.record({
    // As before, a little more, or something else. Money may be all that was paid, taken back.
    due: fc.oneof(fc.constantFrom('same' as const, 'more' as const), fc.option(parts, { nil: null })),
    money: fc.oneof(fc.constantFrom(0, 'all back' as const), fc.integer({ min: -4_000, max: 4_000 })),
    bills: fc.constantFrom<Wish['bills']>('never', 'needed', 'always'),
  }),
  { minLength: 1, maxLength: 12 },
);

const nextDue = (last: BillParts | null, next: BillParts | 'same' | 'more' | null): BillParts | null => {
  if (next === 'same') return last;
  return next === 'more' ? plusParts(last ?? noParts, { ...noParts, serviceFee: 100 }) : next;
};

describe('any sequence of plans', () => {
  it('loses no cent, never goes below zero, and does nothing twice', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let now = state([]);
        let total = 0;
        let due: BillParts | null = null;
        for (const step of sequence) {
          const { bills } = step;
          due = nextDue(due, step.due);
          const money = step.money === 'all back' ? -total : step.money;
          const asked = wish(due, { money: movedBy(money), bills });
          const decision = planMoney(now, asked, gst);
          if (!decision.ok) continue;
          total += money;
          const entries = entriesOf(decision.value.moves(99));
          expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
          now = carriedOut(now, decision.value);
          const paid = now.invoices.reduce((sum, each) => sum + each.paid, 0);
          expect(paid + now.held).toBe(total);
          expect(Math.min(now.held, now.kept, ...now.invoices.map((each) => each.paid))).toBeGreaterThanOrEqual(0);
          expect(now.kept).toBe(keptOf(now.invoices));
          for (const each of now.invoices) expect(each.paid).toBeLessThanOrEqual(amountOfParts(each.parts));
          const asking = now.invoices.reduce((sum, each) => sum + amountOfParts(each.parts), 0);
          expect([0, amountOfParts(due ?? noParts)]).toContain(asking);
          const again = planMoney(now, { ...asked, money: null }, gst);
          expect(again.ok && entriesOf(again.value.moves(98))).toEqual([]);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

type Case = {
  invoices?: ValidInvoice[];
  held?: Cents;
  due: BillParts;
  money?: Wish['money'];
  bills?: Wish['bills'];
};

const planOf = ({ invoices = [], held = 0, due, ...more }: Case): Plan =>
  planned(state(invoices, held), wish(due, more));

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
    expect(planOf(on).issued === null ? 'not issued' : 'issued').toBe(is);
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
    expect(planOf(on).issued?.wasAskedFor).toBe(stays);
  });

  it('of one cent that is paid is divided', () => {
    const moves = planOf({ due: budget(1), money: received(1) }).moves(7);
    expect(moves.map(({ move }) => move)).toEqual(['receive', 'bill', 'apply', 'divide']);
  });

  it('that is not paid is not divided', () => {
    const moves = planOf({ due: budget(1), bills: 'always' }).moves(7);
    expect(moves.map(({ move }) => move)).toEqual(['bill', 'apply']);
  });
});

describe('an invoice that is there', () => {
  it('stays if a cent of it is paid and the budget is raised', () => {
    const plan = planOf({ due: budget(1_000_01), invoices: [invoice(1, budget(1_000_00), 1)] });
    expect(plan.voided).toEqual([]);
    expect(plan.issued?.parts).toEqual(budget(1));
  });

  it('ends if what is left would have a discount above its budget', () => {
    const due = budget(300, { discount: 200, serviceFee: 900 });
    const plan = planOf({ due, invoices: [invoice(1, budget(200, { serviceFee: 100 }), 300)] });
    expect(plan.voided).toEqual([1]);
    expect(plan.issued?.parts).toEqual(due);
  });

  it('is left alone by a payment of another', () => {
    const invoices = [invoice(1, budget(1_000_00), 1_000_00), invoice(2, budget(500_00), 100_00)];
    const plan = planOf({ due: budget(1_500_00), invoices, money: received(400_00) });
    expect([...plan.paid]).toEqual([[2, 500_00]]);
    expect(plan.moves(null).filter(({ invoiceId }) => invoiceId === 1)).toEqual([]);
  });
});
