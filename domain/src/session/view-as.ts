import type { Actor, TenantUserType } from '@kerb/domain/access/actor.ts';

/** Whose eyes an admin looks through: a standing in an organisation, a payer of a campaign, or a person. */
export type ViewAs =
  | { kind: TenantUserType; tenantId: number }
  | { kind: 'vendor'; agreementId: number }
  | { kind: 'user'; userId: number };

export const viewAsHeader = 'x-view-as';

/** 'manager:7', 'employee:7', 'vendor:10231' or 'user:12'. Null where it is none of these. */
export function parseViewAs(header: string): ViewAs | null {
  const match = /^(manager|employee|vendor|user):(\d{1,15})$/.exec(header);
  if (!match) return null;
  const id = Number(match[2]);
  switch (match[1]) {
    case 'vendor':
      return { kind: 'vendor', agreementId: id };
    case 'user':
      return { kind: 'user', userId: id };
    default:
      return { kind: match[1] as TenantUserType, tenantId: id };
  }
}

export function formatViewAs(view: ViewAs): string {
  if (view.kind === 'vendor') return `vendor:${view.agreementId}`;
  if (view.kind === 'user') return `user:${view.userId}`;
  return `${view.kind}:${view.tenantId}`;
}

/** The admin, seen as someone of a standing. A person is loaded from the database instead. */
export function actorSeenAs(admin: Actor, view: Exclude<ViewAs, { kind: 'user' }>): Actor {
  const { userId, displayName } = admin;
  const viewedBy = { userId, displayName };
  if (view.kind === 'vendor') {
    return { userId, displayName, role: 'vendor', memberships: [], onlyAgreementId: view.agreementId, viewedBy };
  }
  const memberships = [{ tenantId: view.tenantId, tenantUserType: view.kind }];
  return { userId, displayName, role: 'tenant_user', memberships, viewedBy };
}
