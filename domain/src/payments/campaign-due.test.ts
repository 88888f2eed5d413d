import { dueOfCampaign, mayBill } from '@kerb/domain/payments/campaign-due.ts';
import { noParts } from '@kerb/domain/payments/money-plan.ts';
import { describe, expect, it } from 'vitest';

const open = {
  status: 'waiting-approval',
  option: 'pn',
  campaignBudget: 1_000_00,
  terms: { serviceFee: 50_00, discount: 100_00 },
  payments: [],
  returned: 0,
  settled: [],
  passedOn: 0,
} as const;
const parts = { campaignBudget: 1_000_00, discount: 100_00, serviceFee: 50_00, surcharge: 0 };
const card = (amount: number, surcharge: number) => ({ amount, surcharge });

describe('what a campaign asks for', () => {
  it('is the budget, the discount and the fee of its option', () => {
    expect(dueOfCampaign(open)).toEqual(parts);
    expect(dueOfCampaign({ ...open, option: 'pos' })).toEqual({ ...noParts, serviceFee: 50_00 });
  });

  it('is nothing for Pay Later, or while no option is chosen', () => {
    expect(dueOfCampaign({ ...open, option: 'pl' })).toBeNull();
    expect(dueOfCampaign({ ...open, option: null })).toBeNull();
  });

  it('includes the surcharge of each card that was needed, and of no later one', () => {
    const payments = [card(500_00, 5_00), card(450_00, 6_00), card(950_00, 9_00)];
    expect(dueOfCampaign({ ...open, payments })).toEqual({ ...parts, surcharge: 11_00 });
  });

  it('does not ask again for the surcharge of a card whose money was returned', () => {
    const payments = [card(500_00, 5_00), card(450_00, 6_00)];
    const asked = (returned: number) => dueOfCampaign({ ...open, payments, returned })?.surcharge;
    expect([0, 450_00, 452_00, 456_00, 956_00, 961_00].map(asked)).toEqual([11_00, 11_00, 9_00, 5_00, 5_00, 0]);
  });

  it.each(['cancelled', 'rejected'] as const)('once %s, is what was earned and what was passed on', (status) => {
    const ended = {
      ...open,
      status,
      settled: [{ parts: { ...parts, surcharge: 7_00 } }],
      payments: [card(950_00, 7_00)],
    };
    expect(dueOfCampaign(ended)).toEqual({ ...noParts, serviceFee: 50_00, surcharge: 7_00 });
    expect(dueOfCampaign({ ...ended, passedOn: 1_000_00 })).toEqual({ ...parts, surcharge: 7_00 });
    expect(dueOfCampaign({ ...ended, payments: [] })).toBeNull();
  });

  it('is invoiced only in a status in which it can be paid', () => {
    expect(mayBill(open)).toBe(true);
    expect(mayBill({ ...open, status: 'draft' })).toBe(false);
    expect(mayBill({ ...open, option: 'pos' })).toBe(false);
    expect(mayBill({ status: 'approved', option: 'pos' })).toBe(true);
    expect(mayBill({ status: 'approved', option: 'pl' })).toBe(false);
    expect(mayBill({ status: 'cancelled', option: 'pl' })).toBe(true);
  });
});
