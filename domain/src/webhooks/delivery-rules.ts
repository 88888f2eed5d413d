import { rolesWith, standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import { type Moment, wholeDaysSince } from '@kerb/domain/kernel/dates.ts';

/** The wait after the first failed delivery, after the second, and so on. */
export const retryMinutes = [1, 5, 30, 120, 720] as const;
export const mostAttempts = retryMinutes.length + 1;

/** An event holds the later ones of its campaign until this attempt, six minutes after the first. */
export const holdingAttempts = 3;

const longestFailureDays = 3;
const fewestFailures = 10;

/** A webhook that failed repeatedly for days is switched off. */
export const isGivenUp = (failures: number, failingSince: Moment, now: Moment): boolean =>
  failures >= fewestFailures && wholeDaysSince(failingSince, now) >= longestFailureDays;

/** After a new secret, deliveries also carry a signature by the old one for this long. */
export const oldSecretHours = 24;
/** How long a delivery can be viewed and sent again. */
export const keptDays = 30;
export const mostWebhooks = 10;

/** A user and their type in the webhook's organisation; null if they are not a member. */
type Person = { id: number; role: Role; tenantUserType: TenantUserType | null };

/**
 * Who is notified of a failing webhook: the user who registered it, if they may still change it; otherwise all who may.
 */
export function ownersOfWebhook<Each extends Person>(people: readonly Each[], createdByUserId: number | null): Each[] {
  const managers = people.filter(
    ({ tenantUserType }) => tenantUserType !== null && standingMay(tenantUserType, 'webhook.change'),
  );
  const creator = people.filter(
    (person) =>
      person.id === createdByUserId && (managers.includes(person) || rolesWith('webhook.change').includes(person.role)),
  );
  return creator.length > 0 ? creator : managers;
}
