import { accountClasses, bookAccounts } from '@kerb/domain/books/account-table.ts';
import { payersMoneyOf, trialBalanceOf } from '@kerb/domain/books/trial-balance.ts';
import { type Account, accountNames } from '@kerb/domain/payments/ledger.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A posting: any amounts on any accounts, and the rest on one more account. */
const posting = fc
  .tuple(
    fc.array(fc.record({ account: fc.constantFrom(...accountNames), amount: fc.integer({ min: -9e9, max: 9e9 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.constantFrom(...accountNames),
  )
  .map(([lines, last]) => [...lines, { account: last, amount: -lines.reduce((sum, { amount }) => sum + amount, 0) }]);

const turnover = ({ account, amount }: { account: Account; amount: number }) => ({
  account,
  debit: Math.max(amount, 0),
  credit: Math.max(-amount, 0),
});

describe('payers’ money in a trial balance', () => {
  it('is in trust, at the card gateway and elsewhere, and is held for payers and organisations', () => {
    const items = [
      { account: 'gateway', debit: 300, credit: 0 },
      { account: 'trust', debit: 0, credit: 50 },
      { account: 'bank', debit: 999, credit: 0 },
      { account: 'elsewhere', debit: 20, credit: 0 },
      { account: 'organisation', debit: 0, credit: 500 },
      { account: 'held', debit: 0, credit: 70 },
      { account: 'agreed', debit: 300, credit: 0 },
      { account: 'fees', debit: 0, credit: 999 },
    ] as const;
    expect(payersMoneyOf({ items: [...items] })).toEqual({ places: 270, owed: 270 });
    expect(payersMoneyOf({ items: [] })).toEqual({ places: 0, owed: 0 });
  });
});

describe('a trial balance', () => {
  it('balances, and its balances are the sums of the journal, for any postings', () => {
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 40 }), (postings) => {
        const { items, debit, credit } = trialBalanceOf(postings.flat().map(turnover));
        expect(debit).toBe(credit);
        for (const account of accountNames) {
          const sum = postings.flat().reduce((so, line) => so + (line.account === account ? line.amount : 0), 0);
          const found = items.find((item) => item.account === account);
          expect((found?.debit ?? 0) - (found?.credit ?? 0)).toBe(sum);
          expect(found === undefined).toBe(sum === 0);
        }
      }),
    );
  });

  it('has a balance on one side only', () => {
    const { items } = trialBalanceOf([
      { account: 'bank', debit: 500, credit: 800 },
      { account: 'held', debit: 300, credit: 0 },
    ]);
    expect(items).toEqual([
      { account: 'bank', debit: 0, credit: 300 },
      { account: 'held', debit: 300, credit: 0 },
    ]);
  });
});

describe('the accounts of the books', () => {
  it('each have their own label, and a class', () => {
    expect(new Set(Object.values(bookAccounts).map(({ label }) => label)).size).toBe(accountNames.length);
    for (const account of accountNames) expect(accountClasses).toContain(bookAccounts[account].class);
  });
});
