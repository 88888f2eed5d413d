import { type Actor, isPayer, realActorOf } from '@kerb/domain/access/actor.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { isMaker, type Maker } from '@kerb/domain/second-person/second-person.ts';

/** The users other than the payer who entered the payer's e-mail address or mobile. */
export type ContactSetters = { contactSetterIds: readonly number[] };

/** A user who entered contacts, with everybody who made or changed that account. */
export type Setter = { userId: number; makers: readonly Maker[] };

export const approvesOwnContacts = "You entered this payer's contact details. Another admin must approve it.";
export const approvesOwnLoan = 'You are a payer of this campaign. Another admin must approve it.';
const enteredByMade = "Somebody whose account you made or changed entered this payer's contact details.";
export const approvesForMade = `${enteredByMade} Another admin must approve it.`;
export const signsOwnContacts = "You entered this payer's contact details. Another admin must sign on their behalf.";
export const signsForMade = `${enteredByMade} Another admin must sign on their behalf.`;

/** Whether a payer acts for themselves. A team member who opened the payer's link or impersonates them does not. */
export const actsAsPayer = (actor: Actor): boolean => isPayer(actor.role) && realActorOf(actor).userId === actor.userId;

type Entering = {
  /** The user who enters the contacts. */
  userId: number;
  isByPayer: boolean;
  createdByUserId: number | null;
  /** Whether the campaign is, or was, more than a draft. */
  wasSent: boolean;
};

/**
 * Whether entering these contacts bars the person from approving the loan. Otherwise one admin could apply, approve and
 * sign in the payer's name. A team member may enter the contacts of a campaign that they create, until it is sent.
 */
export const countsAsSetter = ({ userId, isByPayer, createdByUserId, wasSent }: Entering): boolean =>
  !isByPayer && (wasSent || userId !== createdByUserId);

const isSetter = ({ contactSetterIds }: ContactSetters, userId: number): boolean => contactSetterIds.includes(userId);

/** Whether an admin, who alone could approve, entered these contacts. */
export const isEnteredByAdmin = (actor: Actor, payer: ContactSetters): boolean =>
  actor.role === 'admin' && isSetter(payer, realActorOf(actor).userId);

type Person = { userId: number; now: Moment };

/** Whether one of the accounts that entered contacts may have this person's mailbox. */
const madeOne = (setters: readonly Setter[], { userId, now }: Person): boolean =>
  setters.some(({ makers }) => isMaker(makers, userId, now));

/** Whether this admin may approve the loan of these payers. `setters`: all who entered the contacts of one of them. */
export function decideApprover(
  payers: readonly (ContactSetters & { userId: number })[],
  setters: readonly Setter[],
  person: Person,
): Decision<null> {
  if (payers.some(({ userId }) => userId === person.userId)) return refuse('own-loan', approvesOwnLoan);
  if (payers.some((payer) => isSetter(payer, person.userId))) return refuse('own-contacts', approvesOwnContacts);
  return madeOne(setters, person) ? refuse('asker-made', approvesForMade) : allow(null);
}

/** Whether this person may sign for a payer. `setters`: all who entered the payer's contacts. */
export function decideSignerFor(
  signer: ContactSetters & { isOwn: boolean },
  setters: readonly Setter[],
  person: Person,
): Decision<null> {
  if (signer.isOwn) return allow(null);
  if (isSetter(signer, person.userId)) return refuse('own-contacts', signsOwnContacts);
  return madeOne(setters, person) ? refuse('asker-made', signsForMade) : allow(null);
}
