import { belongsToOrganisations, isManager, type Role, type TenantUserType } from '@kerb/domain/access/actor.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** How long a person can change their mind after they asked to close their account. */
export const closingDays = 30;

export type ClosingFacts = {
  role: Role;
  /** The organisations that they work for, with what their colleagues there are. */
  memberships: readonly { tenantName: string; tenantUserType: TenantUserType; colleagues: readonly TenantUserType[] }[];
  /** Campaigns in progress of which they are a payer. */
  openCampaigns: number;
};

const hasManager = ({ colleagues }: ClosingFacts['memberships'][number]): boolean =>
  colleagues.some((tenantUserType) => isManager({ tenantUserType }));

/** Whether a person may close their own account. */
export function decideClosing({ role, memberships, openCampaigns }: ClosingFacts): Decision<null> {
  if (role === 'admin') {
    return refuse('admin', 'You are an admin. Ask another admin to end your admin role first.');
  }
  if (openCampaigns > 0) {
    return refuse(
      'campaign-open',
      'You are a payer of a campaign in progress. You can close your account when it has ended.',
    );
  }
  const alone = memberships.find((membership) => isManager(membership) && !hasManager(membership));
  if (belongsToOrganisations({ role }) && alone) {
    return refuse(
      'last-manager',
      `You are the only manager of ${alone.tenantName}. Make somebody else a manager first.`,
    );
  }
  return allow(null);
}
