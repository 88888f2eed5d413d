import { type Actor, realActorOf } from '@kerb/domain/access/actor.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** Who else than the payer entered the payer's e-mail address or mobile. */
export type ContactSetters = { contactSetterIds: readonly number[] };

export const approvesOwnContacts = "You entered this payer's contact details. Another admin must approve it.";
export const signsOwnContacts = "You entered this payer's contact details. Another admin must sign on their behalf.";

type Entering = {
  /** Who entered them. */
  userId: number;
  payerUserId: number;
  createdByUserId: number | null;
  /** Whether the campaign is no longer a draft. */
  isSent: boolean;
};

/**
 * Whether whoever enters a payer's contacts cannot approve the loan. Otherwise one admin could apply, approve and sign
 * in the payer's name. Somebody may enter the contacts of a campaign that they create, until it is sent.
 */
export const countsAsSetter = ({ userId, payerUserId, createdByUserId, isSent }: Entering): boolean =>
  userId !== payerUserId && (isSent || userId !== createdByUserId);

const isSetter = ({ contactSetterIds }: ContactSetters, userId: number): boolean => contactSetterIds.includes(userId);

/** Whether an admin, who alone could approve, entered these contacts. */
export const isEnteredByAdmin = (actor: Actor, payer: ContactSetters): boolean =>
  actor.role === 'admin' && isSetter(payer, realActorOf(actor).userId);

export const decideApprover = (payers: readonly ContactSetters[], userId: number): Decision<null> =>
  payers.some((payer) => isSetter(payer, userId)) ? refuse('own-contacts', approvesOwnContacts) : allow(null);

export function decideSignerFor(signer: ContactSetters & { isOwn: boolean }, userId: number): Decision<null> {
  return !signer.isOwn && isSetter(signer, userId) ? refuse('own-contacts', signsOwnContacts) : allow(null);
}
