import { newMember, savedMember } from '@kerb/domain/team/team.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('a team member', () => {
  it('starts as an employee', () => {
    expect(z.parse(newMember, { user: { href: '/v1/users/12' } })).toEqual({ user: 12, tenantUserType: 'employee' });
  });

  it("loses access with the type 'none', which nobody starts with", () => {
    expect(z.parse(savedMember, { tenantUserType: 'none' })).toEqual({ tenantUserType: 'none' });
    expect(z.safeParse(newMember, { user: { href: '/v1/users/12' }, tenantUserType: 'none' }).success).toBe(false);
  });
});
