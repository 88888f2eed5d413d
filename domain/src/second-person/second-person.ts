import type { Role } from '@kerb/domain/access/actor.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** How long after a person was made or changed by others they do not count as a second person. */
export const standingDays = 3;

export type SecondPerson = {
  userId: number;
  role: Role;
  disabledDate: Moment | null;
  /** When others last made them, or changed their role, e-mail address or second factor; null: the operator did. */
  standingSince: Moment | null;
};

export const tooNewRefusal =
  'Your account was made or changed less than three days ago, so someone else has to confirm this.';

/** Whether a person has had their account long enough. Otherwise one admin with two mailboxes would be two people. */
export function decideStanding(standingSince: Moment | null, now: Moment): Decision<null> {
  if (standingSince === null || standingSince <= addMinutes(now, -standingDays * 1440)) return allow(null);
  return refuse('too-new', tooNewRefusal);
}

export const ownRequestRefusal = 'You asked for this, so someone else has to confirm it.';

/** Whether this person may confirm what another person asked for. */
export function decideSecond(
  askedByUserId: number,
  { userId, role, disabledDate, standingSince }: SecondPerson,
  now: Moment,
): Decision<null> {
  if (userId === askedByUserId) return refuse('second-person', ownRequestRefusal);
  if (role !== 'admin' || disabledDate !== null) return refuse('not-permitted', 'Only an admin can confirm this.');
  return decideStanding(standingSince, now);
}
