import { type Actor, type Role, roles, type Standing } from '@kerb/domain/access/actor.ts';
import { type Permission, permissions, type Reach } from '@kerb/domain/access/permissions.ts';

/**
 * An actor and the records that they may see. Every read takes an AccessScope, and every write acts on a row that was
 * read with one.
 */
export type AccessScope = {
  actor: Actor;
  everything: boolean;
  /** Organisations of which the actor sees every record. */
  tenantIds: readonly number[];
  /** Organisations of which the actor sees only their own referrals. */
  ownTenantIds: readonly number[];
  /** Whether the actor sees the campaigns that they pay for. */
  asPayer: boolean;
};

const reachOf = (standing: Standing, permission: Permission): Reach => permissions[permission][standing];

/**
 * Null if none of the actor's standings has the permission, or no scope of a program. The endpoint then answers 403 for
 * every record.
 */
export function accessScopeOf(actor: Actor, permission: Permission): AccessScope | null {
  if (actor.client && !actor.client.permissions.includes(permission)) return null;
  const nothing: AccessScope = { actor, everything: false, tenantIds: [], ownTenantIds: [], asPayer: false };
  if (actor.role === 'admin') {
    const reach = reachOf('admin', permission);
    return reach === 'none' ? null : { ...nothing, everything: reach === 'all' };
  }
  if (actor.role === 'vendor') return reachOf('vendor', permission) === 'none' ? null : { ...nothing, asPayer: true };

  const tenantsWith = (reach: Reach) =>
    actor.memberships.filter((m) => reachOf(m.tenantUserType, permission) === reach).map((m) => m.tenantId);
  const scope = { ...nothing, tenantIds: tenantsWith('organisation'), ownTenantIds: tenantsWith('own') };
  const reachesSome = scope.tenantIds.length + scope.ownTenantIds.length > 0;
  // A user removed from every organisation keeps an account that sees nothing. That is not an error.
  return reachesSome || reachOf('employee', permission) !== 'none' ? scope : null;
}

export const may = (actor: Actor, permission: Permission): boolean => accessScopeOf(actor, permission) !== null;

/** Whether a standing has the permission, for a campaign that the reader can see with this standing. */
export const standingMay = (standing: Standing, permission: Permission): boolean =>
  reachOf(standing, permission) !== 'none';

/** Whether the actor sees every record of the organisation, and not only their own. */
export function seesWholeOrganisation(actor: Actor, permission: Permission, tenantId: number): boolean {
  const scope = accessScopeOf(actor, permission);
  return scope !== null && (scope.everything || scope.tenantIds.includes(tenantId));
}

/** The roles that have the permission for every record, for example to find whom to notify. */
export const rolesWith = (permission: Permission): Role[] =>
  roles.filter((role) => accessScopeOf({ userId: 0, displayName: '', role, memberships: [] }, permission)?.everything);

/** Whether the role may choose from all organisations. Others choose from their own. */
export const seesEveryOrganisation = ({ role }: { role: Role }): boolean => rolesWith('tenant.read').includes(role);

/** Whether the actor has the permission in one organisation, for example for a button on one of its screens. */
export function mayIn(actor: Actor, permission: Permission, tenantId: number): boolean {
  const scope = accessScopeOf(actor, permission);
  if (!scope) return false;
  return (
    scope.everything || scope.asPayer || scope.tenantIds.includes(tenantId) || scope.ownTenantIds.includes(tenantId)
  );
}

/** Whether the actor is a member of the organisation, and so knows that it exists, without the permission there. */
export function isShutOut({ actor, everything, tenantIds, ownTenantIds }: AccessScope, tenantId: number): boolean {
  const isInside = everything || tenantIds.includes(tenantId) || ownTenantIds.includes(tenantId);
  return !isInside && actor.memberships.some((membership) => membership.tenantId === tenantId);
}

/** The actor's standing in one organisation. */
export function standingIn(actor: Actor, tenantId: number): Standing | null {
  if (actor.role !== 'tenant_user') return actor.role;
  return actor.memberships.find((m) => m.tenantId === tenantId)?.tenantUserType ?? null;
}
