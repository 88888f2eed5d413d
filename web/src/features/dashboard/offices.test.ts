import { officeChoice } from '@kerb/web/features/dashboard/offices.ts';
import { describe, expect, it } from 'vitest';

const harbour = { id: 7, name: 'Harbour Estate' };
const northside = { id: 8, name: 'Northside' };
const platform = { id: 1, name: 'The platform' };

const admin = { role: 'admin' as const, memberships: [] };
const memberOf = (...offices: (typeof harbour)[]) => ({
  role: 'tenant_user' as const,
  memberships: offices.map(({ id, name }) => ({
    tenantId: id,
    tenantName: name,
    tenantUserType: 'employee' as const,
  })),
});

describe('the office of an admin', () => {
  const all = [platform, harbour, northside];

  // biome-ignore format: a table
  it.each([
    ['is unset before one is chosen',               all,       undefined, undefined],
    ['is the chosen one',                           all,       8,         8        ],
    ['is never the platform itself',                all,       1,         undefined],
    ['is never an unknown one',                     all,       99,        undefined],
    ['is the chosen one while the offices load',    undefined, 8,         8        ],
    ['is never the platform, also while they load', undefined, 1,         undefined],
    ['is unset while the offices load',             undefined, undefined, undefined],
  ])('%s', (_, organisations, asked, officeId) => {
    expect(officeChoice(admin, organisations, asked)).toMatchObject({ officeId, isReady: officeId !== undefined });
  });

  it('is chosen from all organisations except the platform, with All Offices disabled', () => {
    const { offices, first } = officeChoice(admin, all, undefined);
    expect(offices).toEqual([harbour, northside]);
    expect(first.map(({ label, disabled }) => [label, disabled])).toEqual([
      ['Choose an office', true],
      ['All Offices', true],
    ]);
  });
});

describe('the office of a member', () => {
  // biome-ignore format: a table
  it.each([
    ['of one office is that office',                        memberOf(harbour),            undefined, 7        ],
    ['of one office is never another',                      memberOf(harbour),            8,         7        ],
    ['of one office and the platform is that office',       memberOf(platform, harbour),  undefined, 7        ],
    ['of several is unset at first',                        memberOf(harbour, northside), undefined, undefined],
    ['of several is the chosen one',                        memberOf(harbour, northside), 8,         8        ],
    ['of several is never one of which they are no member', memberOf(harbour, northside), 99,        undefined],
  ])('%s', (_, session, asked, officeId) => {
    expect(officeChoice(session, undefined, asked)).toMatchObject({ officeId, isReady: true });
  });

  it('is All Offices if there are several', () => {
    expect(officeChoice(memberOf(harbour, northside), undefined, undefined).first).toEqual([
      { value: '', label: 'All Offices' },
    ]);
    expect(officeChoice(memberOf(harbour), undefined, undefined).first).toEqual([]);
  });
});
