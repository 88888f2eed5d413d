import { audienceOf, isHeldBack } from '@kerb/domain/notifications/audience.ts';
import { readersOfBankChange } from '@kerb/domain/notifications/tenant-changes.ts';
import { describe, expect, it } from 'vitest';

describe('messages', () => {
  it('are for vendors or for everyone else', () => {
    expect((['admin', 'tenant_user', 'vendor'] as const).map((role) => audienceOf({ role }))).toEqual([
      'staff',
      'staff',
      'vendor',
    ]);
  });

  it('to vendors are held if vendor communications are off', () => {
    expect(isHeldBack('vendor', { vendorComms: false })).toBe(true);
    expect(isHeldBack('vendor', { vendorComms: true })).toBe(false);
    expect(isHeldBack('staff', { vendorComms: false })).toBe(false);
  });
});

describe('a change of the bank account', () => {
  const manager = { id: 1, receivesBillingEmailNotices: false, tenantUserType: 'manager' } as const;
  const employee = { id: 2, receivesBillingEmailNotices: false, tenantUserType: 'employee' } as const;
  const billed = { id: 3, receivesBillingEmailNotices: true, tenantUserType: 'employee' } as const;

  it('is announced to the members who get billing e-mails', () => {
    expect(readersOfBankChange([manager, employee, billed])).toEqual([billed]);
  });

  it('is announced to the managers if nobody gets billing e-mails', () => {
    expect(readersOfBankChange([manager, employee])).toEqual([manager]);
  });
});
