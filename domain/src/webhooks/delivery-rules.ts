import { type Moment, wholeDaysSince } from '@kerb/domain/kernel/dates.ts';

/** How long to wait after the first failure of a delivery, the second, and so on. */
export const retryMinutes = [1, 5, 30, 120, 720] as const;
export const mostAttempts = retryMinutes.length + 1;

const longestFailureDays = 3;
const fewestFailures = 10;

/** A receiver that has taken nothing for days, though it was tried time and again, is left alone. */
export const isGivenUp = (failures: number, failingSince: Moment, now: Moment): boolean =>
  failures >= fewestFailures && wholeDaysSince(failingSince, now) >= longestFailureDays;

/** After a change of secret, deliveries carry a signature by the old one too, so that a receiver can follow. */
export const oldSecretHours = 24;
/** For how long a delivery can be looked at and sent again. */
export const keptDays = 30;
export const mostWebhooks = 10;
