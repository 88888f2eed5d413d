import { type GroupVersions, isOutdated } from '@kerb/domain/kernel/group-versions.ts';
import { describe, expect, it } from 'vitest';

type Card = 'title' | 'marketing' | 'contacts';

describe('a save that was read at an earlier version', () => {
  const at5 = (groupVersions: GroupVersions<Card>) => ({ version: 5, groupVersions });
  const tracked = { all: 2, title: 3, marketing: 5 };

  // biome-ignore format: a table
  it.each<[string, number, GroupVersions<Card>, Card[], boolean]>([
    ['of a card that has not changed since',               4, tracked, ['title'],              false],
    ['of a card that has changed since',                   4, tracked, ['marketing'],          true ],
    ['of two cards, one changed since',                    4, tracked, ['title', 'marketing'], true ],
    ['of a card that nobody has changed',                  2, tracked, ['contacts'],           false],
    ['of a card last changed before versions were stored', 1, tracked, ['contacts'],           true ],
    ['of the newest version',                              5, tracked, ['marketing'],          false],
    ['that changes nothing',                               1, tracked, [],                     false],
    ['of a record without stored versions',                4, null,    ['title'],              true ],
    ['of the newest version of such a record',             5, null,    ['title'],              false],
    ['of a version that never existed',                    6, tracked, [],                     true ],
  ])('%s', (_which, read, groupVersions, touched, expected) => {
    expect(isOutdated(read, at5(groupVersions), touched)).toBe(expected);
  });
});
