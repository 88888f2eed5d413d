import { isSameName, isSameView, viewSearch } from '@kerb/web/features/views/view-search.ts';
import { describe, expect, it } from 'vitest';

describe('the part of an address that a view stores', () => {
  // biome-ignore format: a table
  it.each([
    ['empty for the default list',      '',                                        ''],
    ['filters, sort, size and columns', '?status=draft&sortBy=id&perPage=10&columns=flow,agent', 'columns=flow,agent&perPage=10&sortBy=id&status=draft'],
    ['without the page',                '?page=4&status=draft',                    'status=draft'],
    ['without its own name',            '?named=Stuck&status=draft',               'status=draft'],
    ['without whose view it is',        '?named=Stuck&ofTeam=1&status=draft',      'status=draft'],
    ['with the search text as typed',   '?textQuery=a%26b+%C3%A9',                 'textQuery=a%26b+%C3%A9'],
  ])('is %s', (_what, address, kept) => expect(viewSearch(address)).toBe(kept));

  it('is compared in any order, on any page', () => {
    expect(isSameView('status=draft&sortBy=id', '?sortBy=id&page=2&named=Stuck&status=draft')).toBe(true);
    expect(isSameView('status=draft', '?status=draft,approved')).toBe(false);
    expect(isSameView('', '?page=2')).toBe(true);
  });
});

it('view names ignore case', () => {
  expect(isSameName(' Stuck ', 'STUCK')).toBe(true);
  expect(isSameName('Stuck', 'Stuck 2')).toBe(false);
});
