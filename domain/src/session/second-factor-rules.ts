import type { Role } from '@kerb/domain/access/actor.ts';

export const wrongSecondFactor = 'That code is not right, or has been used. Wait for the next one.';

/** A deployment can require two-step login of its admins, whose accounts reach every organisation. */
export const secondFactorIsRequired = (
  { requireSecondFactorForAdmins }: { requireSecondFactorForAdmins: boolean },
  role: Role,
): boolean => requireSecondFactorForAdmins && role === 'admin';
