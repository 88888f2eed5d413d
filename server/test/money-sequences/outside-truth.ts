import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';

/** Money that came to our bank account once, whether an admin recorded it, a statement shows it, or both. */
export type Arrival = {
  campaign: number;
  amount: Cents;
  /** The payment that the product has for it; null while it has none. */
  paymentId: number | null;
  /** An admin recorded it by hand, before it was on a statement. */
  isByHand: boolean;
  isOnStatement: boolean;
  /** Where it came, as far as the product was told: by its statement line, or else by the payer's letter. */
  into: OwnAccount;
};

/** Money as the world outside the product saw it. Nothing here is read from the ledger or from the product's rules. */
export type Truth = {
  /** What came to the bank account, by the number that its statement line has. */
  arrivals: Map<number, Arrival>;
  /** Payments outside our bank account that were acknowledged and not voided, by payment. */
  elsewhere: Map<number, { campaign: number; amount: Cents }>;
  /** Statement lines that were accepted as a payout of the gateway. */
  payouts: Map<number, Cents>;
  /** Returns of held money by their idempotency key. */
  returns: Map<string, { campaign: number; amount: Cents }>;
  /** Parts of payments without a card that went back, by their idempotency key. */
  wentBack: Map<string, { campaign: number; amount: Cents; isBank: boolean }>;
  /** What the bank paid for each campaign: the lines of the files of transferred batches. */
  transfers: Map<number, readonly BankFileCredit[]>;
  /** What the bank sent back of those, by batch and campaign. */
  bounces: Map<string, { campaign: number; amount: Cents }>;
  /** Transfers that an admin recorded by hand, by their idempotency key. */
  manualTransfers: Map<string, { campaign: number; amount: Cents }>;
  /** Of the payouts, those that came into the operating account. */
  operatingPayouts: Map<number, Cents>;
  /** What was moved to the operating account, less what was moved back. */
  moved: Cents;
};

export const noTruth = (): Truth => ({
  arrivals: new Map(),
  elsewhere: new Map(),
  payouts: new Map(),
  returns: new Map(),
  wentBack: new Map(),
  transfers: new Map(),
  bounces: new Map(),
  manualTransfers: new Map(),
  operatingPayouts: new Map(),
  moved: 0,
});

export type BankFileCredit = { reference: string; amount: Cents };

/** A Flow No. at the end of a bank's reference field: its letters differ by country and purpose. */
const flowNumber = /^D?[A-Z]{2}(\d+)$/;
export const campaignOfReference = (reference: string): number => Number(flowNumber.exec(reference.trim())?.[1]);

/** Lines of 120 characters: a payment has the amount in columns 21 to 30 and the reference in columns 63 to 80. */
const readAba = (lines: readonly string[]): BankFileCredit[] =>
  lines
    .filter((line) => line.startsWith('1') && line.slice(18, 20) === '50')
    .map((line) => ({ amount: Number(line.slice(20, 30)), reference: line.slice(62, 80).trim() }));

/** BNZ: record 2, then the account, the code 50, cents, the name and the reference. */
const readBnz = (lines: readonly string[]): BankFileCredit[] =>
  lines
    .map((line) => line.split(','))
    .filter(([kind]) => kind === '2')
    .map(([, , , amount, , reference]) => ({ amount: Number(amount), reference: reference ?? '' }));

/** Reads a bank's file as the bank does. The files of the sandbox are ABA and BNZ. */
export function readBankFile(text: string): BankFileCredit[] {
  const lines = text.split('\r\n').filter(Boolean);
  return lines.every((line) => line.length === 120) ? readAba(lines) : readBnz(lines);
}

/** An admin records money that came to the bank account. Returns its number. */
export function recordArrival(
  world: { truth: Truth; serial: number },
  came: Pick<Arrival, 'campaign' | 'amount' | 'paymentId'> & Partial<Pick<Arrival, 'into'>>,
) {
  world.serial += 1;
  world.truth.arrivals.set(world.serial, { into: 'trust', ...came, isByHand: true, isOnStatement: false });
}

/** A payment without a card is voided: what an admin recorded by hand never came, unless a statement shows it. */
export function forgetPayment({ arrivals, elsewhere }: Truth, payment: number): void {
  elsewhere.delete(payment);
  for (const [number, arrival] of arrivals) {
    if (arrival.paymentId !== payment) continue;
    if (arrival.isOnStatement) arrivals.set(number, { ...arrival, paymentId: null, isByHand: false });
    else arrivals.delete(number);
  }
}

/** Two payments of one amount were recorded by hand, and a line was linked to the other one: they change places. */
export function exchangePayments({ arrivals }: Truth, line: number, payment: number): void {
  const arrival = must(arrivals.get(line), `arrival ${line}`);
  const other = [...arrivals].find(([, one]) => one.paymentId === payment);
  const { paymentId, into } = arrival;
  if (other) arrivals.set(other[0], { ...other[1], paymentId, into });
  arrivals.set(line, { ...arrival, paymentId: payment });
}

/**
 * What the bank account has, by the account itself: everything that came and the product knows of, the payouts of the
 * card gateway, less what was returned or refunded, and paid out and not sent back.
 */
export function bankAccountOf(truth: Truth): Cents {
  const { arrivals, payouts, returns, wentBack, transfers, bounces, manualTransfers } = truth;
  const came = total([...arrivals.values()].filter(({ paymentId }) => paymentId !== null));
  const settled = [...payouts.values()].reduce((sum, amount) => sum + amount, 0);
  const paidOut = total([...transfers.values()].flat()) + total(manualTransfers.values()) - total(bounces.values());
  const back = total(returns.values()) + total([...wentBack.values()].filter(({ isBank }) => isBank));
  return came + settled - back - paidOut;
}

/** The money of a payment is in another account than the product was told before. */
export function cameInto({ arrivals }: Truth, payment: number, into: OwnAccount): void {
  for (const [serial, arrival] of arrivals) {
    if (arrival.paymentId === payment) arrivals.set(serial, { ...arrival, into });
  }
}

/** What is in the operating account, of what the product knows of. */
export function operatingAccountOf({ arrivals, operatingPayouts, moved }: Truth): Cents {
  const came = [...arrivals.values()].filter(({ paymentId, into }) => paymentId !== null && into === 'operating');
  const settled = [...operatingPayouts.values()].reduce((sum, amount) => sum + amount, 0);
  return total(came) + settled + moved;
}

const total = (amounts: Iterable<{ amount: Cents }>): Cents =>
  [...amounts].reduce((sum, { amount }) => sum + amount, 0);

/** What came in and went out for one campaign, without cards. */
export function seenFor(
  { arrivals, elsewhere, returns, wentBack, transfers, bounces, manualTransfers }: Truth,
  campaign: number,
) {
  const own = <T extends { campaign: number }>(all: Iterable<T>) => [...all].filter((one) => one.campaign === campaign);
  const credits = [...transfers.values()].flat().filter(({ reference }) => campaignOfReference(reference) === campaign);
  return {
    deposited: total(own(arrivals.values()).filter(({ paymentId }) => paymentId !== null)),
    elsewhere: total(own(elsewhere.values())),
    returned: total(own(returns.values())),
    backFromBank: total(own(wentBack.values()).filter(({ isBank }) => isBank)),
    backElsewhere: total(own(wentBack.values()).filter(({ isBank }) => !isBank)),
    paidOut: total(credits) + total(own(manualTransfers.values())) - total(own(bounces.values())),
  };
}
