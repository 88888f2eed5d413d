import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import type { Actor, Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';

/** Whom an admin impersonates: a standing in an organisation, a payer of a campaign, or a user. */
export type ViewAs =
  | { kind: TenantUserType; tenantId: number }
  | { kind: 'vendor'; agreementId: number }
  | { kind: 'user'; userId: number };

export type ViewAsKind = ViewAs['kind'];

export const standingWords = { manager: 'a manager', employee: 'an employee' } as const;

export function viewAsOf(kind: ViewAsKind, id: number): ViewAs {
  switch (kind) {
    case 'vendor':
      return { kind, agreementId: id };
    case 'user':
      return { kind, userId: id };
    default:
      return { kind, tenantId: id };
  }
}

export const mayViewAs = ({ role, viewedBy }: { role: Role; viewedBy?: object | undefined }): boolean =>
  rolesWith('user.read').includes(role) && !viewedBy;

/** Otherwise an admin could act in the name of another admin. */
export const mayBeViewed = ({ role }: Pick<Actor, 'role'>): boolean => role !== 'admin';

export const viewAsHeader = 'x-view-as';
/** 'on' if the admin has switched changes on; otherwise impersonation is read-only. */
export const viewAsChangesHeader = 'x-view-as-changes';

/** 'manager:7', 'employee:7', 'vendor:10231' or 'user:12'. Null for anything else. */
export function parseViewAs(header: string): ViewAs | null {
  const match = /^(manager|employee|vendor|user):(\d{1,15})$/.exec(header);
  if (!match) return null;
  return viewAsOf(match[1] as ViewAsKind, Number(match[2]));
}

export function formatViewAs(view: ViewAs): string {
  if (view.kind === 'vendor') return `vendor:${view.agreementId}`;
  if (view.kind === 'user') return `user:${view.userId}`;
  return `${view.kind}:${view.tenantId}`;
}

/** The admin with another standing. A user is loaded from the database instead. */
export function actorSeenAs(admin: Actor, view: Exclude<ViewAs, { kind: 'user' }>, changesAreOn = false): Actor {
  const { userId, displayName, signIn } = admin;
  const admins = { userId, displayName, viewedBy: { userId, displayName, changesAreOn }, ...(signIn && { signIn }) };
  if (view.kind === 'vendor') return { ...admins, role: 'vendor', memberships: [], onlyAgreementId: view.agreementId };
  const memberships = [{ tenantId: view.tenantId, tenantUserType: view.kind }];
  return { ...admins, role: 'tenant_user', memberships };
}

/** Actions that only the person themselves may take: consent, payment, signature, own account. */
export const neverForAnother: readonly Permission[] = [
  'calendar.change',
  'account.change',
  'session.prove',
  'contact.change',
  'view.save',
  'notification.change',
  'agreement.consent',
  'agreement.sign',
  'payer.verify',
  'payer.flow',
  'loan.ask',
  'payment.make',
];

/** By a payer's link the only change of status is to cancel, which the team does in its own name or not at all. */
const neverByOpenedLink: readonly Permission[] = [...neverForAnother, 'agreement.set-status'];

/** For a team member who has opened a payer's link: what they confirm there would count as the payer's own. */
const openedByTeam = 'You opened this link from the team. Only the payer can do this, on their own device.';

type Asked = Pick<Endpoint, 'method' | 'permission' | 'idempotent'>;

/**
 * Whether the actor may do this during impersonation. Endpoints with an Idempotency-Key pay or sign, so they are
 * refused.
 */
export function decideActing({ viewedBy, signIn }: Pick<Actor, 'viewedBy' | 'signIn'>, asked: Asked): Decision<null> {
  const { method, permission, idempotent } = asked;
  if (method === 'GET') return allow(null);
  const isIn = (never: readonly Permission[]) => idempotent || never.some((one) => one === permission);
  if (signIn?.openedBy && isIn(neverByOpenedLink)) return refuse('opened-by-team', openedByTeam);
  if (!viewedBy) return allow(null);
  if (!viewedBy.changesAreOn) return refuse('viewing-as', 'Changes are off while you are viewing as someone else.');
  if (isIn(neverForAnother)) {
    return refuse('viewing-as', 'Only they can do this themselves. Stop viewing as them to act in your own name.');
  }
  return allow(null);
}

/** The name for the log: the admin with whom they impersonate, or the team member with whose link they opened. */
export function loggedName(actor: Actor): string {
  const { viewedBy, signIn, displayName, userId, role, memberships } = actor;
  if (!viewedBy && signIn?.openedBy) return `${signIn.openedBy.displayName}, through the link of ${displayName}`;
  if (!viewedBy) return displayName;
  const standing = role === 'vendor' ? 'a vendor' : standingWords[memberships[0]?.tenantUserType ?? 'employee'];
  return `${viewedBy.displayName}, viewing as ${viewedBy.userId === userId ? standing : displayName}`;
}
