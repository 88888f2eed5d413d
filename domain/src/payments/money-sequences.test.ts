import { isPaidInFull } from '@kerb/domain/agreements/invoiced-books.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { dueOfCampaign, mayBill } from '@kerb/domain/payments/campaign-due.ts';
import { emptyBooks, moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import { type Account, accountNames, accounts, type Entry, postReversal } from '@kerb/domain/payments/ledger.ts';
import { entriesOf, type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import {
  amountOfParts,
  type MovedMoney,
  noParts,
  planMoney,
  plusParts,
  type ValidInvoice,
  type Wish,
} from '@kerb/domain/payments/money-plan.ts';
import { keptFee, leftOfPayment, paidBack, type RefundAmounts, refundAmounts } from '@kerb/domain/payments/refunds.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sumOf = (amounts: readonly Cents[]) => amounts.reduce((sum, each) => sum + each, 0);

type PaymentMade = {
  amount: Cents;
  surcharge: Cents;
  state: 'counted' | 'refunding' | 'gone';
  /** Refunded in part, also what is requested. */
  refunded: Cents;
  requested: RefundAmounts | null;
};

/** A campaign whose ledger is written only by the rules under test. */
class Campaign {
  status: AgreementStatus = 'waiting-approval';
  option: FinanceOptionCode | null = 'pn';
  campaignBudget: Cents = 1_000_00;
  terms = { serviceFee: 110_00, discount: 0 };
  invoices: ValidInvoice[] = [];
  payments: PaymentMade[] = [];
  /** What refunds in part paid back, and what was kept of them. */
  paidBack = 0;
  feesKept = 0;
  entries: Entry[] = [];
  transferred = 0;
  returned = 0;
  readonly tax: { gstBasisPoints: number };

  constructor(tax: { gstBasisPoints: number }) {
    this.tax = tax;
  }

  balance(account: Account): Cents {
    return sumOf(this.entries.filter((each) => each.account === account).map(({ amount }) => amount));
  }

  get books() {
    const balances = Object.fromEntries(accountNames.map((name) => [name, this.balance(name)]));
    const paidInvoices = this.invoices.filter(({ parts, paid }) => paid > 0 && paid === amountOfParts(parts));
    const settled = sumOf(paidInvoices.map(({ paid }) => paid));
    return { ...emptyBooks, ...balances, settled, transferred: this.transferred, returned: this.returned };
  }

  due(without = -1) {
    const { onItsWay, transferred } = moneyOf(this.books);
    return dueOfCampaign({
      ...{ status: this.status, option: this.option, campaignBudget: this.campaignBudget, terms: this.terms },
      payments: this.payments.filter(({ state }, place) => state === 'counted' && place !== without),
      settled: this.invoices.filter(({ parts, paid }) => paid > 0 && paid === amountOfParts(parts)),
      passedOn: transferred + onItsWay,
      returned: this.returned,
    });
  }

  post(made: readonly Move[]) {
    this.entries.push(...entriesOf(made));
  }

  /** True if the plan was possible; then it is carried out. */
  plan(money: MovedMoney | null, bills: Wish['bills'] = 'needed', without?: number): boolean {
    const { held, kept, onItsWay } = moneyOf(this.books);
    const wish = { due: this.due(without), money, bills: mayBill(this) ? bills : ('never' as const) };
    const decision = planMoney({ invoices: this.invoices, held, kept, onItsWay }, wish, this.tax);
    if (!decision.ok) return false;
    const { voided, paid, issued, moves } = decision.value;
    const id = Math.max(0, ...this.invoices.map((each) => each.id)) + 1;
    this.post(moves(id));
    this.invoices = [
      ...this.invoices
        .filter((each) => !voided.includes(each.id))
        .map((each) => ({ ...each, paid: paid.get(each.id) ?? each.paid })),
      ...(issued ? [{ ...issued, id }] : []),
    ];
    return true;
  }
}

const cents = fc.integer({ min: 0, max: 2_000_00 });
const place = fc.nat(6);
// biome-ignore format: a table
const acts = fc.oneof(
  fc.record({ act: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 2_500_00 }), surcharge: fc.nat(20_00), method: fc.constantFrom('card', 'direct-deposit', 'manual') }),
  fc.record({ act: fc.constantFrom('void', 'refused', 'refunded'), place }),
  fc.record({ act: fc.constant('part' as const), place, part: fc.integer({ min: 1, max: 100 }), keepsFee: fc.boolean() }),
  fc.record({ act: fc.constantFrom('partRefused', 'partRefunded'), place }),
  fc.record({ act: fc.constant('budget' as const), amount: cents }),
  fc.record({ act: fc.constant('terms' as const), serviceFee: cents, discount: cents }),
  fc.record({ act: fc.constant('option' as const), option: fc.constantFrom<FinanceOptionCode | null>('pn', 'pl', 'pos', null) }),
  fc.record({ act: fc.constant('status' as const), status: fc.constantFrom<AgreementStatus>('waiting-approval', 'approved', 'cancelled', 'rejected', 'draft', 'complete') }),
  fc.record({ act: fc.constantFrom('bill', 'order', 'unorder', 'transfer') }),
  fc.record({ act: fc.constant('return' as const), part: fc.integer({ min: 1, max: 100 }) }),
);
type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never;

