import { type Actor, type ActorSignIn, isOwnRecord, isPayer } from '@kerb/domain/access/actor.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { isSameMailbox } from '@kerb/domain/kernel/mailbox.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/**
 * Whether the account has the address of the payer's record. An admin can give an account another address than the one
 * with which the payer applied. Its password then proves nothing about the payer.
 */
export const isAccountOf = (
  { emailAddress }: Pick<Actor, 'emailAddress'>,
  payer: { emailAddress: string | null },
): boolean =>
  emailAddress !== undefined && payer.emailAddress !== null && isSameMailbox(emailAddress, payer.emailAddress);

/**
 * Whether the actor has shown in this sign-in that they read the payer's mailbox: by the link of an e-mail, by a code
 * of an e-mail, or by a password of an account with the payer's address. The organisation sets a payer's mobile and can
 * read the link of a text message, but not the payer's mailbox.
 */
export function hasProvedMailbox(
  actor: Pick<Actor, 'userId' | 'emailAddress' | 'onlyAgreementId' | 'signIn' | 'viewedBy'>,
  payer: { id: number; userId: number; emailAddress: string },
): boolean {
  if (actor.viewedBy !== undefined || !isOwnRecord(actor, payer)) return false;
  return actor.onlyAgreementId === undefined ? isAccountOf(actor, payer) : actor.signIn?.isFromMailbox === true;
}

type Mobile = {
  mobilePhone?: string | null | undefined;
  mobilePhoneConfirmationDate?: string | null | undefined;
  /** Whether the payer entered the code in a sign-in in which they had proved their mailbox. */
  mobilePhoneConfirmedByPayer?: boolean | undefined;
};

/** Whether a code to this mobile reaches the payer. One that staff set and confirmed does not count. */
export const isPayersMobile = (payer: Mobile): boolean =>
  Boolean(payer.mobilePhone && payer.mobilePhoneConfirmationDate && payer.mobilePhoneConfirmedByPayer);

/** Where codes go that prove the payer: to a mobile that the payer confirmed, else to the mailbox. */
export const payersCodeMethod = (payer: Mobile): 'email' | 'phone' => (isPayersMobile(payer) ? 'phone' : 'email');

/**
 * Where the application's code goes: to the mobile of a payer who came from their mailbox, else to the mailbox. One
 * code is enough.
 */
export const applicationCodeMethod = (payer: {
  mobilePhone?: string | null | undefined;
  hasProvedMailbox?: boolean | undefined;
}): 'email' | 'phone' => (payer.mobilePhone && payer.hasProvedMailbox ? 'phone' : 'email');

export type SignInProof = Pick<ActorSignIn, 'isUnlocked' | 'isFromMailbox'>;

/**
 * The proof of a payer's sign-in after a right code. A code by e-mail proves the mailbox. A code to a mobile proves the
 * payer only if the mobile is theirs; otherwise the mobile may belong to the person who entered it.
 */
export function provedByCode(before: SignInProof, method: 'email' | 'phone', payer: Mobile): SignInProof {
  if (method === 'email') return { isUnlocked: true, isFromMailbox: true };
  return { isUnlocked: before.isUnlocked || isPayersMobile(payer), isFromMailbox: before.isFromMailbox };
}

/** A borrower enters one code in the application. A payer who pays upfront enters none. */
export const lacksCode = (
  option: FinanceOptionCode | null,
  { applicationCodeDate }: { applicationCodeDate?: string | null | undefined },
): boolean => isFinanced(option) && !applicationCodeDate;

export const enterCodeToCancel = 'Enter the code that we send you to cancel the application.';

export const otherAccount =
  'This application has another email address than your account. Please open the link that we sent to that address.';

/**
 * Everybody with a Payment URL sees the campaign and can pay. To cancel it they prove with a code, in this sign-in,
 * that they are the payer: the link may have been forwarded, or copied by a team member who left. A payer's account
 * cancels only if it has the address of one of their records in the campaign (`own`).
 */
export function decideCancelByPayer(
  actor: Pick<Actor, 'role' | 'emailAddress' | 'onlyAgreementId' | 'viewedBy' | 'signIn'>,
  own: readonly { emailAddress: string | null }[],
): Decision<null> {
  if (!isPayer(actor.role) || actor.viewedBy) return allow(null);
  if (actor.onlyAgreementId !== undefined) {
    return actor.signIn?.isUnlocked ? allow(null) : refuse('locked', enterCodeToCancel);
  }
  return own.some((payer) => isAccountOf(actor, payer)) ? allow(null) : refuse('locked', otherAccount);
}
