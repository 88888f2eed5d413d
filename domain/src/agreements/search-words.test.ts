import {
  folded,
  type NamedStatus,
  namesRefund,
  searchWords,
  statusesNamed,
  statusesNotNamed,
} from '@kerb/domain/agreements/search-words.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

describe('what a search looks for', () => {
  // biome-ignore format: a table
  it.each([
    ['Wattle St',   'wattle st'  ],
    ['Whangārei',   'whangarei'  ],
    ['ŌTAKI',       'otaki'      ],
    ["O’Brien",     'o brien'    ],
    ['Café',        'cafe'       ],
    ['3/12 Wattle St, Yass', '3 12 wattle st yass'],
    ['100%_sure',   '100 sure'   ],
    ['北京路',       '北京路'      ],
  ])('%s folds to %s', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('contains every word once, short ones only at the start of a word', () => {
    expect(searchWords('  12  Wattle st WATTLE ')).toEqual([
      { text: '12', isBeginning: true },
      { text: 'wattle', isBeginning: false },
      { text: 'st', isBeginning: true },
    ]);
  });

  it('is empty for an empty text, and has at most eight words', () => {
    expect(searchWords('   ')).toEqual([]);
    expect(searchWords('aa bb cc dd ee ff gg hh ii jj')).toHaveLength(8);
  });
});

const written = ({ status, part }: NamedStatus) => (part ? `${status} (${part})` : status);

describe('a search for a status', () => {
  // biome-ignore format: a table
  it.each<[string, string[]]>([
    ['live',               ['executed']                           ],
    ['LIVE',               ['executed']                           ],
    ['awaiting',           ['waiting-info', 'approved (others)', 'approved (unpaid)']],
    ['awaiting signature', ['approved (others)']                  ],
    ['paid',               ['approved (paid)']                    ],
    ['awaiting payment',   ['approved (unpaid)']                  ],
    ['ai',                 ['waiting-info', 'approved (others)', 'approved (paid)', 'approved (unpaid)']],
    ['vendor info',        ['waiting-info']                       ],
    ['payer info',         ['waiting-info']                       ],
    ['pending set',        ['waiting-settlement']                 ],
    ['wattle',             []                                     ],
    ['',                   []                                     ],
  ])('%s', (text, expected) => {
    expect(statusesNamed(text).map(written)).toEqual(expected);
  });

  it('leaves the other statuses, and the other part of a status that is named in part', () => {
    const rest = (text: string) => statusesNotNamed(statusesNamed(text), agreementStatuses).map(written);
    const without = (...left: string[]) => agreementStatuses.filter((status) => !left.includes(status));
    expect(rest('wattle')).toEqual([...agreementStatuses]);
    expect(rest('live')).toEqual(without('executed'));
    expect(rest('ai')).toEqual(
      without('waiting-info').map((status) => (status === 'approved' ? 'approved (refunding)' : status)),
    );
    expect(statusesNotNamed(statusesNamed('paid'), ['approved', 'signed']).map(written)).toEqual([
      'approved (others)',
      'approved (unpaid)',
      'approved (refunding)',
      'signed',
    ]);
    const unsigned = ['approved (paid)', 'approved (unpaid)', 'approved (refunding)'];
    expect(statusesNotNamed(statusesNamed('signature'), ['approved']).map(written)).toEqual(unsigned);
  });
});

describe('a search for a refund', () => {
  it.each([
    ['refund', true],
    ['Refund Pending', true],
    ['refund-pending', true],
    ['pending', true],
    ['re', false],
    ['refund pending now', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(namesRefund(text)).toBe(expected);
  });
});
