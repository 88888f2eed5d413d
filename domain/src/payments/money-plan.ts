import { fundsUnderWay } from '@kerb/domain/agreements/transitions.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { invoiceLines } from '@kerb/domain/payments/invoices.ts';
import { type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';

/** The parts of a bill, including their tax. */
export type BillParts = { campaignBudget: Cents; discount: Cents; serviceFee: Cents; surcharge: Cents };
export const noParts: BillParts = { campaignBudget: 0, discount: 0, serviceFee: 0, surcharge: 0 };
const partNames = Object.keys(noParts) as (keyof BillParts)[];

export const amountOfParts = ({ campaignBudget, discount, serviceFee, surcharge }: BillParts): Cents =>
  campaignBudget - discount + serviceFee + surcharge;

const combined = (a: BillParts, b: BillParts, sign: 1 | -1): BillParts =>
  Object.fromEntries(partNames.map((name) => [name, a[name] + sign * b[name]])) as BillParts;
export const plusParts = (a: BillParts, b: BillParts): BillParts => combined(a, b, 1);
export const minusParts = (a: BillParts, b: BillParts): BillParts => combined(a, b, -1);
const isSame = (a: BillParts, b: BillParts): boolean => partNames.every((name) => a[name] === b[name]);

/** How an invoice that is paid in full is divided among the accounts. */
export type Division = { sale: Cents; discount: Cents; fees: Cents; tax: Cents };

/**
 * A valid invoice. `wasAskedFor` is false if it was issued together with a payment: it ends with that payment, unless
 * another invoice stays. So the valid invoices ask for all that is due, or for nothing.
 */
export type ValidInvoice = { id: number; parts: BillParts; division: Division; paid: Cents; wasAskedFor: boolean };

/** A campaign's money and invoices, oldest first. */
export type MoneyState = {
  invoices: readonly ValidInvoice[];
  held: Cents;
  /** Kept for the organisation, and not ordered. */
  kept: Cents;
  onItsWay: Cents;
};

/** The fee that is kept of a refund in part, with its tax. */
export type KeptFee = { amount: Cents; income: Cents; tax: Cents };

/** Money that arrives or leaves with this event. The fee of a refund leaves and comes back with it. */
export type MovedMoney = { fee?: KeptFee | null } & (
  | { move: 'receive' | 'takeBack'; amount: Cents; method: PaymentMethod }
  | { move: 'setAside' | 'putBack' | 'refundFailed'; amount: Cents }
);
const isLeaving = ({ move }: MovedMoney): boolean => move === 'takeBack' || move === 'setAside';

export type Wish = {
  /** What the campaign asks for; null if it asks for nothing. */
  due: BillParts | null;
  money: MovedMoney | null;
  /**
   * Whether the rest is invoiced: `never`, only if money is there or to replace an invoice (`needed`), or in any case
   * (`always`).
   */
  bills: 'never' | 'needed' | 'always';
};

export type NewInvoice = Omit<ValidInvoice, 'id'>;
export type Plan = {
  /** Valid invoices that end. */
  voided: number[];
  /** What is paid on each valid invoice that stays and whose payment changes. */
  paid: Map<number, Cents>;
  issued: NewInvoice | null;
  /** The moves of the ledger; those of the new invoice need its id. */
  moves: (newInvoiceId: number | null) => Move[];
  after: { held: Cents; kept: Cents; due: Cents };
};

const isDivided = ({ parts, paid }: Pick<ValidInvoice, 'parts' | 'paid'>): boolean =>
  paid > 0 && paid === amountOfParts(parts);

export function divisionOf(parts: BillParts, tax: { gstBasisPoints: number }): Division {
  const lines = invoiceLines(parts, { budget: '', serviceFee: '', surcharge: '' }, tax);
  const sum = (type: string) => lines.reduce((total, line) => total + (line.type === type ? line.amount : 0), 0);
  return { sale: sum('sale'), discount: Math.abs(sum('disc')), fees: sum('fee'), tax: sum('tax') };
}

/**
 * Whether an invoice fits into the rest: no part is larger, and what remains is nothing or a bill with an amount. A
 * budget that is all discount has no amount, so it stays together with what is paid.
 */
function fits(parts: BillParts, rest: BillParts): boolean {
  const left = minusParts(rest, parts);
  const isBill = left.discount <= left.campaignBudget && amountOfParts(left) > 0;
  return partNames.every((name) => left[name] >= 0) && (isBill || isSame(left, noParts));
}

/** Which of these invoices fit into what is due, oldest first, and what they leave. */
function choose(invoices: readonly ValidInvoice[], due: BillParts) {
  let rest = due;
  const staying = invoices.filter(({ parts }) => {
    const isFitting = fits(parts, rest);
    if (isFitting) rest = minusParts(rest, parts);
    return isFitting;
  });
  return { staying, rest };
}

/**
 * Which invoices stay. Together they ask for exactly what is due; otherwise the unpaid ones are replaced by one for the
 * rest. If none may be issued and something is left to ask for, nothing is asked for.
 */
function chooseFor(invoices: readonly ValidInvoice[], { due, bills }: Wish) {
  const asked = due ?? noParts;
  const all = choose(invoices, asked);
  if (isSame(all.rest, noParts)) return all;
  if (bills === 'never') return { staying: [], rest: noParts };
  return choose(
    invoices.filter(({ paid }) => paid > 0),
    asked,
  );
}

/** The moves that take an invoice from nothing to its state. */
function movesTo({ parts, division, paid }: Omit<NewInvoice, 'wasAskedFor'>, invoiceId: number): Move[] {
  const amount = amountOfParts(parts);
  const made: Move[] = [
    { move: 'bill', amounts: { amount }, invoiceId },
    { move: 'apply', amounts: { amount: paid }, invoiceId },
  ];
  if (isDivided({ parts, paid })) made.push({ move: 'divide', amounts: { amount, ...division }, invoiceId });
  return made;
}

/** The opposite: back to nothing. */
function movesFrom({ parts, division, paid, id: invoiceId }: ValidInvoice): Move[] {
  const amount = amountOfParts(parts);
  const made: Move[] = [
    { move: 'unapply', amounts: { amount: paid }, invoiceId },
    { move: 'unbill', amounts: { amount }, invoiceId },
  ];
  if (isDivided({ parts, paid })) made.unshift({ move: 'undivide', amounts: { amount, ...division }, invoiceId });
  return made;
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, each) => sum + each, 0);
const saleOf = (invoices: readonly Pick<ValidInvoice, 'parts' | 'paid' | 'division'>[]): Cents =>
  sumOf(invoices.filter(isDivided).map(({ division }) => division.sale));

