import { languageFor } from '@kerb/domain/checkout/languages.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  ['',                                  'en'     ],
  ['en-AU,en;q=0.9',                    'en'     ],
  ['zh-CN,zh;q=0.9,en;q=0.8',           'zh-Hans'],
  ['zh-Hans-AU',                        'zh-Hans'],
  ['zh',                                'zh-Hans'],
  // Traditional characters are another catalogue, which the page does not have.
  ['zh-TW,zh-Hant;q=0.9,en;q=0.5',      'en'     ],
  ['en;q=0.5, zh-CN',                   'zh-Hans'],
  ['zh-CN;q=0, en;q=0.1',               'en'     ],
  ['de, fr;q=0.9',                      'en'     ],
  ['de, zh-SG;q=0.3, en;q=0.2',         'zh-Hans'],
  [`*;;q=x,,${'a'.repeat(2_000)}`,       'en'     ],
] as const)('a browser that asks for %j reads %s', (accepted, language) => {
  expect(languageFor(accepted)).toBe(language);
});
