import { type Actor, type ActorClient, roleOfMembers, tenantUserTypeOf } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

type Allowed = { permission: Permission; only?: 'GET' };
const each = (...permissions: readonly Permission[]): Allowed[] => permissions.map((permission) => ({ permission }));
const readOnly = (permission: Permission): Allowed => ({ permission, only: 'GET' });

/**
 * The permissions of each scope. A permission that is in no scope is refused to every program: accounts, signing,
 * consent, money, people, bank accounts and other credentials.
 */
export const permissionsOfScope: Record<Scope, readonly Allowed[]> = {
  'campaigns:read': [
    ...each(
      'agreement.read',
      'option.read',
      'property.read',
      'tenant.read',
      'loan.read',
      'dashboard.read',
      'button.read',
    ),
    readOnly('option.settings'),
  ],
  'campaigns:write': [
    ...each('agreement.create', 'agreement.change', 'agreement.rename', 'agreement.flag', 'agreement.set-status'),
    ...each('option.offer', 'option.quote', 'property.add', 'property.change', 'button.change'),
  ],
  'payers:read': each('payer.read'),
  'payers:write': each('payer.add', 'payer.change', 'payer.remove', 'payer.send'),
  documents: each('document.read', 'document.add', 'document.remove'),
  'payments:read': each('payment.read', 'remittance.read'),
  'settings:read': [readOnly('tenant.settings')],
  'team:read': each('team.read', 'picture.read'),
  exports: each('agreement.export'),
  webhooks: each('webhook.read', 'webhook.change'),
};

/** Every program may read who it is. */
const ofEveryProgram: Permission = 'session.read';

type NewClientActor = Omit<ActorClient, 'permissions'> & { userId: number; tenantId: number };

/**
 * The actor of a program: a member of its one organisation and nothing more. It sees all campaigns, or those of one
 * team member.
 */
export const actorOfClient = ({ userId, tenantId, ...client }: NewClientActor): Actor => ({
  userId,
  displayName: client.name,
  role: roleOfMembers,
  memberships: [{ tenantId, tenantUserType: tenantUserTypeOf(client.agentUserId === null) }],
  client: {
    ...client,
    permissions: [
      ofEveryProgram,
      ...client.scopes.flatMap((scope) => permissionsOfScope[scope].map(({ permission }) => permission)),
    ],
  },
});

type Asked = { method: string; permission: Permission | 'anyone' };

/** The scopes of which any one allows the call; null if every signed-in program may send it. */
export function scopesFor({ method, permission }: Asked): readonly Scope[] | null {
  if (permission === 'anyone' || permission === ofEveryProgram) return null;
  const isAllowed = (allowed: Allowed) =>
    allowed.permission === permission && (!allowed.only || allowed.only === method);
  return scopes.filter((scope) => permissionsOfScope[scope].some(isAllowed));
}

/** Whether the program that sends the request has a scope for the call. A person needs none. */
export function decideClient({ client }: Pick<Actor, 'client'>, endpoint: Asked): Decision<null> {
  const needed = client ? scopesFor(endpoint) : null;
  if (!client || !needed || needed.some((scope) => client.scopes.includes(scope))) return allow(null);
  const words = needed.length === 0 ? 'A program may not do this.' : `This needs the scope ${needed.join(' or ')}.`;
  return refuse('insufficient-scope', words);
}