const signed = (money: MovedMoney | null): Cents => {
  if (!money) return 0;
  const amount = money.amount + (money.fee?.amount ?? 0);
  return isLeaving(money) ? -amount : amount;
};

export const passedOn = {
  transferred: 'The funds have been transferred to the organisation.',
  onItsWay: fundsUnderWay,
  returned: 'Less of the payer’s money is left than that.',
};

/** Pays the invoices in turn, oldest first. Returns what is left. */
function pay(invoices: readonly ValidInvoice[], available: Cents) {
  let left = available;
  const paid = invoices.map((invoice) => {
    const part = Math.min(left, amountOfParts(invoice.parts));
    left -= part;
    return { ...invoice, paid: part };
  });
  return { paid, left };
}

/**
 * Decides for every event which invoices are valid, what pays them and what is held. The same function shows what a
 * change would do, and does it. Its second result on the same wish is empty.
 */
export function planMoney(state: MoneyState, wish: Wish, tax: { gstBasisPoints: number }): Decision<Plan> {
  const { invoices } = state;
  const available = state.held + sumOf(invoices.map(({ paid }) => paid)) + signed(wish.money);
  if (available < 0) return refuse('money-returned', passedOn.returned);

  const chosen = chooseFor(invoices, wish);
  const first = pay(chosen.staying, available);
  const isAsking = first.paid.some(({ paid, wasAskedFor }) => paid > 0 || wasAskedFor);
  const staying = isAsking ? first.paid : [];
  const rest = isAsking ? chosen.rest : (wish.due ?? noParts);

  const voided = invoices.filter(({ id }) => !staying.some((each) => each.id === id));
  const isReplacing = voided.some((invoice) => invoice.wasAskedFor && !isDivided(invoice));
  const isNeeded = wish.bills === 'always' || available > 0 || isReplacing || isAsking;
  const amount = amountOfParts(rest);
  const isIssued = wish.bills !== 'never' && isNeeded && amount > 0;
  const paidNow = Math.min(first.left, amount);
  const isWithPayment = wish.money?.move === 'receive' && paidNow > 0;
  const wasAskedFor = wish.bills === 'always' || isReplacing || !isWithPayment;
  const issued = isIssued ? { parts: rest, division: divisionOf(rest, tax), paid: paidNow, wasAskedFor } : null;

  const held = first.left - (issued?.paid ?? 0);
  const kept = state.kept - saleOf(invoices) + saleOf([...staying, ...(issued ? [issued] : [])]);
  if (kept < 0) {
    return state.onItsWay > 0
      ? refuse('funds-under-way', passedOn.onItsWay)
      : refuse('funds-transferred', passedOn.transferred);
  }
  const before = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const changed = staying.filter(({ id, paid }) => before.get(id)?.paid !== paid);
  const touched = [...voided, ...changed.flatMap(({ id }) => before.get(id) ?? [])];
  const unpaid = [...staying, ...(issued ? [issued] : [])].map(({ parts, paid }) => amountOfParts(parts) - paid);
  return allow({
    voided: voided.map(({ id }) => id),
    paid: new Map(changed.map(({ id, paid }) => [id, paid])),
    issued,
    moves: (newInvoiceId) => [
      ...(wish.money ? movedBy(wish.money) : []),
      ...touched.flatMap(movesFrom),
      ...changed.flatMap((invoice) => movesTo(invoice, invoice.id)),
      ...(issued && newInvoiceId !== null ? movesTo(issued, newInvoiceId) : []),
    ],
    after: { held, kept, due: sumOf(unpaid) },
  });
}

const movedBy = (money: MovedMoney): Move[] => [
  { ...moveOf(money.move, money.amount), ...('method' in money && { method: money.method }) },
  ...(money.fee ? [{ move: isLeaving(money) ? 'keepFee' : 'waiveFee', amounts: money.fee } as const] : []),
];
