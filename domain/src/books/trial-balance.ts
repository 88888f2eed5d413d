import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type Account, accountNames } from '@kerb/domain/payments/ledger.ts';

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
