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

/**
 * The part that somebody had in making or changing an account. 'made': they did it or asked for it. 'confirmed':
 * another person asked for it, and they confirmed it.
 */
export const makerParts = ['made', 'confirmed'] as const;
export type Maker = { userId: number; part: (typeof makerParts)[number]; date: Moment };

/** The person who asked for something that waits for a second person. */
export type Asker = {
  userId: number;
  makers: readonly Maker[];
  /** Whether they still have the right to ask for it. */
  mayAsk: boolean;
};

export const ownRequestRefusal = 'You asked for this, so someone else has to confirm it.';
export const leftRefusal = 'The person who asked for this may no longer ask for it. Someone else has to ask again.';
export const makerRefusal = 'You made or changed this person’s account. Another admin must confirm it.';

/**
 * Whether this person made or changed the account of the asker. They may have its mailbox, so that both are one person.
 * A person who made it is refused for ever. A person who confirmed it is refused for as long as a changed admin does
 * not count as a second person: otherwise nobody could confirm the requests of a third admin, whom the two others made.
 */
export function isMaker(makers: readonly Maker[], userId: number, now: Moment): boolean {
  const isRecent = (date: Moment) => date > addMinutes(now, -standingDays * 1440);
  return makers.some((each) => each.userId === userId && (each.part === 'made' || isRecent(each.date)));
}

/**
 * Whether this person may confirm what another person asked for. This rule applies to acts, batches, erasures and bank
 * accounts.
 */
export function decideSecond(
  asker: Asker,
  { userId, role, disabledDate, standingSince }: SecondPerson,
  now: Moment,
): Decision<null> {
  if (userId === asker.userId) return refuse('second-person', ownRequestRefusal);
  if (role !== 'admin' || disabledDate !== null) return refuse('not-permitted', 'Only an admin can confirm this.');
  if (!asker.mayAsk) return refuse('asker-left', leftRefusal);
  if (isMaker(asker.makers, userId, now)) return refuse('asker-made', makerRefusal);
  return decideStanding(standingSince, now);
}
