import { type AgreementValues, agreementFieldNames } from '@kerb/domain/agreements/agreement-fields.ts';
import type { ChangeGroup } from '@kerb/domain/agreements/change-groups.ts';
import { groupOf, groupsOf, groupsThatDiffer } from '@kerb/domain/agreements/change-groups.ts';
import { describe, expect, it } from 'vitest';

const current = {
  ...(Object.fromEntries(agreementFieldNames.map((name) => [name, null])) as unknown as AgreementValues),
  name: '12 Wattle St',
  campaignNotes: 'secret',
  status: 'draft' as const,
  propertyId: 4,
};

describe('the group that a change belongs to', () => {
  // biome-ignore format: a table
  it.each<[string, ChangeGroup]>([
    ['name',           'title'],
    ['agentUser',      'title'],
    ['campaignBudget', 'marketing'],
    ['agentCcEmails',  'contacts'],
    ['status',         'status'],
    ['property',       'property'],
    ['propertyId',     'property'],
    ['lastUpdateDate', 'product'],
    ['serviceFee',     'terms'],
    ['comparisonRate', 'product'],
  ])('%s: %s', (name, group) => expect(groupOf(name)).toBe(group));

  it('is named once, however many of its fields change', () => {
    expect(groupsOf(['name', 'agentUser', 'status'])).toEqual(['title', 'status']);
  });
});

describe('what was sent', () => {
  it('touches the groups in which it differs from the stored values', () => {
    const sent = { name: '12 Wattle St', campaignBudget: 5, status: 'approved' as const, property: 4 };
    expect(groupsThatDiffer(current, sent, [])).toEqual(['marketing', 'status']);
    expect(groupsThatDiffer(current, { property: 5 }, [])).toEqual(['property']);
  });

  it('never reveals a hidden field, whether the value sent is right or wrong', () => {
    for (const campaignNotes of ['secret', 'other']) {
      expect(groupsThatDiffer(current, { campaignNotes }, ['campaignNotes'])).toEqual([]);
    }
  });
});
