import { campaignNeedNames, kindsOf, needLabel, needNames, needOf } from '@kerb/domain/actions/needs.ts';
import { type ActionFacts, staffRoles } from '@kerb/domain/actions/primary-action.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const days = fc.option(fc.integer({ min: -20, max: 20 }), { nil: null });
const facts: fc.Arbitrary<ActionFacts> = fc.record({
  status: fc.constantFrom(...agreementStatuses),
  financeOptionCode: fc.constantFrom(null, ...financeOptionCodes),
  paymentState: fc.constantFrom('none', 'part', 'paid', 'refunding'),
  fundsState: fc.constantFrom('none', 'kept', 'on-its-way', 'transferred'),
  fundManually: fc.boolean(),
  isInBatch: fc.boolean(),
  isPayable: fc.boolean(),
  isMoneyHeld: fc.boolean(),
  actionSuggested: fc.boolean(),
  dueInDays: days,
  settlesInDays: days,
  unsent: fc.nat(2),
  remindable: fc.nat(2),
});

describe('the group of a campaign', () => {
  it('is one of those whose statuses and options the table of actions allows', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...staffRoles), (campaign, role) => {
        const name = needOf(role, campaign);
        if (name === null) return;
        const kind = kindsOf(name, role).find(({ status }) => status === campaign.status);
        expect(kind?.options).toContain(campaign.financeOptionCode ?? 'none');
      }),
    );
  });

  // biome-ignore format: a table
  it.each([
    ['admin',    'pastDue toApprove toFund payments toReturn followUps'],
    ['manager',  'settlements followUps drafts'],
    ['employee', 'settlements followUps drafts'],
    ['supplier', 'followUps drafts'],
  ] as const)('of an %s is one of: %s', (role, names) => {
    expect(campaignNeedNames.filter((name) => kindsOf(name, role).length > 0).join(' ')).toBe(names);
  });

  it('has a label, and is for somebody', () => {
    for (const name of needNames) expect(needLabel(name).length).toBeGreaterThan(3);
    const used = campaignNeedNames.filter((name) => staffRoles.some((role) => kindsOf(name, role).length > 0));
    expect(used).toEqual(campaignNeedNames);
  });
});
