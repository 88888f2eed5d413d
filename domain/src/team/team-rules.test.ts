import type { Standing, TenantUserType } from '@kerb/domain/access/actor.ts';
import { decideAccess, decideDistinct, mayEditDetails, removalQuestion } from '@kerb/domain/team/team-rules.ts';
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
    expect(mayEditDetails(standing, elsewhere)).toBe(expected);
  });
});

describe('people who are invited together', () => {
  it('need different email addresses', () => {
    expect(decideDistinct([{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }]).ok).toBe(true);
    const twice = decideDistinct([{ emailAddress: 'a@example.com' }, { emailAddress: ' A@Example.com' }]);
    expect(twice).toMatchObject({ ok: false, validation: { 'invitations.1.emailAddress': [{}] } });
  });
});
