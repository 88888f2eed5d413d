import { heldChanges, losesAdmin } from '@kerb/domain/people/held-changes.ts';
import { describe, expect, it } from 'vitest';

const date = '2026-11-16T06:00:00.000Z';
const admin = { role: 'admin', emailAddress: 'a@example.com', disabledDate: null } as const;
const disabledAdmin = { ...admin, disabledDate: date };
const member = { ...admin, role: 'tenant_user' } as const;
const disabledMember = { ...member, disabledDate: date };

describe('what one admin can change of a user', () => {
  // biome-ignore format: a table
  it.each([
    ['a member becomes an admin',            member,         { role: 'admin' },                     {},                      true,  null],
    ['a payer’s new role',                   member,         { role: 'vendor' },                    { role: 'vendor' },      false, null],
    ['an admin is demoted',                  admin,          { role: 'tenant_user' },               { role: 'tenant_user' }, false, null],
    ['an admin is disabled',                 admin,          { disabled: true },                    { disabled: true },      false, null],
    ['a disabled admin is enabled',          disabledAdmin,  { disabled: false },                   {},                      true,  null],
    ['a disabled admin comes back as less',  disabledAdmin,  { disabled: false, role: 'vendor' },   { disabled: false, role: 'vendor' }, false, null],
    ['a disabled member, enabled as admin',  disabledMember, { disabled: false, role: 'admin' },    {},                      true,  null],
    ['a disabled member, admin later',       disabledMember, { role: 'admin' },                     { role: 'admin' },       false, null],
    ['an admin sent again',                  admin,          { role: 'admin', disabled: false },    { role: 'admin', disabled: false }, false, null],
    ['an admin’s address',                   admin,          { emailAddress: 'b@example.com' },     {},                      false, 'b@example.com'],
    ['a disabled admin’s address',           disabledAdmin,  { emailAddress: 'b@example.com' },     {},                      false, 'b@example.com'],
    ['an admin’s address and demotion',      admin,          { emailAddress: 'b@example.com', role: 'vendor' }, { role: 'vendor' }, false, 'b@example.com'],
    ['an admin’s same address',              admin,          { emailAddress: 'a@example.com' },     { emailAddress: 'a@example.com' }, false, null],
    ['a member’s address',                   member,         { emailAddress: 'b@example.com' },     { emailAddress: 'b@example.com' }, false, null],
    ['a member’s address and role admin',    member,         { emailAddress: 'b@example.com', role: 'admin' }, { emailAddress: 'b@example.com' }, true, null],
  ] as const)('%s', (_, account, sent, now, makesAdmin, newEmailAddress) => {
    expect(heldChanges(account, sent)).toEqual({ now, makesAdmin, newEmailAddress });
  });

  it('is told to all admins if an active admin is lost', () => {
    expect(losesAdmin(admin, member)).toBe(true);
    expect(losesAdmin(admin, disabledAdmin)).toBe(true);
    expect(losesAdmin(disabledAdmin, member)).toBe(false);
    expect(losesAdmin(member, disabledMember)).toBe(false);
    expect(losesAdmin(admin, admin)).toBe(false);
  });
});
