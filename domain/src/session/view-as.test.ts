import type { Actor } from '@kerb/domain/access/actor.ts';
import { sightOf } from '@kerb/domain/access/sight.ts';
import { actorSeenAs, formatViewAs, parseViewAs, type ViewAs } from '@kerb/domain/session/view-as.ts';
import { describe, expect, it } from 'vitest';

const admin: Actor = { userId: 2, displayName: 'Alex Admin', role: 'admin', memberships: [] };

describe('whose eyes an admin looks through', () => {
  // biome-ignore format: a table
  const views: [string, ViewAs][] = [
    ['manager:7',    { kind: 'manager',  tenantId: 7 }],
    ['employee:7',   { kind: 'employee', tenantId: 7 }],
    ['vendor:10231', { kind: 'vendor',   agreementId: 10231 }],
    ['user:12',      { kind: 'user',     userId: 12 }],
  ];
  it.each(views)('%s is read and written alike', (header, view) => {
    expect(parseViewAs(header)).toEqual(view);
    expect(formatViewAs(view)).toBe(header);
  });

  it.each([
    '',
    'admin:7',
    'manager',
    'manager:',
    'manager:7a',
    'manager:-7',
    'Manager:7',
    ' manager:7',
    'manager:7\n',
    'none:7',
    'user:1234567890123456',
    'toString:1',
  ])('is nobody where the header says %j', (header) => {
    expect(parseViewAs(header)).toBeNull();
  });
});

describe('an admin seen as another', () => {
  it('has the standing of a manager in that organisation and no other', () => {
    const seen = actorSeenAs(admin, { kind: 'manager', tenantId: 7 });
    expect(seen).toEqual({
      userId: 2,
      displayName: 'Alex Admin',
      role: 'tenant_user',
      memberships: [{ tenantId: 7, tenantUserType: 'manager' }],
      viewedBy: { userId: 2, displayName: 'Alex Admin' },
    });
    expect(sightOf(seen, 'agreement.read')).toMatchObject({ everything: false, tenantIds: [7] });
    expect(sightOf(seen, 'log.read')).toBeNull();
  });

  it('sees one campaign as its vendor, and no other', () => {
    const seen = actorSeenAs(admin, { kind: 'vendor', agreementId: 10231 });
    expect(seen).toMatchObject({ role: 'vendor', memberships: [], onlyAgreementId: 10231, viewedBy: { userId: 2 } });
    expect(sightOf(seen, 'agreement.read')).toMatchObject({ everything: false, asPayer: true });
  });

  it('brings none of their own memberships along', () => {
    const member: Actor = { ...admin, memberships: [{ tenantId: 3, tenantUserType: 'manager' }] };
    const seen = actorSeenAs(member, { kind: 'employee', tenantId: 7 });
    expect(seen.memberships).toEqual([{ tenantId: 7, tenantUserType: 'employee' }]);
  });
});
