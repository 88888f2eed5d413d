import {
  rolesWith,
  seesEveryOrganisation,
  seesWholeOrganisation,
  standingMay,
} from '@kerb/domain/access/access-scope.ts';
import { type Actor, highestStanding, isPayer, type Standing, type TenantUserType } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { describe, expect, it } from 'vitest';

const member = (tenantUserType: TenantUserType): Actor => ({
  userId: 12,
  displayName: 'Kim Example',
  role: 'tenant_user',
  memberships: [{ tenantId: 7, tenantUserType }],
});
const admin: Actor = { ...member('manager'), role: 'admin', memberships: [] };
const vendor: Actor = { ...admin, role: 'vendor' };

describe('a standing', () => {
  it('is a payer only if it is vendor', () => {
    expect((['admin', 'manager', 'employee', 'vendor', 'tenant_user'] as const).filter(isPayer)).toEqual(['vendor']);
  });

  it.each<[Actor['role'], TenantUserType[], Standing]>([
    ['admin', ['manager'], 'admin'],
    ['vendor', [], 'vendor'],
    ['tenant_user', ['employee', 'manager'], 'manager'],
    ['tenant_user', ['employee'], 'employee'],
    ['tenant_user', [], 'employee'],
  ])('of a %s with memberships %j is at most %s', (role, types, standing) => {
    expect(highestStanding(role, types)).toBe(standing);
  });

  it('has a permission unless the matrix says none', () => {
    expect(standingMay('admin', 'loan.terms')).toBe(true);
    expect(standingMay('manager', 'loan.terms')).toBe(false);
    expect(standingMay('vendor', 'loan.agreement')).toBe(true);
  });
});

describe('a role', () => {
  it('has a permission everywhere if the matrix says all', () => {
    for (const permission of Object.keys(permissions) as (keyof typeof permissions)[]) {
      expect(rolesWith(permission)).toEqual(permissions[permission].admin === 'all' ? ['admin'] : []);
    }
  });

  it('sees every organisation only as an admin', () => {
    expect([admin, member('manager'), member('employee'), vendor].map(seesEveryOrganisation)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a whole organisation', () => {
  it.each<[string, Actor, number, boolean]>([
    ['an admin', admin, 9, true],
    ['a manager', member('manager'), 7, true],
    ['a manager of another organisation', member('manager'), 8, false],
    ['an employee, who sees only their own referrals', member('employee'), 7, false],
    ['a vendor, who sees only what they pay for', vendor, 7, false],
  ])('is seen by %s', (_who, actor, tenantId, expected) => {
    expect(seesWholeOrganisation(actor, 'agreement.read', tenantId)).toBe(expected);
  });
});
