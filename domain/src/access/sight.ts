import type { Actor, Standing } from '@kerb/domain/access/actor.ts';
import { type Permission, permissions, type Reach } from '@kerb/domain/access/permissions.ts';

/** Who is looking, and how far they may see. Every read takes one; a write acts on a row so read. */
export type Sight = {
  actor: Actor;
  everything: boolean;
  /** Organisations whose every record is in sight. */
  tenantIds: readonly number[];
  /** Organisations in which only one's own referrals are in sight. */
  ownTenantIds: readonly number[];
  /** Campaigns that one pays for are in sight. */
  asPayer: boolean;
};

const reachOf = (standing: Standing, permission: Permission): Reach => permissions[permission][standing];

/** Null where no standing of the actor's carries the permission: the answer is then 403, whatever the record. */
export function sightOf(actor: Actor, permission: Permission): Sight | null {
  const nothing: Sight = { actor, everything: false, tenantIds: [], ownTenantIds: [], asPayer: false };
  if (actor.role === 'admin') {
    const reach = reachOf('admin', permission);
    return reach === 'none' ? null : { ...nothing, everything: reach === 'all' };
  }
  if (actor.role === 'vendor') return reachOf('vendor', permission) === 'none' ? null : { ...nothing, asPayer: true };

  const tenantsWith = (reach: Reach) =>
    actor.memberships.filter((m) => reachOf(m.tenantUserType, permission) === reach).map((m) => m.tenantId);
  const sight = { ...nothing, tenantIds: tenantsWith('organisation'), ownTenantIds: tenantsWith('own') };
  const reachesSome = sight.tenantIds.length + sight.ownTenantIds.length > 0;
  // Someone removed from every organisation keeps an account that sees nothing, not one that errs.
  return reachesSome || reachOf('employee', permission) !== 'none' ? sight : null;
}

export const may = (actor: Actor, permission: Permission): boolean => sightOf(actor, permission) !== null;

/** The same question within one organisation, for a button on one of its screens. */
export function mayIn(actor: Actor, permission: Permission, tenantId: number): boolean {
  const sight = sightOf(actor, permission);
  if (!sight) return false;
  return (
    sight.everything || sight.asPayer || sight.tenantIds.includes(tenantId) || sight.ownTenantIds.includes(tenantId)
  );
}

/** What the actor is within one organisation. */
export function standingIn(actor: Actor, tenantId: number): Standing | null {
  if (actor.role !== 'tenant_user') return actor.role;
  return actor.memberships.find((m) => m.tenantId === tenantId)?.tenantUserType ?? null;
}
