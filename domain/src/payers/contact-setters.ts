import { type Actor, isPayer, realActorOf } from '@kerb/domain/access/actor.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { isMaker, type Maker } from '@kerb/domain/second-person/second-person.ts';

/** The users other than the payer who entered the payer's e-mail address or mobile. */
export type ContactSetters = { contactSetterIds: readonly number[] };

/** The user who raised the campaign, and so entered its first payers; null if not known. */
type Raised = { createdByUserId: number | null };

/** A user who entered contacts, with everybody who made or changed that account. */
export type Setter = { userId: number; makers: readonly Maker[] };

const enteredByYou = "You raised this campaign or entered this payer's contact details.";
export const approvesOwnContacts = `${enteredByYou} Another admin must approve it.`;
const nobodyElse = 'There is no other admin, so you can approve it alone. The log says so.';
/** For the only admin, whom nobody can replace. */
export const approvesAlone = `${enteredByYou} ${nobodyElse}`;
export const approvedAlone = 'Approved by one person alone, because there is no other admin';
export const approvesOwnLoan = 'You are a payer of this campaign. Another admin must approve it.';
const enteredByMade = "Somebody whose account you made or changed entered this payer's contact details.";
export const approvesForMade = `${enteredByMade} Another admin must approve it.`;
export const approvesAloneForMade = `${enteredByMade} ${nobodyElse}`;
export const signsOwnContacts = `${enteredByYou} Another admin must sign on their behalf.`;
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
 * Whether this person is stored among those who entered the contacts, so that nobody who made or changed their account
 * approves the loan. The person who raised the campaign is not, until it was sent: otherwise an admin who invites the
 * managers could approve no loan of theirs.
 */
export const countsAsSetter = ({ userId, isByPayer, createdByUserId, wasSent }: Entering): boolean =>
  !isByPayer && (wasSent || userId !== createdByUserId);

const isSetter = ({ contactSetterIds }: ContactSetters, userId: number): boolean => contactSetterIds.includes(userId);

/**
 * Whether this person chose the mailbox and the mobile to which the payer's codes go. They do not approve the loan:
 * otherwise one admin could raise a campaign, apply, approve and sign in the payer's name.
 */
export const isEnteredBy = (payer: ContactSetters, { createdByUserId }: Raised, userId: number): boolean =>
  createdByUserId === userId || isSetter(payer, userId);

type Person = { userId: number; now: Moment };
type Approver = Person & {
  /** Whether there is no other active admin. A deployment with one admin must be able to work. */
  isOnlyAdmin: boolean;
};
type Loan = Raised & { payers: readonly (ContactSetters & { userId: number })[] };

/** Whether one of the accounts that entered contacts may have this person's mailbox. */
const madeOne = (setters: readonly Setter[], { userId, now }: Person): boolean =>
  setters.some(({ makers }) => isMaker(makers, userId, now));

/** Whether an account that this person made or changed entered the contacts of this payer. */
export const isEnteredByMade = (
  { contactSetterIds }: ContactSetters,
  setters: readonly Setter[],
  person: Person,
): boolean =>
  madeOne(
    setters.filter(({ userId }) => contactSetterIds.includes(userId)),
    person,
  );

/** Whether somebody else than this person, and than accounts that they made, entered the contacts. */
function decideApart(loan: Loan, setters: readonly Setter[], person: Person): Decision<null> {
  const isOwn = loan.payers.some((payer) => isEnteredBy(payer, loan, person.userId));
  if (isOwn) return refuse('own-contacts', approvesOwnContacts);
  return madeOne(setters, person) ? refuse('asker-made', approvesForMade) : allow(null);
}

/**
 * Whether this admin may approve the loan, and whether they do it alone because there is nobody else. `setters`: all
 * who entered the contacts of one of its payers.
 */
export function decideApprover(
  loan: Loan,
  setters: readonly Setter[],
  person: Approver,
): Decision<{ isAlone: boolean }> {
  if (loan.payers.some(({ userId }) => userId === person.userId)) return refuse('own-loan', approvesOwnLoan);
  const apart = decideApart(loan, setters, person);
  if (apart.ok) return allow({ isAlone: false });
  return person.isOnlyAdmin ? allow({ isAlone: true }) : apart;
}

/** Whether this person may sign for a payer. `setters`: all who entered the payer's contacts. */
export function decideSignerFor(
  signer: ContactSetters & Raised & { isOwn: boolean },
  setters: readonly Setter[],
  person: Person,
): Decision<null> {
  if (signer.isOwn) return allow(null);
  if (isEnteredBy(signer, signer, person.userId)) return refuse('own-contacts', signsOwnContacts);
  return madeOne(setters, person) ? refuse('asker-made', signsForMade) : allow(null);
}
