import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import {
  type Finding,
  leadsTo,
  pastedIn,
  type Verdict,
  verdictOf,
} from '@kerb/server/features/login-pages/pasted-message.ts';
import { describe, expect, it } from 'vitest';

const read = (text: string) => {
  const { links, emails, phones } = pastedIn(text, australia);
  return { links: links.map(String), emails, phones: phones.map(({ number }) => number) };
};
const nothing = { links: [], emails: [], phones: [] };

describe('what a person has pasted', () => {
  // biome-ignore format: a table
  it.each<[string, string, object]>([
    ['a link alone',                    'https://kerb.example/pay/abc',                                    { links: ['https://kerb.example/pay/abc'] }],
    ['a link at the end of a sentence', 'Go to (https://kerb.example/pay/abc).',                           { links: ['https://kerb.example/pay/abc'] }],
    ['a link without its scheme',       'Really us? See kerb.example/check',                               { links: ['https://kerb.example/check'] }],
    ['a link that was broken by copying', 'https://kerb.example/pay/a\u200Bbc',                            { links: ['https://kerb.example/pay/abc'] }],
    ['an e-mail address',               'From: "Bay Homes" <No-Reply@kerb.example>',                       { emails: ['no-reply@kerb.example'] }],
    ['an e-mail address with dots',     'ann.lee@bay.example',                                             { emails: ['ann.lee@bay.example'] }],
    ['a phone number',                  'call (02) 5550-1101 now',                                         { phones: ['+61255501101'] }],
    ['a number as a phone shows it',    '+61 491 570 006',                                                 { phones: ['+61491570006'] }],
    ['a service number',                'Call 1300 665 136.',                                              { phones: ['+611300665136'] }],
    ['an amount, a day and a code',     'Pay $12,345.67 by 2026-11-17 10:20. Code 123456, ref AU10231.',   nothing],
    ['words alone',                     'Is this from you?',                                               nothing],
    ['a name before an at sign',        'https://kerb.example@evil.example/pay',                           { links: ['https://kerb.example@evil.example/pay'] }],
  ])('%s', (_what, text, found) => {
    expect(read(text)).toEqual({ ...nothing, ...found });
  });

  it('is found among the words of a whole text message', () => {
    const text =
      'Hi Mary, Eli Wood at Bay Homes has sent the marketing costs for 12 Elm Road, Yass NSW 2582 ($8,750). ' +
      'See how you can pay: https://kerb.example/pay/a-b_c Questions? 0491 570 006 Really us? See kerb.example/check';
    expect(read(text)).toEqual({
      links: ['https://kerb.example/pay/a-b_c', 'https://kerb.example/check'],
      emails: [],
      phones: ['+61491570006'],
    });
  });

  it('is read with the dial code of the country', () => {
    expect(pastedIn('0800 100 265', newZealand).phones[0]?.number).toBe('+64800100265');
  });

  it('has a limit, however much it is', () => {
    const text = Array.from({ length: 500 }, (_, at) => `https://a${at}.example`).join(' ');
    expect(pastedIn(text, australia).links).toHaveLength(10);
  });
});

describe('a link leads to our site', () => {
  // biome-ignore format: a table
  it.each<[string, string, boolean]>([
    ['https://kerb.example/pay/abc',            'https://kerb.example',  true],
    ['http://KERB.example./pay/abc',            'https://kerb.example',  true],
    ['https://kerb.example:443/',               'https://kerb.example',  true],
    ['https://localhost:3000/check',            'http://localhost:3000', true],
    ['https://kerb.example:8443/pay/abc',       'https://kerb.example',  false],
    ['https://kerb.example.evil.example/pay',   'https://kerb.example',  false],
    ['https://evil-kerb.example/pay',           'https://kerb.example',  false],
    ['https://kerb.example@evil.example/pay',   'https://kerb.example',  false],
    ['https://kеrb.example/pay',                'https://kerb.example',  false],
    ['https://bit.ly/abc',                      'https://kerb.example',  false],
  ])('%s, %s: %s', (link, site, isOurs) => {
    expect(leadsTo(new URL(link), site)).toBe(isOurs);
  });
});

// biome-ignore format: a table
it.each<[Verdict[], Verdict]>([
  [['ours'],                      'ours'],
  [['ours', 'unknown'],           'ours'],
  [['ours', 'ended'],             'ended'],
  [['ours', 'notOurs'],           'notOurs'],
  [['ended', 'notOurs'],          'notOurs'],
  [['unknown'],                   'unknown'],
])('%j together are %s', (verdicts, whole) => {
  const finding = (verdict: Verdict): Finding => ({ what: 'link', shown: '', verdict, words: '' });
  expect(verdictOf(verdicts.map(finding))).toBe(whole);
});
