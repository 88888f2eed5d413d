import { emailList, tidyEmails, webAddress } from '@kerb/domain/agreements/contact-fields.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the addresses that get a copy', () => {
  it.each([
    ['a@example.com', 'a@example.com'],
    [' a@example.com,b@example.com ', 'a@example.com, b@example.com'],
    ['a@example.com;  b@example.com,', 'a@example.com, b@example.com'],
    ['', ''],
  ])('%j are kept as %j', (typed, kept) => {
    expect(tidyEmails(typed)).toBe(kept);
    expect(z.parse(emailList, typed)).toBe(kept);
  });

  it.each(['nobody', 'a@example.com, nobody', 'a@example.com b@'])(
    'are refused if one is not an address: %j',
    (typed) => {
      const { error } = z.safeParse(emailList, typed);
      expect(error?.issues[0]?.message).toBe('That email address is not valid.');
    },
  );
});

describe('the address of a listing', () => {
  // biome-ignore format: a table
  it.each([
    ['https://www.example.com/12-wattle-st?a=1', true ],
    [' http://example.com ',                     true ],
    ['HTTPS://example.com',                      true ],
    ['example.com/listing',                      false],
    ['ftp://example.com',                        false],
    ['javascript:alert(1)//example.com',         false],
    ['data:text/html,hello',                     false],
    ['https://example.com@evil.example',         false],
    ['https://',                                 false],
    ['',                                         false],
    [`https://example.com/${'x'.repeat(500)}`,   false],
  ])('%j: %j', (typed, expected) => expect(z.safeParse(webAddress, typed).success).toBe(expected));
});
