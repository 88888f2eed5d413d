import {
  type Actor,
  belongsToOrganisations,
  isManager,
  type Role,
  type Standing,
  type TenantUserType,
} from '@kerb/domain/access/actor.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';

export const ownAccess = "You can't remove your own access.";

type NextType = TenantUserType | 'none';

/** Nobody may reduce or remove their own access: otherwise an organisation could be left without a manager. */
export function decideAccess(member: { isSelf: boolean; now: TenantUserType; next: NextType }): Decision<NextType> {
  const isLowered = member.next !== member.now && member.next !== 'manager';
  return member.isSelf && isLowered ? refuse('own-access', ownAccess) : allow(member.next);
}

type TeamMember = { userId: number; tenantUserType: TenantUserType };

/** Whether the actor may still change this team. Only a manager can have lost that right meanwhile. */
export function stillManages(actor: Actor | null, team: readonly TeamMember[]): boolean {
  if (!actor || !belongsToOrganisations(actor) || actor.viewedBy) return true;
  return team.some((member) => member.userId === actor.userId && isManager(member));
}

export const mayJoin = (user: { role: Role; disabledDate: string | null }): boolean =>
  belongsToOrganisations(user) && user.disabledDate === null;

/**
 * The effect of accepting an invitation. A payer becomes a team member; their Payment URLs keep working. An admin sees
 * every organisation anyway, and gets no membership.
 */
// biome-ignore format: a table
export const onAccepting = {
  admin:       { role: 'admin',       isLinked: false },
  tenant_user: { role: 'tenant_user', isLinked: true  },
  vendor:      { role: 'tenant_user', isLinked: true  },
} as const satisfies Record<Role, { role: Role; isLinked: boolean }>;

/** An employee does not see the mobiles of their colleagues. */
export const maySeeMobiles = (standing: Standing | null): boolean => standing !== 'employee';

export const worksElsewhereText = 'This person also works elsewhere: only they, or support, can change their details.';

type Worker = { worksElsewhere: boolean };

/** Names, mobile and picture belong to the person. A manager edits them only for people who work for no one else. */
export const mayEditDetails = (standing: Standing | null, { worksElsewhere }: Worker): boolean =>
  standing === 'admin' || (standing === 'manager' && !worksElsewhere);

export function decideDetails(standing: Standing | null, worker: Worker): Decision<null> {
  if (mayEditDetails(standing, worker)) return allow(null);
  return refuse('not-their-details', worksElsewhereText);
}

export const removalQuestion = (name: string, organisation: string): string =>
  `Are you sure you want to remove ${name}'s access to ${organisation}?`;

export const memberAlready = 'This person is a team member already.';
export const invitedAlready = 'This email address has a pending invitation. Resend that one instead.';
export const emailIsFixed = 'The email address of an invitation cannot be changed. Revoke it and invite the new one.';
export const twiceInForm = 'Please use a different email address for each person';

/** The first address that occurs twice, ignoring case. */
export function decideDistinct(people: readonly { emailAddress: string }[]): Decision<null> {
  const seen = new Set<string>();
  for (const [place, { emailAddress }] of people.entries()) {
    const plain = emailAddress.trim().toLowerCase();
    if (seen.has(plain)) {
      const field = `invitations.${place}.emailAddress`;
      return refuse('twice', twiceInForm, fieldError(field, 'conflictingValue', twiceInForm));
    }
    seen.add(plain);
  }
  return allow(null);
}
