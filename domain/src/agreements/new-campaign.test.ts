import { decideNewCampaign, purposesOf } from '@kerb/domain/agreements/new-campaign.ts';
import { describe, expect, it } from 'vitest';

const [withDeposits, withoutDeposits] = [{ enableDeposits: true }, { enableDeposits: false }];

describe('the purposes of an organisation', () => {
  it('include a deposit only if the organisation has deposits enabled', () => {
    expect(purposesOf(withDeposits)).toEqual(['marketing', 'styling', 'deposit']);
    expect(purposesOf(withoutDeposits)).toEqual(['marketing', 'styling']);
  });
});

describe('a new campaign', () => {
  const fieldsRefused = (budget: number | null, purpose: 'marketing' | 'deposit', organisation = withoutDeposits) => {
    const decision = decideNewCampaign({ campaignBudget: budget, campaignBudgetFundsPurpose: purpose }, organisation);
    return decision.ok ? [] : Object.keys(decision.validation ?? {});
  };

  it.each([
    [null, 'marketing', withoutDeposits, ['campaignBudget']],
    [0, 'marketing', withoutDeposits, ['campaignBudget']],
    [-1, 'marketing', withoutDeposits, ['campaignBudget']],
    [1, 'marketing', withoutDeposits, []],
    [1, 'deposit', withoutDeposits, ['campaignBudgetFundsPurpose']],
    [1, 'deposit', withDeposits, []],
    [0, 'deposit', withoutDeposits, ['campaignBudget', 'campaignBudgetFundsPurpose']],
  ] as const)('of %s cents for %s by %o is refused at %o', (budget, purpose, organisation, fields) => {
    expect(fieldsRefused(budget, purpose, organisation)).toEqual(fields);
  });
});
