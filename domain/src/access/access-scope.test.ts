import { accessScopeOf, may, mayIn, standingIn } from '@kerb/domain/access/access-scope.ts';
import type { Actor, Membership, Standing } from '@kerb/domain/access/actor.ts';
import { type Permission, permissions } from '@kerb/domain/access/permissions.ts';
import { describe, expect, it } from 'vitest';

const person = (role: Actor['role'], ...memberships: Membership[]): Actor => ({
  userId: 12,
  displayName: 'Kim Example',
  role,
  memberships,
});
const admin = person('admin');
const vendor = person('vendor');
const manager = person('tenant_user', { tenantId: 7, tenantUserType: 'manager' });
const employee = person('tenant_user', { tenantId: 7, tenantUserType: 'employee' });
const both = person(
  'tenant_user',
  { tenantId: 7, tenantUserType: 'manager' },
  { tenantId: 8, tenantUserType: 'employee' },
);
const removed = person('tenant_user');

const nothing = { everything: false, tenantIds: [], ownTenantIds: [], asPayer: false };

describe('scope', () => {
  // biome-ignore format: a table
  it.each<[string, Actor, Permission, object | null]>([
    ['an admin reads every campaign',                              admin,    'agreement.read',   { ...nothing, everything: true }],
    ['an admin reads only their own session',                      admin,    'session.read',     nothing],
    ['a vendor reads the campaigns that they pay for',             vendor,   'agreement.read',   { ...nothing, asPayer: true }],
    ['a vendor creates no campaign',                               vendor,   'agreement.create', null],
    ['a vendor sees no dashboard',                                 vendor,   'dashboard.read',   null],
    ['a manager reads the whole organisation',                     manager,  'agreement.read',   { ...nothing, tenantIds: [7] }],
    ['a manager reads no log',                                     manager,  'log.read',         null],
    ['an employee reads their own referrals',                      employee, 'agreement.read',   { ...nothing, ownTenantIds: [7] }],
    ['an employee creates campaigns for the organisation',         employee, 'agreement.create', { ...nothing, tenantIds: [7] }],
    ['an employee changes no team',                                employee, 'team.change',      null],
    ['a manager of one and employee of another: reads as each',    both,     'agreement.read',   { ...nothing, tenantIds: [7], ownTenantIds: [8] }],
    ['a manager of one and employee of another: changes one team', both,     'team.change',      { ...nothing, tenantIds: [7] }],
    ['a manager of one and employee of another: creates for both', both,     'agreement.create', { ...nothing, tenantIds: [7, 8] }],
    ['removed from all: sees an empty list',                       removed,  'agreement.read',   nothing],
    ['removed from all: still has a session',                      removed,  'session.read',     nothing],
    ['removed from all: changes no team',                          removed,  'team.change',      null],
    ['removed from all: reads no log',                             removed,  'log.read',         null],
  ])('%s', (_why, actor, permission, expected) => {
    expect(accessScopeOf(actor, permission)).toEqual(expected && { actor, ...expected });
    expect(may(actor, permission)).toBe(expected !== null);
  });

  it('depends only on the role: memberships of an admin or a vendor add nothing', () => {
    const membership: Membership = { tenantId: 7, tenantUserType: 'manager' };
    expect(accessScopeOf(person('vendor', membership), 'agreement.read')).toMatchObject({
      asPayer: true,
      tenantIds: [],
    });
    expect(accessScopeOf(person('vendor', membership), 'team.change')).toBeNull();
    expect(accessScopeOf(person('admin', membership), 'agreement.read')).toMatchObject({
      everything: true,
      tenantIds: [],
    });
  });

  it('agrees with the matrix for every permission and standing', () => {
    const actors: Record<Standing, Actor> = { admin, manager, employee, vendor };
    for (const permission of Object.keys(permissions) as Permission[]) {
      for (const standing of Object.keys(actors) as Standing[]) {
        const isAllowed = permissions[permission][standing] !== 'none';
        expect([permission, standing, may(actors[standing], permission)]).toEqual([permission, standing, isAllowed]);
      }
    }
  });
});

describe('within one organisation', () => {
  // biome-ignore format: a table
  it.each<[string, Actor, Permission, number, boolean]>([
    ['a manager changes their team',                  both,    'team.change',      7, true ],
    ['a manager elsewhere does not change this team', both,    'team.change',      8, false],
    ['an employee reads their referrals here',        both,    'agreement.read',   8, true ],
    ['a stranger reads nothing',                      both,    'agreement.read',   9, false],
    ['an admin changes any team',                     admin,   'team.change',      9, true ],
    ['a vendor reads campaigns of any organisation',  vendor,  'agreement.read',   9, true ],
    ['a vendor changes no team',                      vendor,  'team.change',      7, false],
    ['a removed member reads nothing',                removed, 'agreement.read',   7, false],
  ])('%s', (_why, actor, permission, tenantId, expected) => {
    expect(mayIn(actor, permission, tenantId)).toBe(expected);
  });

  // biome-ignore format: a table
  it.each<[string, Actor, number, Standing | null]>([
    ['an admin',                         admin,   7, 'admin'],
    ['a vendor',                         vendor,  7, 'vendor'],
    ['a manager',                        both,    7, 'manager'],
    ['an employee',                      both,    8, 'employee'],
    ['a member of another organisation', both,    9, null],
    ['a removed member',                 removed, 7, null],
  ])('the standing of %s', (_who, actor, tenantId, expected) => {
    expect(standingIn(actor, tenantId)).toBe(expected);
  });
});
