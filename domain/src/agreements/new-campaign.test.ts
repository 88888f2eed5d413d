import type { Actor } from '@kerb/domain/access/actor.ts';
import { agentOfNewCampaign, decideNewCampaign, purposesOf } from '@kerb/domain/agreements/new-campaign.ts';
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

describe('the agent of a new campaign', () => {
  const memberships = [{ tenantId: 7, tenantUserType: 'employee' as const }];
  const member: Actor = { userId: 12, displayName: 'Kim Example', role: 'tenant_user', memberships };
  const viewedBy = (userId: number) => ({ userId, displayName: 'Alex Admin', changesAreOn: true });

  it.each<[string, Actor, number | null]>([
    ['a member of the organisation', member, 12],
    ['a member of another organisation', { ...member, memberships: [] }, null],
    ['an admin', { ...member, role: 'admin' }, null],
    ['an admin who impersonates this member', { ...member, viewedBy: viewedBy(2) }, 12],
    ['an admin who impersonates any member', { ...member, userId: 2, viewedBy: viewedBy(2) }, null],
  ])('made by %s', (_who, actor, agent) => {
    expect(agentOfNewCampaign(actor, 7)).toBe(agent);
  });
});
