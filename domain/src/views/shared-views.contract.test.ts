import { sharedSearch } from '@kerb/domain/views/shared-search.ts';
import { savedSharedView } from '@kerb/domain/views/shared-views.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('a view that a team shares', () => {
  const body = { name: 'Stuck', search: 'status=approved' };

  it('has a trimmed name', () => {
    expect(z.parse(savedSharedView, { ...body, name: '  Stuck ' })).toEqual(body);
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(61) },
    { search: 'x'.repeat(2001) },
    { search: undefined },
    { list: 'referrals' },
    { sharedByUserId: 7 },
  ])('is refused with %j', (change) => {
    expect(z.safeParse(savedSharedView, { ...body, ...change }).success).toBe(false);
  });

  // biome-ignore format: a table
  it.each([
    ['',                                          ''],
    ['status=draft,approved&sortBy=id',           'status=draft,approved&sortBy=id'],
    ['?status=draft&perPage=10',                  'status=draft&perPage=10'],
    ['status=draft&textQuery=Pat+Payer',          'status=draft'],
    ['textQuery=a%26b+%C3%A9&status=draft',       'status=draft'],
    ['textQuery=Pat',                             ''],
    ['textQueryOf=kept',                          'textQueryOf=kept'],
  ])('has the search %j without the text that a person searched for', (search, kept) => {
    expect(sharedSearch(search)).toBe(kept);
  });
});
