import { newUser, peopleEndpoints, savedUser } from '@kerb/domain/people/people.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const kim = { firstName: 'Kim', surname: 'Example', emailAddress: 'kim@example.com', role: 'vendor' };

describe('a user', () => {
  // biome-ignore format: a table
  it.each([
    ['with a name, an address and a role', {},                          true ],
    ['without a mobile',                   { mobilePhone: null },       true ],
    ['without a surname',                  { surname: ' ' },            false],
    ['without a proper address',           { emailAddress: 'kim' },     false],
    ['without a role',                     { role: 'owner' },           false],
    ['with a password',                    { password: 'secret' },      false],
  ])('%s: %o %j', (_what, change, expected) => {
    expect(z.safeParse(newUser, { ...kim, ...change }).success).toBe(expected);
  });

  it('may be saved in part', () => {
    expect(z.parse(savedUser, { disabled: true })).toEqual({ disabled: true });
    expect(z.parse(savedUser, { surname: ' Other ' })).toEqual({ surname: 'Other' });
  });

  it('is listed by surname, a hundred at a time', () => {
    const { query } = peopleEndpoints.list;
    expect(z.parse(query, {})).toEqual({ page: 1, perPage: 100, sortBy: 'surname', sortDesc: false });
    expect(z.parse(query, { sortDesc: '1', filter: ' kim ' })).toMatchObject({ sortDesc: true, filter: 'kim' });
    expect(z.parse(query, { sortDesc: '0' })).toMatchObject({ sortDesc: false });
  });
});
