import type { Actor, Role, Standing, TenantUserType } from '@kerb/domain/access/actor.ts';
import {
  decideAccess,
  decideDistinct,
  mayEditDetails,
  mayJoin,
  maySeeMobiles,
  onAccepting,
  removalQuestion,
  stillManages,
} from '@kerb/domain/team/team-rules.ts';
import { describe, expect, it } from 'vitest';

describe('access to an organisation', () => {
  // biome-ignore format: a table
  it.each<[boolean, TenantUserType, TenantUserType | 'none', boolean]>([
    [true,  'manager',  'employee', false],
    [true,  'manager',  'none',     false],
    [true,  'employee', 'none',     false],
    [true,  'manager',  'manager',  true],
    [false, 'manager',  'employee', true],
    [false, 'employee', 'none',     true],
    [false, 'employee', 'manager',  true],
  ])('for oneself (%j), from %s to %s: %j', (isSelf, now, next, expected) => {
    const verdict = decideAccess({ isSelf, now, next });
    expect(verdict.ok).toBe(expected);
    if (!verdict.ok) expect(verdict.because).toBe("You can't remove your own access.");
  });

  it('is removed only after a question that names who and where', () => {
    expect(removalQuestion('Kim Example', 'Harbour Estate')).toBe(
      "Are you sure you want to remove Kim Example's access to Harbour Estate?",
    );
  });
});

describe('the details of a team member', () => {
  // biome-ignore format: a table
  it.each<[Standing | null, boolean, boolean]>([
    ['admin',    true,  true],
    ['admin',    false, true],
    ['manager',  false, true],
    ['manager',  true,  false],
    ['employee', false, false],
    ['vendor',   false, false],
    [null,       false, false],
  ])('may be changed by a %s, while they also work elsewhere (%j): %j', (standing, elsewhere, expected) => {
    expect(mayEditDetails(standing, { worksElsewhere: elsewhere })).toBe(expected);
  });
});

describe('people who are invited together', () => {
  it('need different email addresses', () => {
    expect(decideDistinct([{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }]).ok).toBe(true);
    const twice = decideDistinct([{ emailAddress: 'a@example.com' }, { emailAddress: ' A@Example.com' }]);
    expect(twice).toMatchObject({ ok: false, validation: { 'invitations.1.emailAddress': [{}] } });
  });
});

describe('joining a team', () => {
  it('is for active users with the role Tenant User', () => {
    expect(
      (['admin', 'tenant_user', 'vendor'] as const).filter((role) => mayJoin({ role, disabledDate: null })),
    ).toEqual(['tenant_user']);
    expect(mayJoin({ role: 'tenant_user', disabledDate: '2026-11-15T00:00:00.000Z' })).toBe(false);
  });

  it.each<[Role, Role, boolean]>([
    ['vendor', 'tenant_user', true],
    ['tenant_user', 'tenant_user', true],
    ['admin', 'admin', false],
  ])('by an invitation makes a %s a %s, with a membership: %j', (before, role, isLinked) => {
    expect(onAccepting[before]).toEqual({ role, isLinked });
  });
});

describe('the right to change a team', () => {
  const mia: Actor = { userId: 12, displayName: 'Mia Manager', role: 'tenant_user', memberships: [] };
  const team = (tenantUserType: TenantUserType) => [{ userId: 12, tenantUserType }];

  it('is lost by a manager who was made an employee or removed meanwhile', () => {
    expect(stillManages(mia, team('manager'))).toBe(true);
    expect(stillManages(mia, team('employee'))).toBe(false);
    expect(stillManages(mia, [])).toBe(false);
  });

  it('does not depend on the team for an admin, an impersonated manager and the product', () => {
    const viewedBy = { userId: 2, displayName: 'Alex Admin', changesAreOn: true };
    expect(stillManages({ ...mia, role: 'admin' }, [])).toBe(true);
    expect(stillManages({ ...mia, viewedBy }, [])).toBe(true);
    expect(stillManages(null, [])).toBe(true);
  });
});

it('the mobiles of a team are hidden only from employees', () => {
  const standings: (Standing | null)[] = ['admin', 'manager', 'employee', 'vendor', null];
  expect(standings.filter((standing) => !maySeeMobiles(standing))).toEqual(['employee']);
});
