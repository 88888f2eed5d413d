import { type Books, emptyBooks, hasMoney, moneyOf, paymentStateOf } from '@kerb/domain/payments/campaign-money.ts';
import { describe, expect, it } from 'vitest';

const books = (changes: Partial<Books>): Books => ({ ...emptyBooks, ...changes });

describe('the money of a campaign', () => {
  it('reads each figure from its account', () => {
    const money = moneyOf(
      books({
        ...{ payer: 200, billed: -200, received: -100, held: -30, refunds: -7, organisation: -500, transit: -80 },
        ...{ fees: -10, tax: -1, discounts: 5, agreed: 60, loans: 70, shortfall: 4 },
        ...{ settled: 900, transferred: 300, returned: 20 },
      }),
    );
    expect(money).toEqual({
      ...{ paid: 1_000, due: 200, held: 30, underRefund: 7, kept: 500, onItsWay: 80, owed: 580, transferred: 300 },
      ...{ returned: 20, earned: 11, discounts: 5, agreed: 60, lent: 70, shortfall: 4 },
    });
  });

  it('has no minus zero', () => {
    expect(Object.values(moneyOf(emptyBooks)).every((amount) => Object.is(amount, 0))).toBe(true);
  });

  // biome-ignore format: a table
  it.each([
    ['nothing came',                      {},                                       'none',      false],
    ['an invoice waits',                  { payer: 100, billed: -100 },             'none',      false],
    ['a part came',                       { payer: 60, received: -40 },             'part',      true],
    ['all came',                          { settled: 100 },                         'paid',      true],
    ['a second invoice waits',            { settled: 100, payer: 20 },              'part',      true],
    ['a refund is being processed',       { refunds: -100 },                        'refunding', true],
    ['a paid campaign refunds a payment', { settled: 100, refunds: -5 },            'refunding', true],
    ['everything is held',                { held: -100 },                           'none',      true],
    ['everything was returned',           { returned: 100 },                        'none',      false],
    ['a loan is on its way',              { transit: -100, agreed: 100 },           'none',      true],
    ['a loan was transferred',            { transferred: 100, loans: 100 },         'none',      true],
  ] as const)('if %s', (_, changes, state, isThere) => {
    expect(paymentStateOf(books(changes))).toBe(state);
    expect(hasMoney(books(changes))).toBe(isThere);
  });
});
