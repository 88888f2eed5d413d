import type { Role } from '@kerb/domain/access/actor.ts';

/** A deployment can require two-step login of its admins, whose accounts reach every organisation. */
export const secondFactorIsRequired = (
  { requireSecondFactorForAdmins }: { requireSecondFactorForAdmins: boolean },
  role: Role,
): boolean => requireSecondFactorForAdmins && role === 'admin';
