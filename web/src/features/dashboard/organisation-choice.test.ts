import { organisationChoice } from '@kerb/web/features/dashboard/organisation-choice.ts';
import { describe, expect, it } from 'vitest';

const harbour = { id: 7, name: 'Harbour Estate' };
const northside = { id: 8, name: 'Northside' };
const platform = { id: 1, name: 'The platform' };

const admin = { role: 'admin' as const, memberships: [] };
const memberOf = (...organisations: (typeof harbour)[]) => ({
  role: 'tenant_user' as const,
  memberships: organisations.map(({ id, name }) => ({
    tenantId: id,
    tenantName: name,
    tenantUserType: 'employee' as const,
  })),
});

describe('the organisation of an admin', () => {
  const all = [platform, harbour, northside];

  // biome-ignore format: a table
  it.each([
    ['is unset before one is chosen',               all,       undefined, undefined],
    ['is the chosen one',                           all,       8,         8        ],
    ['is never the platform itself',                all,       1,         undefined],
    ['is never an unknown one',                     all,       99,        undefined],
    ['is the chosen one while the organisations load',    undefined, 8,         8        ],
    ['is never the platform, also while they load', undefined, 1,         undefined],
    ['is unset while the organisations load',             undefined, undefined, undefined],
  ])('%s', (_, organisations, asked, organisationId) => {
    expect(organisationChoice(admin, organisations, asked)).toMatchObject({ organisationId, isReady: organisationId !== undefined });
  });

  it('is chosen from all organisations except the platform, with All Offices disabled', () => {
    const { organisations, first } = organisationChoice(admin, all, undefined);
    expect(organisations).toEqual([harbour, northside]);
    expect(first.map(({ label, disabled }) => [label, disabled])).toEqual([
      ['Choose an office', true],
      ['All Offices', true],
    ]);
  });
});

describe('the organisation of a member', () => {
  // biome-ignore format: a table
  it.each([
    ['of one organisation is that organisation',                        memberOf(harbour),            undefined, 7        ],
    ['of one organisation is never another',                      memberOf(harbour),            8,         7        ],
    ['of one organisation and the platform is that organisation',       memberOf(platform, harbour),  undefined, 7        ],
    ['of several is unset at first',                        memberOf(harbour, northside), undefined, undefined],
    ['of several is the chosen one',                        memberOf(harbour, northside), 8,         8        ],
    ['of several is never one of which they are no member', memberOf(harbour, northside), 99,        undefined],
  ])('%s', (_, session, asked, organisationId) => {
    expect(organisationChoice(session, undefined, asked)).toMatchObject({ organisationId, isReady: true });
  });

  it('is All Offices if there are several', () => {
    expect(organisationChoice(memberOf(harbour, northside), undefined, undefined).first).toEqual([
      { value: '', label: 'All Offices' },
    ]);
    expect(organisationChoice(memberOf(harbour), undefined, undefined).first).toEqual([]);
  });
});
