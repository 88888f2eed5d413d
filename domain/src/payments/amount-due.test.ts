import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { amountDue, dueNowDisplay, leftToPay } from '@kerb/domain/payments/amount-due.ts';
import { describe, expect, it } from 'vitest';

describe('the amount due', () => {
  // biome-ignore format: a table
  it.each([
    ['pn',  4_200_00, null,   null,     4_200_00],
    ['pn',  4_200_00, null,   200_00,   4_000_00],
    ['pn',  4_200_00, 50_00,  200_00,   4_050_00],
    ['pn',  4_200_00, 0,      5_000_00, 0       ],
    ['pn',  null,     null,   null,     0       ],
    ['pos', 4_200_00, 504_00, null,     504_00  ],
    ['pos', 4_200_00, 504_00, 200_00,   504_00  ],
    ['pos', 4_200_00, null,   null,     0       ],
    ['pl',  4_200_00, 100_00, null,     100_00  ],
  ] as const)('for %s with a budget of %j, a fee of %j and a discount of %j is %i', (option, budget, serviceFee, discount, due) => {
    expect(amountDue(option, budget, { serviceFee, discount }).amount).toBe(due);
  });

  it('lists its parts', () => {
    expect(amountDue('pn', 4_200_00, { serviceFee: 50_00, discount: 200_00 })).toEqual({
      campaignBudget: 4_200_00,
      serviceFee: 50_00,
      discount: 200_00,
      amount: 4_050_00,
    });
  });

  it('is reduced by what was paid, and never negative', () => {
    expect([leftToPay(100, 0), leftToPay(100, 40), leftToPay(100, 100), leftToPay(100, 150)]).toEqual([100, 60, 0, 0]);
  });
});

describe('the amount that the options panel shows as due now', () => {
  it('is the amount due in Australia, where the surcharge depends on the card', () => {
    expect(dueNowDisplay(australia, '2026-11-15', 4_200_00)).toBe(4_200_00);
  });

  it('is 1.029 times that in New Zealand', () => {
    expect(dueNowDisplay(newZealand, '2026-11-15', 4_200_00)).toBe(4_321_80);
    expect(dueNowDisplay(newZealand, '2026-11-15', 0)).toBe(0);
  });
});
