export const roles = ['admin', 'tenant_user', 'vendor'] as const;
export type Role = (typeof roles)[number];

export const tenantUserTypes = ['manager', 'employee'] as const;
export type TenantUserType = (typeof tenantUserTypes)[number];

/** A column of the permission matrix: what someone is in relation to a record. */
export const standings = ['admin', 'manager', 'employee', 'vendor'] as const;
export type Standing = (typeof standings)[number];

export type Membership = { tenantId: number; tenantUserType: TenantUserType };

/** The person who sends the request, as currently stored in the database. */
export type Actor = {
  userId: number;
  displayName: string;
  role: Role;
  memberships: readonly Membership[];
  /** Set if the actor signed in through a Payment URL: they may use only this campaign. */
  onlyAgreementId?: number;
  /** The admin who impersonates this actor. Changes are possible only if the admin has switched them on. */
  viewedBy?: { userId: number; displayName: string; changesAreOn: boolean };
};

/** The person at the keyboard: the admin during impersonation. The log names this person. */
export const realActorOf = ({ viewedBy, userId, displayName }: Actor): { userId: number; displayName: string } =>
  viewedBy ?? { userId, displayName };
