import { backAddress, withoutTickets, withTickets } from '@kerb/server/features/session/back-address.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const publicUrl = 'https://kerb.example';
const back = (asked: unknown) => backAddress(asked, { publicUrl });

describe('the address after signing in', () => {
  // biome-ignore format: a table
  it.each([
    ['/',                                         '/'],
    ['/applications/10231',                       '/applications/10231'],
    ['/agencies/7/applications?status=draft#top', '/agencies/7/applications?status=draft#top'],
    ['/?q=a%2Fb&back=//x',                        '/?q=a%2Fb&back=//x'],
    ['/%2f%2fevil.example',                       '/%2f%2fevil.example'],
    ['/é',                                        '/%C3%A9'],
    ['https://kerb.example/agencies?page=2',      '/agencies?page=2'],
    ['HTTPS://KERB.example/agencies',             '/agencies'],
    ['https://someone@kerb.example/agencies',     '/agencies'],
    ['/x?access_token=a&refresh_token=b&keep=1',  '/x?keep=1'],
    ['/x?access_token=a&access_token=b',          '/x'],
    ['/login-help',                               '/login-help'],
  ])('for %s is %s', (asked, expected) => {
    expect(back(asked)).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example',
    '\t//evil.example', ' //evil.example', '/ /evil', '\u0000//evil.example', '/.//evil.example', '/..//evil.example', '/x/..//evil.example',
    '/%2e//evil.example', 'https://evil.example', 'https://evil.example/kerb.example', 'https:evil.example', 'https:/evil.example',
    'https:\\\\evil.example', 'http://kerb.example/', 'https://kerb.example:444/', 'https://kerb.example.evil.example/',
    'https://kerb.example@evil.example/', 'https://kerb.example\\@evil.example', 'https://kerb.example//evil.example', 'ftp://kerb.example/', 'javascript:alert(1)', 'JavaScript://kerb.example/%0aalert(1)',
    'java\nscript:alert(1)', 'data:text/html,x', 'blob:https://kerb.example/1', '%2f%2fevil.example', '%2f%5cevil.example', 'evil.example',
    'agencies', '?x', '#x', '', '/login', '/login?back=/x', '/logout', '/pay/abc', '/set-password?token=x', '/forgotten-password/',
    'https://kerb.example/login', 'https://[', `/${'a'.repeat(2_001)}`,
  ])('for %j is the front page', (asked) => {
    expect(back(asked)).toBe('/');
  });

  it.each([undefined, null, 7, ['/a', '/b'], { a: 1 }])('for %j is the front page', (asked) => {
    expect(back(asked)).toBe('/');
  });

  it('is always on this site for any input, also as a browser resolves it', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      ':',
      '@',
      '?',
      '#',
      'https',
      'evil.example',
      '\t',
      ' ',
    );
    const address = fc.oneof(
      fc.array(part).map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string(),
    );
    return fc.assert(
      fc.property(address, (asked) => {
        const tickets = { access: 'a', refresh: 'r' };
        expect(new URL(withTickets(back(asked), tickets), publicUrl).origin).toBe(publicUrl);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the tickets', () => {
  it('are in the query once each, after the existing parameters and before the fragment', () => {
    expect(withTickets('/x?status=draft#top', { access: 'a-1', refresh: 'r_2' })).toBe(
      '/x?status=draft&access_token=a-1&refresh_token=r_2#top',
    );
  });

  it('are left out of an address that needs none', () => {
    expect(withoutTickets('/x?status=draft&access_token=a-1&refresh_token=r_2')).toBe('/x?status=draft');
    expect(withoutTickets('/x?a=%20b')).toBe('/x?a=%20b');
  });
});
