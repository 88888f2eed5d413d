import { raisedAmounts } from '@kerb/domain/agreements/raised-amounts.ts';
import { describe, expect, it } from 'vitest';

const sent = { status: 'waiting-invite', campaignBudget: 5_000_00, campaignAdditionalAmount: null } as const;

describe('amounts are raised', () => {
  it('by a larger budget, or by an additional amount that was empty', () => {
    expect(raisedAmounts(sent, { campaignBudget: 6_000_00 })).toEqual({
      raised: 'campaignBudget',
      after: { ...sent, campaignBudget: 6_000_00 },
    });
    expect(raisedAmounts(sent, { campaignAdditionalAmount: 1 })).toMatchObject({ raised: 'campaignAdditionalAmount' });
  });

  it('also if the other amount is lowered by more', () => {
    const both = { ...sent, campaignAdditionalAmount: 9_000_00 };
    expect(raisedAmounts(both, { campaignBudget: 6_000_00, campaignAdditionalAmount: 0 })).toMatchObject({
      raised: 'campaignBudget',
      after: { campaignBudget: 6_000_00, campaignAdditionalAmount: 0 },
    });
  });

  it.each([{}, { campaignBudget: 5_000_00 }, { campaignBudget: 4_000_00 }, { campaignAdditionalAmount: null }])(
    'not by %j',
    (amounts) => expect(raisedAmounts(sent, amounts)).toBeNull(),
  );

  it('not in a draft', () => {
    expect(raisedAmounts({ ...sent, status: 'draft' }, { campaignBudget: 6_000_00 })).toBeNull();
  });
});
