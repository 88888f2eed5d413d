import { listQuery } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { tenantQuery } from '@kerb/domain/organisations/tenant-query.ts';
import { userQuery } from '@kerb/domain/people/user-query.ts';
import { pageSizes } from '@kerb/domain/shell/page-sizes.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { campaignSearch } from '@kerb/web/app/routes/campaign-routes.ts';
import { organisationSearch } from '@kerb/web/app/routes/organisation-routes.ts';
import { userSearch } from '@kerb/web/app/routes/people-routes.ts';
import { parseSearch, type SearchFields, searchBy, stringifySearch } from '@kerb/web/platform/search.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const read = searchBy(campaignSearch);
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

/** A value by the contract; an invalid one counts as absent. */
function byContract(query: z.ZodMiniObject, name: string, text: string | undefined): unknown {
  const field = (query.shape as Record<string, z.ZodMiniType>)[name];
  if (!field) throw new Error(`the contract has no ${name}`);
  const found = z.safeDecode(field, text as never);
  return found.success ? found.data : z.safeDecode(field, undefined as never).data;
}

const typed = fc.oneof(
  fc.constantFrom(undefined, '', '0', '1', '2', '-3', '01', '1.5', ' 7', '25', '1234567890123456', 'true'),
  fc.constantFrom('status', 'id', 'name', 'surname', 'emailAddress', 'sentDate', 'upfront', 'draft,bogus', ',draft,'),
  fc.shuffledSubarray([...agreementStatuses]).map((statuses) => statuses.join(',')),
  fc.string({ maxLength: 210 }),
);

/** The page itself says which sizes it offers and which filters it shows. */
const own = ['perPage', 'propertyId', 'signatoryUserId'];

const lists: [string, SearchFields, z.ZodMiniObject, readonly number[]][] = [
  ['campaigns', campaignSearch, listQuery, pageSizes.campaigns],
  ['organisations', organisationSearch, tenantQuery, pageSizes.organisations],
  ['users', userSearch, userQuery, pageSizes.users],
];

describe.each(lists)('the address of the list of %s', (_, fields, query, sizes) => {
  it('has the names of its contract', () => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(query.shape).toSorted());
  });

  it.each(Object.keys(fields).filter((name) => !own.includes(name)))('reads %s as its contract does', (name) => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(fields[name]?.(text)).toEqual(byContract(query, name, text));
      }),
      { numRuns: 500 },
    );
  });

  it('takes only the sizes that the screen offers', () => {
    for (const size of sizes) expect(fields.perPage?.(String(size))).toBe(size);
    expect(sizes).not.toContain(7);
    expect(sizes).toContain(fields.perPage?.('7'));
  });
});
