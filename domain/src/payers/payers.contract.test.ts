import { newPayer } from '@kerb/domain/agreements/new-payer.ts';
import { payer } from '@kerb/domain/payers/payers.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const kim = { firstName: 'Kim', surname: 'Example', emailAddress: 'kim@example.com' };

describe('a payer', () => {
  // biome-ignore format: a table
  it.each([
    ['with names and an address', {},                           true ],
    ['with a mobile',             { mobilePhone: '0412345678' }, true ],
    ['with no mobile',            { mobilePhone: null },        true ],
    ['without a first name',      { firstName: '' },            false],
    ['without a surname',         { surname: ' ' },             false],
    ['without an address',        { emailAddress: '' },         false],
    ['with a malformed address',  { emailAddress: 'kim@' },     false],
    ['who claims to have signed', { signatureDate: '2026-01-01T00:00:00Z' }, false],
  ])('%s: %o %j', (_what, change, expected) => {
    expect(z.safeParse(newPayer, { ...kim, ...change }).success).toBe(expected);
  });

  it('may be only a name, as another payer sees them', () => {
    const seen = { id: 3, href: '/v2/campaigns/1/vendors/3', displayName: 'Kim Example', signatureDate: null };
    expect(z.parse(payer, seen)).toEqual(seen);
  });
});
