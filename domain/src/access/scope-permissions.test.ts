import { accessScopeOf, mayIn } from '@kerb/domain/access/access-scope.ts';
import { type Permission, permissions } from '@kerb/domain/access/permissions.ts';
import { actorOfClient, decideClient, permissionsOfScope, scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { describe, expect, it } from 'vitest';

const clientWith = (...held: Scope[]) =>
  actorOfClient({ userId: 12, tenantId: 7, identityId: 1, name: 'Sync', scopes: held, agentUserId: null });

/** Written by hand, so that a permission added to a scope by mistake fails here. */
// biome-ignore format: a table
const never: readonly Permission[] = [
  'account.read', 'account.change', 'contact.read', 'contact.change', 'credential.read', 'view.read', 'view.save',
  'shared-view.read', 'shared-view.change', 'campaign-import.read', 'campaign-import.change',
  'calendar.read', 'calendar.change', 'comment.read', 'comment.write', 'history.read', 'notification.read', 'notification.change',
  'session.prove', 'tenant.create', 'tenant.approve', 'tenant.delete', 'tenant.sign-in-rules', 'team.add', 'team.change',
  'books.read', 'books.close', 'invitation.read', 'invitation.change', 'user.read', 'user.change', 'integration.read', 'integration.change', 'embed.read', 'embed.change',
  'act.read', 'act.decide', 'rates.read', 'rates.change', 'template.read', 'template.change', 'privacy.erase', 'privacy.export', 'security.read', 'log.read', 'report.read',
  'payer.link', 'payer.verify', 'payer.flow', 'agreement.sign', 'signature.evidence', 'agreement.consent', 'agreement.fund',
  'agreement.volumes', 'agreement.plan-action', 'agreement.bulk', 'branding.read', 'option.choose', 'option.settle', 'identity.check',
  'payment.make', 'payment.record', 'payment.void', 'payment.change', 'payment.return', 'funds.record',
  'loan.ask', 'loan.answer', 'loan.terms', 'loan.manage', 'loan.agreement', 'loan.payout', 'batch.read', 'batch.make', 'batch.approve',
  'statement.read', 'statement.match', 'loan.book', 'figures.read', 'property.create', 'property.remove', 'system.read', 'system.change',
];

describe('the scopes of a program', () => {
  it('never contain these permissions, and every other permission is in a scope', () => {
    const given = new Set(scopes.flatMap((scope) => permissionsOfScope[scope].map(({ permission }) => permission)));
    const inNone = (Object.keys(permissions) as Permission[]).filter((each) => !given.has(each));
    expect(inNone.sort()).toEqual([...never, 'session.read'].sort());
  });

  it('allow to read settings and not to change them', () => {
    expect(scopesFor({ method: 'GET', permission: 'tenant.settings' })).toEqual(['settings:read']);
    expect(scopesFor({ method: 'PUT', permission: 'tenant.settings' })).toEqual([]);
    expect(decideClient(clientWith(...scopes), { method: 'PUT', permission: 'tenant.settings' })).toMatchObject({
      ok: false,
      because: 'A program may not do this.',
    });
  });

  it('bound a program also inside a call that another scope allows', () => {
    const reader = clientWith('campaigns:read');
    expect(accessScopeOf(reader, 'agreement.read')).toMatchObject({ tenantIds: [7], everything: false });
    expect(accessScopeOf(reader, 'agreement.export')).toBeNull();
    expect(accessScopeOf(clientWith('exports'), 'agreement.export')).toMatchObject({ tenantIds: [7] });
    expect(mayIn(reader, 'tenant.settings', 7)).toBe(false);
    expect(accessScopeOf(reader, 'session.read')).not.toBeNull();
  });

  it('are asked of a program and not of a person', () => {
    const call = { method: 'GET', permission: 'payer.read' } as const;
    expect(decideClient({}, call).ok).toBe(true);
    expect(decideClient(clientWith('payers:read'), call).ok).toBe(true);
    expect(decideClient(clientWith('campaigns:read'), call)).toMatchObject({
      ok: false,
      code: 'insufficient-scope',
      because: 'This needs the scope payers:read.',
    });
    expect(decideClient(clientWith('exports'), { method: 'GET', permission: 'session.read' }).ok).toBe(true);
  });
});
