import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type Account, accountNames, payersAccounts } from '@kerb/domain/payments/ledger.ts';

/** What was debited and credited to an account. */
export type Turnover = { account: Account; debit: Cents; credit: Cents };
export type TrialBalance = { items: Turnover[]; debit: Cents; credit: Cents };

/** A balance on its side: a debit is positive, a credit negative. */
export const onItsSide = (balance: Cents): { debit: Cents; credit: Cents } => ({
  debit: Math.max(balance, 0),
  credit: Math.max(-balance, 0),
});

/** The balance of each account on its side, in the order of the accounts. Accounts without a balance are left out. */
export function trialBalanceOf(turnovers: readonly Turnover[]): TrialBalance {
  const balances = new Map<Account, Cents>();
  for (const { account, debit, credit } of turnovers) {
    balances.set(account, (balances.get(account) ?? 0) + debit - credit);
  }
  const items = accountNames
    .map((account) => ({ account, ...onItsSide(balances.get(account) ?? 0) }))
    .filter(({ debit, credit }) => debit + credit > 0);
  const sumOf = (side: 'debit' | 'credit') => items.reduce((sum, item) => sum + item[side], 0);
  return { items, debit: sumOf('debit'), credit: sumOf('credit') };
}

export type PayersMoney = {
  /** Where payers' money is. */
  places: Cents;
  /** What is held for payers and organisations, less loans that are signed and not transferred. */
  owed: Cents;
};

const places: ReadonlySet<Account> = new Set<Account>(['gateway', 'trust', 'elsewhere']);

/** Payers' money in a trial balance. Both are the same unless a day is from before the accounts were separate. */
export function payersMoneyOf({ items }: Pick<TrialBalance, 'items'>): PayersMoney {
  const own = items.filter(({ account }) => payersAccounts.includes(account));
  const sumOf = (isPlace: boolean) =>
    own
      .filter(({ account }) => places.has(account) === isPlace)
      .reduce((sum, { debit, credit }) => sum + debit - credit, 0);
  return { places: sumOf(true), owed: 0 - sumOf(false) };
}
