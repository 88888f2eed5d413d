import { type AgreementValues, agreementFieldNames } from '@kerb/domain/agreements/agreement-fields.ts';
import type { ChangeGroup, GroupVersions } from '@kerb/domain/agreements/change-groups.ts';
import { groupOf, groupsOf, groupsThatDiffer, isOutdated } from '@kerb/domain/agreements/change-groups.ts';
import { describe, expect, it } from 'vitest';

const stands = {
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
    ['serviceFee',     'product'],
  ])('%s: %s', (name, group) => expect(groupOf(name)).toBe(group));

  it('is named once, however many of its fields change', () => {
    expect(groupsOf(['name', 'agentUser', 'status'])).toEqual(['title', 'status']);
  });
});

describe('what was sent', () => {
  it('touches the groups in which it differs from what stands', () => {
    const sent = { name: '12 Wattle St', campaignBudget: 5, status: 'approved' as const, property: 4 };
    expect(groupsThatDiffer(stands, sent, [])).toEqual(['marketing', 'status']);
    expect(groupsThatDiffer(stands, { property: 5 }, [])).toEqual(['property']);
  });

  it('says the same of a field out of sight, whatever was guessed', () => {
    for (const campaignNotes of ['secret', 'other']) {
      expect(groupsThatDiffer(stands, { campaignNotes }, ['campaignNotes'])).toEqual([]);
    }
  });
});

describe('a save that was read at an earlier version', () => {
  const at5 = (groupVersions: GroupVersions) => ({ version: 5, groupVersions });
  const tracked = { all: 2, title: 3, marketing: 5 };

  // biome-ignore format: a table
  it.each<[string, number, GroupVersions, ChangeGroup[], boolean]>([
    ['of a card that has not changed since',          4, tracked, ['title'],              false],
    ['of a card that has',                            4, tracked, ['marketing'],          true ],
    ['of two cards, one of which has',                4, tracked, ['title', 'marketing'], true ],
    ['of a card that nobody has changed',             2, tracked, ['contacts'],           false],
    ['of a card last changed before it was followed', 1, tracked, ['contacts'],           true ],
    ['of the newest version',                         5, tracked, ['marketing'],          false],
    ['that changes nothing',                          1, tracked, [],                     false],
    ['of a campaign that nobody has followed',        4, null,    ['title'],              true ],
    ['of the newest version of such a campaign',      5, null,    ['title'],              false],
    ['of a version that there has never been',        6, tracked, [],                     true ],
  ])('%s', (_which, read, groupVersions, touched, expected) => {
    expect(isOutdated(read, at5(groupVersions), touched)).toBe(expected);
  });
});
