import { accessScopeOf, may } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { realActorOf, roles } from '@kerb/domain/access/actor.ts';
import { allEndpoints } from '@kerb/domain/endpoints.ts';
import {
  actorSeenAs,
  decideActing,
  formatViewAs,
  loggedName,
  mayBeViewed,
  mayViewAs,
  neverForAnother,
  parseViewAs,
  type ViewAs,
} from '@kerb/domain/session/view-as.ts';
import { viewAsLabel } from '@kerb/domain/session/view-as-choices.ts';
import { describe, expect, it } from 'vitest';

const admin: Actor = { userId: 2, displayName: 'Alex Admin', role: 'admin', memberships: [] };

describe('impersonation', () => {
  // biome-ignore format: a table
  const views: [string, ViewAs][] = [
    ['manager:7',    { kind: 'manager',  tenantId: 7 }],
    ['employee:7',   { kind: 'employee', tenantId: 7 }],
    ['vendor:10231', { kind: 'vendor',   agreementId: 10231 }],
    ['user:12',      { kind: 'user',     userId: 12 }],
  ];
  it('is offered to admins, unless they impersonate already, of everyone but admins', () => {
    expect(roles.filter((role) => mayViewAs({ role }))).toEqual(['admin']);
    expect(mayViewAs({ role: 'admin', viewedBy: admin })).toBe(false);
    expect(roles.filter((role) => mayBeViewed({ role }))).toEqual(['tenant_user', 'vendor']);
  });

  it('says who is impersonated', () => {
    expect(viewAsLabel('manager', 7, 'Harbour')).toBe('a manager of Harbour');
    expect(viewAsLabel('employee', 7, undefined)).toBe('an employee of organisation 7');
    expect(viewAsLabel('vendor', 10231, undefined)).toBe('a vendor of campaign 10231');
    expect(viewAsLabel('user', 12, undefined)).toBe('user 12');
  });

  it.each(views)('by %s is parsed from the header and written back to it', (header, view) => {
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
  ])('is off if the header says %j', (header) => {
    expect(parseViewAs(header)).toBeNull();
  });
});

describe('an admin who impersonates', () => {
  it('has the standing of a manager in that organisation and no other', () => {
    const seen = actorSeenAs(admin, { kind: 'manager', tenantId: 7 });
    expect(seen).toEqual({
      userId: 2,
      displayName: 'Alex Admin',
      role: 'tenant_user',
      memberships: [{ tenantId: 7, tenantUserType: 'manager' }],
      viewedBy: { userId: 2, displayName: 'Alex Admin', changesAreOn: false },
    });
    expect(accessScopeOf(seen, 'agreement.read')).toMatchObject({ everything: false, tenantIds: [7] });
    expect(accessScopeOf(seen, 'log.read')).toBeNull();
  });

  it('sees one campaign as its vendor, and no other', () => {
    const seen = actorSeenAs(admin, { kind: 'vendor', agreementId: 10231 });
    expect(seen).toMatchObject({ role: 'vendor', memberships: [], onlyAgreementId: 10231, viewedBy: { userId: 2 } });
    expect(accessScopeOf(seen, 'agreement.read')).toMatchObject({ everything: false, asPayer: true });
  });

  it('does not keep their own memberships', () => {
    const member: Actor = { ...admin, memberships: [{ tenantId: 3, tenantUserType: 'manager' }] };
    const seen = actorSeenAs(member, { kind: 'employee', tenantId: 7 });
    expect(seen.memberships).toEqual([{ tenantId: 7, tenantUserType: 'employee' }]);
  });
});

describe('an action during impersonation', () => {
  const looking = actorSeenAs(admin, { kind: 'manager', tenantId: 7 });
  const acting = actorSeenAs(admin, { kind: 'manager', tenantId: 7 }, true);
  const kim: Actor = { userId: 12, displayName: 'Kim Example', role: 'vendor', memberships: [] };
  const asKim: Actor = { ...kim, viewedBy: { userId: 2, displayName: 'Alex Admin', changesAreOn: true } };

  // biome-ignore format: a table
  it.each([
    ['reads',                            looking, { method: 'GET',  permission: 'agreement.read' },                    true],
    ['changes nothing',                  looking, { method: 'PUT',  permission: 'agreement.change' },                  false],
    ['may set a status',                 acting, { method: 'POST', permission: 'agreement.set-status' },              true],
    ['changes if switched on',           acting, { method: 'PUT',  permission: 'agreement.change' },                  true],
    ['is no payment',                    asKim,   { method: 'POST', permission: 'payment.make', idempotent: true },    false],
    ['is no signature',                  asKim,   { method: 'POST', permission: 'agreement.sign' },                    false],
    ['changes no account',               asKim,   { method: 'PUT',  permission: 'account.change' },                    false],
    ['is allowed without impersonation', kim,     { method: 'POST', permission: 'payment.make', idempotent: true },    true],
  ] as const)('%s', (_, actor, endpoint, isAllowed) => {
    expect(decideActing(actor, endpoint).ok).toBe(isAllowed);
  });

  it('is never a payment or a signature, whichever endpoint it is', () => {
    const money = allEndpoints.filter(({ idempotent, path }) => idempotent || /\/(pay|sign)$/.test(path));
    expect(money.length).toBeGreaterThan(1);
    for (const endpoint of money) expect(decideActing(asKim, endpoint).ok).toBe(false);
  });

  it('lists only permissions that others than admins have too', () => {
    for (const permission of neverForAnother) expect(may(kim, permission) || may(looking, permission)).toBe(true);
  });

  it('is logged under the admin’s name, with whom they impersonate', () => {
    expect([looking, asKim, kim].map(loggedName)).toEqual([
      'Alex Admin, viewing as a manager',
      'Alex Admin, viewing as Kim Example',
      'Kim Example',
    ]);
    expect([realActorOf(asKim), realActorOf(kim)].map(({ userId }) => userId)).toEqual([2, 12]);
  });
});

describe('a team member who has opened a payer’s link', () => {
  const openedBy = { userId: 7, displayName: 'Mia Mockridge' };
  const signIn = { id: 1, provedDate: null, isUnlocked: false, isFromMailbox: false, openedBy };
  const vera: Actor = {
    userId: 12,
    displayName: 'Vera Sampleton',
    role: 'vendor',
    memberships: [],
    onlyAgreementId: 1,
  };
  const mia: Actor = { ...vera, signIn };

  // biome-ignore format: a table
  it.each([
    ['reads',                 { method: 'GET',  permission: 'payer.flow' },                       true],
    ['corrects a name',       { method: 'PUT',  permission: 'payer.change' },                     true],
    ['confirms no mailbox',   { method: 'POST', permission: 'payer.verify' },                     false],
    ['does not agree',        { method: 'POST', permission: 'payer.flow' },                       false],
    ['gives no consent',      { method: 'POST', permission: 'agreement.consent' },                false],
    ['does not sign',         { method: 'POST', permission: 'agreement.sign' },                   false],
    ['does not pay',          { method: 'POST', permission: 'payment.make', idempotent: true },   false],
    ['does not cancel',       { method: 'POST', permission: 'agreement.set-status' },             false],
  ] as const)('%s', (_, endpoint, isAllowed) => {
    expect(decideActing(mia, endpoint).ok).toBe(isAllowed);
    expect(decideActing(vera, endpoint).ok).toBe(true);
  });

  it('is named in the log together with the payer, and is the person at the keyboard', () => {
    expect(loggedName(mia)).toBe('Mia Mockridge, through the link of Vera Sampleton');
    expect([realActorOf(mia).userId, realActorOf(vera).userId]).toEqual([7, 12]);
  });
});
