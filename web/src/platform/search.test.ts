import { listQuery } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { parseSearch, searchBy, stringifySearch } from '@kerb/web/platform/search.ts';
import { describe, expect, it } from 'vitest';

const read = searchBy(listQuery);
const readAddress = (address: string) => read(parseSearch(address) as Parameters<typeof read>[0]);

describe('the state of a list in the address', () => {
  it('has the defaults of its contract', () => {
    expect(readAddress('')).toEqual({
      page: 1,
      perPage: 100,
      sortBy: 'status',
      sortDesc: true,
      actionSuggested: false,
    });
  });

  it('is read back unchanged', () => {
    const state = read({
      page: 3,
      status: ['draft', 'approved'],
      sortDesc: false,
      textQuery: 'wattle st & co',
    } as never);
    expect(readAddress(stringifySearch(state))).toEqual(state);
  });

  it('is readable', () => {
    expect(stringifySearch({ status: ['draft', 'approved'], sortDesc: false, textQuery: undefined })).toBe(
      '?status=draft,approved&sortDesc=0',
    );
  });

  it('ignores invalid values', () => {
    expect(readAddress('?page=minus-one&sortBy=colour&status=nonsense&perPage=25')).toMatchObject({
      page: 1,
      perPage: 25,
      sortBy: 'status',
    });
    expect(readAddress('?status=nonsense').status).toBeUndefined();
  });
});