/** Changes a campaign, and takes the change back if its money forbids it. */
function change(campaign: Campaign, fields: Partial<Campaign>) {
  const before = { ...campaign };
  Object.assign(campaign, fields);
  if (!campaign.plan(null, 'always')) Object.assign(campaign, before);
}

function take(campaign: Campaign, at: number) {
  const payment = campaign.payments[at];
  if (payment?.state !== 'counted' || payment.refunded > 0 || campaign.returned > 0) return;
  if (campaign.plan({ move: 'setAside', amount: payment.amount + payment.surcharge }, 'needed', at)) {
    payment.state = 'refunding';
  }
}

function settle(campaign: Campaign, at: number, isRefunded: boolean) {
  const payment = campaign.payments[at];
  if (payment?.state !== 'refunding') return;
  payment.state = isRefunded ? 'gone' : 'counted';
  const amount = payment.amount + payment.surcharge;
  if (isRefunded) campaign.post([moveOf('refunded', amount)]);
  else expect(campaign.plan({ move: 'putBack', amount })).toBe(true);
}

/** Refunds a part of a payment, as the server does: the part counts as refunded before the plan is made. */
function refundPart(
  campaign: Campaign,
  { place: at, part, keepsFee }: { place: number; part: number; keepsFee: boolean },
) {
  const payment = campaign.payments[at];
  if (payment?.state !== 'counted' || payment.requested) return;
  const amounts = refundAmounts(Math.ceil((leftOfPayment(payment) * part) / 100), keepsFee);
  if (amounts.amount <= amounts.fee) return;
  payment.refunded += amounts.amount;
  const fee = keptFee(amounts.fee, campaign.tax);
  if (campaign.plan({ move: 'setAside', amount: paidBack(amounts), fee })) {
    payment.requested = amounts;
    campaign.feesKept += amounts.fee;
  } else payment.refunded -= amounts.amount;
}

function settlePart(campaign: Campaign, at: number, isRefunded: boolean) {
  const payment = campaign.payments[at];
  if (!payment?.requested) return;
  const amounts = payment.requested;
  payment.requested = null;
  if (isRefunded) {
    campaign.post([moveOf('refunded', paidBack(amounts))]);
    campaign.paidBack += paidBack(amounts);
    return;
  }
  payment.refunded -= amounts.amount;
  campaign.feesKept -= amounts.fee;
  const fee = keptFee(amounts.fee, campaign.tax);
  expect(campaign.plan({ move: 'putBack', amount: paidBack(amounts), fee })).toBe(true);
}

