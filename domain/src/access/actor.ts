import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { Scope } from '@kerb/domain/access/scopes.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';

export const roles = ['admin', 'tenant_user', 'vendor'] as const;
export type Role = (typeof roles)[number];

export const tenantUserTypes = ['manager', 'employee'] as const;
export type TenantUserType = (typeof tenantUserTypes)[number];

/** A column of the permission matrix: what someone is in relation to a record. */
export const standings = ['admin', 'manager', 'employee', 'vendor'] as const;
export type Standing = (typeof standings)[number];

export const tenantUserTypeLabels: Record<TenantUserType, string> = { manager: 'Manager', employee: 'Employee' };

export const isManager = ({ tenantUserType }: { tenantUserType: TenantUserType }): boolean =>
  tenantUserType === 'manager';

/** The type of a member, by the checkbox 'Manager' of a form. */
export const tenantUserTypeOf = (isTicked: boolean): TenantUserType => (isTicked ? 'manager' : 'employee');

export type Membership = { tenantId: number; tenantUserType: TenantUserType };

/** The sign-in of a request. */
export type ActorSignIn = {
  id: number;
  /** When the person last proved who they are, in this tab or before it was opened; null if never. */
  provedDate: Moment | null;
  /** Whether a payer who came by a Payment URL has entered a code in this sign-in. */
  isUnlocked: boolean;
  /** Whether a payer who came by a Payment URL has shown that they read their mailbox: by its link, or by a code. */
  isFromMailbox: boolean;
  /** The record of the payer whose Payment URL was opened. */
  signatoryId?: number;
  /** The organisation of that payer's campaign. */
  tenantId?: number;
  /** The team member or admin who opened the Payment URL in a browser in which they were signed in. */
  openedBy?: { userId: number; displayName: string };
};

/** A program that acts for an organisation. Its actor is a team member of that one organisation. */
export type ActorClient = {
  identityId: number;
  name: string;
  scopes: readonly Scope[];
  /** The permissions of its scopes. It has no others, whatever a member of its organisation has. */
  permissions: readonly Permission[];
  /** Set if the program sees only this team member's own campaigns. */
  agentUserId: number | null;
};

/** The person who sends the request, as currently stored in the database. */
export type Actor = {
  userId: number;
  displayName: string;
  role: Role;
  memberships: readonly Membership[];
  /** The address of the account; absent in jobs. */
  emailAddress?: string;
  /** Set if the actor signed in through a Payment URL: they may use only this campaign. */
  onlyAgreementId?: number;
  /** The admin who impersonates this actor. Changes are possible only if the admin has switched them on. */
  viewedBy?: { userId: number; displayName: string; changesAreOn: boolean };
  /** Absent in jobs. During impersonation it is the admin's. */
  signIn?: ActorSignIn;
  /** Set if a program sends the request and not a person. */
  client?: ActorClient;
};

/** Whether this is a payer. A payer sees their own texts and documents, and nothing of the team's work. */
export const isPayer = (standing: Role | Standing): boolean => standing === 'vendor';

/**
 * Whether a payer's record is the actor's own. A Payment URL opens one record only: its account may have others, also
 * in the same campaign.
 */
export const isOwnRecord = (
  { userId, signIn }: Pick<Actor, 'userId' | 'signIn'>,
  record: { id: number; userId: number | null },
): boolean => record.userId === userId && (signIn?.signatoryId === undefined || signIn.signatoryId === record.id);

/** The only role whose memberships count. An admin sees every organisation anyway. */
export const roleOfMembers: Role = 'tenant_user';

export const belongsToOrganisations = ({ role }: { role: Role }): boolean => role === roleOfMembers;

/** The highest standing of a user, who may be a manager of one organisation and an employee of another. */
export function highestStanding(role: Role, types: readonly TenantUserType[]): Standing {
  if (role !== 'tenant_user') return role;
  return types.includes('manager') ? 'manager' : 'employee';
}

/** Whose referrals are the actor's own: those of the team member on whose behalf a program acts, if there is one. */
export const ownUserIdOf = ({ userId, client }: Pick<Actor, 'userId' | 'client'>): number =>
  client?.agentUserId ?? userId;

/** The person at the keyboard: the admin during impersonation, the team member who opened a payer's link. */
export const realActorOf = ({
  viewedBy,
  signIn,
  userId,
  displayName,
}: Actor): { userId: number; displayName: string } => viewedBy ?? signIn?.openedBy ?? { userId, displayName };

/**
 * Who owns an upload. Uploads by a Payment URL belong to the payer's record, not to the account with the same e-mail
 * address: an organisation can add any e-mail address as a payer's.
 */
export const uploaderOf = (actor: Actor): { userId: number; signatoryId: number | null } => ({
  userId: realActorOf(actor).userId,
  signatoryId: actor.signIn?.signatoryId ?? null,
});
