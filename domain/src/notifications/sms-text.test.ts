import { firstThatFits, firstWords, gsmText, smsSegments } from '@kerb/domain/notifications/sms-text.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { describe, expect, it } from 'vitest';

describe('the parts of a text message', () => {
  // biome-ignore format: a table
  it.each<[string, string, number]>([
    ['nothing',                                        '',                                      1],
    ['160 letters',                                    'a'.repeat(160),                         1],
    ['161 letters',                                    'a'.repeat(161),                         2],
    ['306 letters',                                    'a'.repeat(306),                         2],
    ['307 letters',                                    'a'.repeat(307),                         3],
    ['80 letters of two septets',                      '['.repeat(80),                          1],
    ['a letter of two septets at the end of a part',   `${'a'.repeat(152)}[${'a'.repeat(152)}`, 3],
    ['70 letters of which one is not in the alphabet', `ā${'a'.repeat(69)}`,                    1],
    ['71 of them',                                     `ā${'a'.repeat(70)}`,                    2],
    ['135 of them',                                    `ā${'a'.repeat(134)}`,                   3],
    ['a picture, which takes two',                     `😀${'a'.repeat(69)}`,                   2],
  ])('%s', (_what, text, parts) => {
    expect(smsSegments(text)).toBe(parts);
  });
});

describe('the letters of a text message', () => {
  // biome-ignore format: a table
  it.each([
    ['Ōtāhuhu',            'Otahuhu'],
    ['Nguyễn Đình',        'Nguyen Dình'],
    ['Zoë Müller',         'Zoe Müller'],
    ['O’Brien — “Sons”',   'O\'Brien - "Sons"'],
    ['12\u00A0Elm\nRoad',  '12 Elm Road'],
    ['Bay 🏠 Homes',       'Bay Homes'],
    ['海港',               ''],
  ])('%j are sent as %j', (typed, sent) => {
    expect(gsmText(typed)).toBe(sent);
    expect(smsSegments(sent)).toBe(1);
  });

  // biome-ignore format: a table
  it.each([
    ['12 Wattle Street, Yass NSW 2582', 40, '12 Wattle Street, Yass NSW 2582'],
    ['12 Wattle Street, Yass NSW 2582', 26, '12 Wattle Street, Yass NSW'],
    ['12 Wattle Street, Yass NSW 2582', 17, '12 Wattle Street'],
    ['Llanfairpwllgwyngyll',            8,  'Llanfair'],
  ])('%j is cut to %i at a word', (text, longest, cut) => {
    expect(firstWords(text, longest)).toBe(cut);
  });

  it('are counted with the link, which is never shortened', () => {
    const texts = [`${'a'.repeat(290)}${secretPlace}`, `short ${secretPlace}`, 'shortest'];
    expect(firstThatFits(texts, 10)).toBe(texts[0]);
    expect(firstThatFits(texts, 70)).toBe(texts[1]);
    expect(firstThatFits(['a'.repeat(400)], 0)).toHaveLength(400);
  });
});