function passOn(campaign: Campaign, act: 'order' | 'unorder' | 'transfer') {
  const { kept, onItsWay } = moneyOf(campaign.books);
  if (act === 'order') campaign.post([moveOf('order', kept)]);
  if (act === 'unorder') campaign.post([moveOf('unorder', onItsWay)]);
  if (act !== 'transfer') return;
  campaign.post([{ move: 'transfer', amounts: { amount: onItsWay, lent: 0 } }]);
  campaign.transferred += onItsWay;
}

function play(campaign: Campaign, step: Act) {
  if (step.act === 'pay') {
    const { amount, surcharge, method } = step;
    campaign.payments.push({ amount, surcharge, state: 'counted', refunded: 0, requested: null });
    const money = { move: 'receive', amount: amount + surcharge, method } as MovedMoney;
    expect(campaign.plan(money)).toBe(true);
  }
  if (step.act === 'void') take(campaign, step.place);
  if (step.act === 'refused' || step.act === 'refunded') settle(campaign, step.place, step.act === 'refunded');
  if (step.act === 'part') refundPart(campaign, step);
  if (step.act === 'partRefused' || step.act === 'partRefunded') {
    settlePart(campaign, step.place, step.act === 'partRefunded');
  }
  if (step.act === 'budget') change(campaign, { campaignBudget: step.amount });
  if (step.act === 'terms') change(campaign, { terms: { serviceFee: step.serviceFee, discount: step.discount } });
  if (step.act === 'option') change(campaign, { option: step.option });
  if (step.act === 'status') change(campaign, { status: step.status });
  if (step.act === 'bill') campaign.plan(null, 'always');
  if (step.act === 'order' || step.act === 'unorder' || step.act === 'transfer') passOn(campaign, step.act);
  if (step.act === 'return') {
    const amount = Math.floor((moneyOf(campaign.books).held * step.part) / 100);
    campaign.post([moveOf('giveBack', amount)]);
    campaign.returned += amount;
  }
}

const earnedOf = ({ division }: ValidInvoice): Cents => division.fees + division.tax;

function check(campaign: Campaign) {
  const { books, payments, invoices } = campaign;
  expect(sumOf(campaign.entries.map(({ amount }) => amount))).toBe(0);
  for (const name of accountNames) {
    const { sign } = accounts[name];
    if (sign === 'positive') expect([name, books[name] >= 0]).toEqual([name, true]);
    if (sign === 'negative') expect([name, books[name] <= 0]).toEqual([name, true]);
  }
  const money = moneyOf(books);
  const arrived = sumOf(payments.filter(({ state }) => state !== 'gone').map((each) => each.amount + each.surcharge));
  const placed = money.owed + money.transferred + money.earned - money.discounts - books.received;
  expect(placed + money.held + money.underRefund + money.returned + campaign.paidBack).toBe(arrived);
  const divided = sumOf(invoices.filter(({ parts, paid }) => paid > 0 && paid === amountOfParts(parts)).map(earnedOf));
  expect(money.earned).toBe(divided + campaign.feesKept);
  for (const payment of payments) expect(leftOfPayment(payment)).toBeGreaterThanOrEqual(0);
  expect(money.due).toBe(sumOf(invoices.map(({ parts, paid }) => amountOfParts(parts) - paid)));
  const asked = invoices.reduce((sum, { parts }) => plusParts(sum, parts), noParts);
  const due = campaign.due();
  if (isPaidInFull(books) && due && !isCancelledOrDeclined(campaign.status)) {
    // Paid means: the invoices ask for everything that is due, by part.
    expect(asked).toEqual(due);
  }
}

describe.each(countryCodes)('any order of steps in %s', (code) => {
  it('loses no cent, pays none twice, and says paid only when everything is paid', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 25 }), (steps) => {
        const campaign = new Campaign(countries[code]);
        for (const step of steps) {
          play(campaign, step);
          check(campaign);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('is undone by the opposite entries', () => {
    const entries = entriesOf([{ ...moveOf('receive', 5), method: 'card' }]);
    expect(postReversal(entries).map(({ amount }) => amount)).toEqual([-5, 5]);
  });
});
