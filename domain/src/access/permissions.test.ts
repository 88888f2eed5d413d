import { roles, tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { type Permission, permissions } from '@kerb/domain/access/permissions.ts';
import { describe, expect, it } from 'vitest';

const rows = Object.entries(permissions) as [Permission, Record<'admin' | 'manager' | 'employee' | 'vendor', string>][];
const breadth = ['none', 'own', 'organisation', 'all'];

describe('the permission matrix', () => {
  it.each(rows)('%s never reaches further for a lower standing than for a higher one', (_permission, reach) => {
    const [employee, manager, admin] = [reach.employee, reach.manager, reach.admin].map((each) =>
      breadth.indexOf(each),
    );
    expect(employee).toBeLessThanOrEqual(manager!);
    expect(manager).toBeLessThanOrEqual(admin!);
  });

  it.each(rows)(
    "%s reaches all records only for an admin, and only a vendor's own records for a vendor",
    (_permission, reach) => {
      expect([reach.manager, reach.employee, reach.vendor]).not.toContain('all');
      expect(['own', 'none']).toContain(reach.vendor);
    },
  );

  it('allows an admin everything', () => {
    expect(rows.filter(([, reach]) => reach.admin === 'none')).toEqual([]);
  });

  it('gives an admin access to all records, except session, account, notifications and what is their own', () => {
    const own = rows.filter(([, { admin }]) => admin !== 'all').map(([permission]) => permission);
    expect(own.sort()).toEqual([
      'account.change',
      'account.read',
      'calendar.change',
      'calendar.read',
      'notification.change',
      'notification.read',
      'privacy.export',
      'session.prove',
      'session.read',
      'view.read',
      'view.save',
    ]);
  });

  it('allows only admins these actions', () => {
    const reserved = rows.filter(
      ([, { manager, employee, vendor }]) => `${manager}${employee}${vendor}` === 'nonenonenone',
    );
    expect(reserved.map(([permission]) => permission).sort()).toEqual([
      'act.decide',
      'act.read',
      'agreement.fund',
      'agreement.plan-action',
      'agreement.volumes',
      'batch.approve',
      'batch.make',
      'batch.read',
      'books.close',
      'books.read',
      'figures.read',
      'funds.record',
      'identity.check',
      'loan.answer',
      'loan.book',
      'loan.terms',
      'log.read',
      'payment.change',
      'payment.record',
      'payment.return',
      'payment.void',
      'privacy.erase',
      'property.create',
      'property.remove',
      'rates.change',
      'rates.read',
      'report.read',
      'security.read',
      'statement.match',
      'statement.read',
      'system.change',
      'system.read',
      'team.add',
      'template.change',
      'template.read',
      'tenant.approve',
      'tenant.create',
      'tenant.delete',
      'user.change',
      'user.read',
    ]);
  });

  it('allows a vendor these actions, each on their own records', () => {
    const left = rows.filter(([, { vendor }]) => vendor !== 'none').map(([permission]) => permission);
    expect(left.sort()).toEqual([
      'account.change',
      'account.read',
      'agreement.consent',
      'agreement.read',
      'agreement.set-status',
      'agreement.sign',
      'branding.read',
      'contact.change',
      'contact.read',
      'credential.read',
      'document.add',
      'document.read',
      'history.read',
      'loan.agreement',
      'loan.ask',
      'loan.payout',
      'loan.read',
      'option.choose',
      'option.read',
      'payer.change',
      'payer.flow',
      'payer.read',
      'payer.verify',
      'payment.make',
      'payment.read',
      'picture.read',
      'privacy.export',
      'property.read',
      'session.prove',
      'session.read',
      'signature.evidence',
    ]);
  });

  it('gives a manager the whole organisation or nothing, except for what is their own', () => {
    const owned = rows.filter(([, { manager }]) => manager === 'own').map(([permission]) => permission);
    expect(owned.sort()).toEqual([
      'account.change',
      'account.read',
      'calendar.change',
      'calendar.read',
      'contact.change',
      'contact.read',
      'credential.read',
      'notification.change',
      'notification.read',
      'privacy.export',
      'session.prove',
      'session.read',
      'view.read',
      'view.save',
    ]);
  });

  it("gives an employee their own referrals, and the organisation's whole record", () => {
    const whole = rows.filter(([, { employee }]) => employee === 'organisation').map(([permission]) => permission);
    expect(whole).toEqual([
      'agreement.create',
      'option.settings',
      'tenant.read',
      'team.read',
      'picture.read',
      'shared-view.read',
    ]);
  });

  it('distinguishes manager from employee', () => {
    const managersOnly = rows.filter(([, { manager, employee }]) => manager !== 'none' && employee === 'none');
    expect(managersOnly.map(([permission]) => permission)).toEqual([
      'agreement.rename',
      'option.settle',
      'tenant.settings',
      'tenant.sign-in-rules',
      'integration.read',
      'integration.change',
      'embed.read',
      'embed.change',
      'webhook.read',
      'webhook.change',
      'team.change',
      'invitation.read',
      'invitation.change',
      'campaign-import.read',
      'campaign-import.change',
      'remittance.read',
    ]);
  });

  // These values are stored in the database, which refuses any other value.
  it('has three roles and two types of team members', () => {
    expect(roles).toEqual(['admin', 'tenant_user', 'vendor']);
    expect(tenantUserTypes).toEqual(['manager', 'employee']);
  });
});
