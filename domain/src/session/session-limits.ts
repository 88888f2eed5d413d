import type { Role } from '@kerb/domain/access/actor.ts';

/** Their accounts reach every organisation, so an unattended browser of theirs is closed sooner. */
export const rolesWithShortIdle: readonly Role[] = ['admin'];
export const idleMinutes = { short: 30, long: 60 };
/** How long before the end the person is asked whether they are still there. */
export const idleWarningMinutes = 2;

/** How long a person may leave the keyboard and the pointer alone. An admin who views as somebody stays an admin. */
export const idleMinutesOf = ({ role, viewedBy }: { role: Role; viewedBy?: object | undefined }): number =>
  viewedBy || rolesWithShortIdle.includes(role) ? idleMinutes.short : idleMinutes.long;
