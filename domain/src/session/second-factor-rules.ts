import { belongsToOrganisations, type Role } from '@kerb/domain/access/actor.ts';

export const wrongSecondFactor = 'That code is not right, or has been used. Wait for the next one.';

export const secondFactorRequired = 'Two-step login is required here, so it cannot be turned off.';

/**
 * A deployment requires two-step login of its admins, whose accounts reach every organisation. An organisation may
 * require it of its own team.
 */
export const secondFactorIsRequired = (
  { requireSecondFactorForAdmins }: { requireSecondFactorForAdmins: boolean },
  { role, organisationRequires }: { role: Role; organisationRequires: boolean },
): boolean =>
  (requireSecondFactorForAdmins && role === 'admin') || (belongsToOrganisations({ role }) && organisationRequires);
