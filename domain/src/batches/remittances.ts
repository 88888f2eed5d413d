import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type Account, bankAccounts } from '@kerb/domain/payments/ledger.ts';
import { type LedgerEvent, ledgerEventNames, ledgerEvents } from '@kerb/domain/payments/ledger-events.ts';
import { type MoveName, moves } from '@kerb/domain/payments/ledger-moves.ts';

/** What a part of a payment to an organisation is for. `carried`: kept before the ledger recorded its cause. */
export const remittedLabels = { invoice: 'Invoice', loan: 'Loan drawdown', carried: 'Carried over' } as const;
export type RemittedKind = keyof typeof remittedLabels;

export const remittanceLabels = { paid: 'Paid', returned: 'Sent back by the bank' } as const;
export type RemittanceKind = keyof typeof remittanceLabels;

/** A part of a payment. The fees without their tax, the tax and the amount add up to the gross amount. */
export type RemittedPart = {
  kind: RemittedKind;
  invoiceId: number | null;
  fees: Cents;
  tax: Cents;
  amount: Cents;
};
export const grossOf = ({ fees, tax, amount }: Pick<RemittedPart, 'fees' | 'tax' | 'amount'>): Cents =>
  amount + fees + tax;

/** The accounts whose entries say what an organisation is paid, and for what. */
export const remittedAccounts = ['organisation', 'fees', 'tax', ...bankAccounts] as const satisfies readonly Account[];

/** Events of an upgrade changed it without moves. */
const isOfOrganisation = (event: LedgerEvent): boolean => {
  const names: readonly MoveName[] = ledgerEvents[event].moves;
  const touches = (name: MoveName): boolean => {
    const lines: readonly (readonly string[])[] = moves[name].lines;
    return lines.some(([account]) => account === 'organisation');
  };
  return names.some(touches) || event === 'opening' || event === 'release';
};
/** The events that change what is kept for an organisation, or pay it. */
export const remittedEvents: readonly LedgerEvent[] = ledgerEventNames.filter(isOfOrganisation);
/** The events that pay an organisation, or take a payment back. */
export const payingEvents = ['transfer', 'bounce'] as const satisfies readonly LedgerEvent[];

/** A posting of one campaign, with its entries of `remittedAccounts`. */
export type RemittedPosting = {
  id: number;
  event: LedgerEvent;
  /** The day on which it counts in the books. */
  day: Day;
  batchId: number | null;
  entries: readonly { account: string; amount: Cents; invoiceId: number | null }[];
};

/** A payment to an organisation for one campaign. One that came back has amounts below zero. */
export type Remitted = {
  posting: number;
  day: Day;
  batchId: number | null;
  kind: RemittanceKind;
  parts: readonly RemittedPart[];
};

type Kept = Map<string, RemittedPart>;

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0);
const balanceOf = ({ entries }: RemittedPosting, isOf: (account: string) => boolean): Cents =>
  sumOf(entries.filter(({ account }) => isOf(account)).map(({ amount }) => amount));
const isKept = (account: string): boolean => account === 'organisation';
/** The lent part of a payment comes from our account, the rest from the trust account. */
const isInBank = (account: string): boolean => bankAccounts.some((name) => name === account);

function keep(kept: Kept, part: RemittedPart): void {
  const key = `${part.kind} ${part.invoiceId}`;
  const { fees, tax, amount } = kept.get(key) ?? { fees: 0, tax: 0, amount: 0 };
  kept.set(key, { ...part, fees: fees + part.fees, tax: tax + part.tax, amount: amount + part.amount });
}

function kindOf({ event }: RemittedPosting, invoiceId: number | null): RemittedKind {
  if (invoiceId !== null) return 'invoice';
  return event === 'lend' || event === 'unlend' ? 'loan' : 'carried';
}

function keepCauses(kept: Kept, posting: RemittedPosting): void {
  for (const { account, amount, invoiceId } of posting.entries) {
    // Fees of a loan belong to no invoice: its payer owes them, and nothing is held back for them.
    if (isInBank(account) || (account !== 'organisation' && invoiceId === null)) continue;
    const part = { kind: kindOf(posting, invoiceId), invoiceId, fees: 0, tax: 0, amount: 0 };
    const name = account === 'fees' || account === 'tax' ? account : 'amount';
    keep(kept, { ...part, [name]: 0 - amount });
  }
}

/** The parts of an amount. A difference has a cause from before the ledger. */
function partsOf(parts: readonly RemittedPart[], amount: Cents): RemittedPart[] {
  const rest = amount - sumOf(parts.map((part) => part.amount));
  return rest === 0 ? [...parts] : [...parts, { kind: 'carried', invoiceId: null, fees: 0, tax: 0, amount: rest }];
}

/** A payment takes everything that is kept. */
function takeAll(kept: Kept, amount: Cents): RemittedPart[] {
  const parts = [...kept.values()].filter((part) => part.amount !== 0);
  kept.clear();
  return partsOf(parts, amount);
}

const negative = (part: RemittedPart): RemittedPart => ({
  ...part,
  fees: 0 - part.fees,
  tax: 0 - part.tax,
  amount: 0 - part.amount,
});

/**
 * The payments of one campaign to its organisation, by its postings in their order. A batch takes what is kept when it
 * is approved. A batch that is discarded, and a payment that comes back, give their parts back, so that the next
 * payment names them again.
 */
export function remittedBy(postings: readonly RemittedPosting[]): Remitted[] {
  const kept: Kept = new Map();
  const inBatch = new Map<number, RemittedPart[]>();
  const remitted: Remitted[] = [];
  const partsIn = (batchId: number | null) => (batchId === null ? undefined : inBatch.get(batchId));
  for (const posting of postings) {
    const { id, event, day, batchId } = posting;
    const isOrder = event === 'order' || (event === 'opening' && batchId !== null);
    if (isOrder && batchId !== null) inBatch.set(batchId, takeAll(kept, balanceOf(posting, isKept)));
    else if (event === 'unorder') {
      for (const part of partsOf(partsIn(batchId) ?? [], -balanceOf(posting, isKept))) keep(kept, part);
    } else if (event === 'transfer') {
      const amount = -balanceOf(posting, isInBank);
      const ordered = partsIn(batchId);
      const parts = ordered ? partsOf(ordered, amount) : takeAll(kept, amount);
      if (batchId !== null) inBatch.set(batchId, parts);
      remitted.push({ posting: id, day, batchId, kind: 'paid', parts });
    } else if (event === 'bounce') {
      const parts = partsOf(partsIn(batchId) ?? [], balanceOf(posting, isInBank));
      for (const part of parts) keep(kept, part);
      remitted.push({ posting: id, day, batchId, kind: 'returned', parts: parts.map(negative) });
    } else keepCauses(kept, posting);
  }
  return remitted;
}
