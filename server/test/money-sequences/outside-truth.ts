import type { Cents } from '@kerb/domain/kernel/money.ts';

/** Money as the world outside the product saw it. Nothing here is read from the ledger or from the product's rules. */
export type Truth = {
  /** Payments without a card that were acknowledged and not voided, by payment. */
  byHand: Map<number, { campaign: number; account: 'bank' | 'elsewhere'; amount: Cents }>;
  /** Statement lines that were accepted as a payout of the gateway. */
  payouts: Map<number, Cents>;
  /** Returns of held money by their idempotency key. */
  returns: Map<string, { campaign: number; amount: Cents }>;
  /** What the bank paid for each campaign: the lines of the files of transferred batches. */
  transfers: Map<number, readonly BankFileCredit[]>;
  /** Transfers that an admin recorded by hand, by their idempotency key. */
  manualTransfers: Map<string, { campaign: number; amount: Cents }>;
};

export const noTruth = (): Truth => ({
  byHand: new Map(),
  payouts: new Map(),
  returns: new Map(),
  transfers: new Map(),
  manualTransfers: new Map(),
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

const total = (amounts: Iterable<{ amount: Cents }>): Cents =>
  [...amounts].reduce((sum, { amount }) => sum + amount, 0);

/** What came in and went out for one campaign, without cards. */
export function seenFor({ byHand, returns, transfers, manualTransfers }: Truth, campaign: number) {
  const own = <T extends { campaign: number }>(all: Iterable<T>) => [...all].filter((one) => one.campaign === campaign);
  const payments = own(byHand.values());
  const credits = [...transfers.values()].flat().filter(({ reference }) => campaignOfReference(reference) === campaign);
  return {
    deposited: total(payments.filter(({ account }) => account === 'bank')),
    elsewhere: total(payments.filter(({ account }) => account === 'elsewhere')),
    returned: total(own(returns.values())),
    paidOut: total(credits) + total(own(manualTransfers.values())),
  };
}
