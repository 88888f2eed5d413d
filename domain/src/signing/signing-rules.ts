import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { isPayersMobile } from '@kerb/domain/payers/payer-proof.ts';
import { namesInWords } from '@kerb/domain/signing/guided-flow.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

export const authorisationMethods = ['sms', 'email'] as const;
export type AuthorisationMethod = (typeof authorisationMethods)[number];

export const onBehalfBlocked =
  "You can't sign on behalf of this signatory because they don't have a verified mobile phone number.";

export const notSubmittedBlocked =
  "You can't sign on behalf of this signatory because they have not submitted their application.";
export const notAgreedBlocked =
  "You can't sign on behalf of this signatory because they have not agreed to the current terms.";

export const ownSignatureFirst = 'Please sign for yourself before you sign on behalf of somebody else.';

export type Signer = {
  /** Whether the record is the actor's own. */
  isOwn: boolean;
  mobilePhone: string | null;
  mobilePhoneConfirmationDate: string | null;
  /** Whether the payer confirmed this mobile, in a sign-in in which they proved their mailbox. */
  mobilePhoneConfirmedByPayer: boolean;
  /** When the payer submitted their own part of the application. */
  submittedDate: string | null;
  signatureDate: string | null;
  /** Whether the actor has signed for themselves; null if they have nothing of their own to sign. */
  askerHasSigned: boolean | null;
};
export type SigningCampaign = { status: AgreementStatus; financeOptionCode: FinanceOptionCode | null };

/** An admin can sign on behalf of any payer, with that payer's code, and needs no signature of their own first. */
export const signsForPayers = (standing: Standing): boolean => permissions['agreement.sign'][standing] === 'all';

/** Only an admin sees where a signature came from. It is also in a payer's own record. */
export const seesEvidence = (standing: Standing): boolean => standing === 'admin';

/** How a signature is authorised. Holding a Payment URL is not enough: a code is always sent to the signatory. */
export function decideAuthorisation(signer: Omit<Signer, 'askerHasSigned'>): Decision<AuthorisationMethod> {
  const { isOwn, submittedDate } = signer;
  // A mobile that staff set and confirmed does not count: they alone could else agree to a loan in a payer's name.
  const isVerified = isPayersMobile(signer);
  if (isOwn) return allow(isVerified ? 'sms' : 'email');
  if (!isVerified) return refuse('no-verified-mobile', onBehalfBlocked);
  return submittedDate === null ? refuse('not-submitted', notSubmittedBlocked) : allow('sms');
}

/** On behalf of a payer only what that payer agreed to when they submitted can be signed. */
export function decideConsent(
  { isOwn }: Pick<Signer, 'isOwn'>,
  { agreed, inForce }: { agreed: string | null; inForce: string },
): Decision<null> {
  return isOwn || agreed === inForce ? allow(null) : refuse('terms-not-agreed', notAgreedBlocked);
}

export const nothingToSign = 'There is no agreement to sign for this campaign.';
export const staleTerms = 'The terms have changed since you opened them. Please read them again.';
export const changedAgreement = 'The agreement has changed since you read it. Please read it again.';

/** Everyone must sign the same agreement, so those who signed the earlier one sign again. */
export const endedSignatures = (names: readonly string[]): string =>
  `The agreement has changed. ${namesInWords(names)} will be asked to sign again. Please read it again.`;

/** Whether this signatory can sign now. A payer may sign for another only after signing for themselves. */
export function decideSigning(campaign: SigningCampaign, signer: Signer): Decision<AuthorisationMethod> {
  if (signer.signatureDate !== null) return refuse('already-signed', 'This agreement has already been signed.');
  if (!isFinanced(campaign.financeOptionCode)) {
    return refuse('nothing-to-sign', nothingToSign);
  }
  if (campaign.status !== 'approved') {
    return refuse('not-ready-to-sign', 'This agreement can be signed once it has been approved.');
  }
  const method = decideAuthorisation(signer);
  if (method.ok && !signer.isOwn && signer.askerHasSigned === false) return refuse('own-first', ownSignatureFirst);
  return method;
}

/** The terms that were read must be the terms in force. */
export function decideTermsVersion(sent: string, inForce: string): Decision<string> {
  if (sent === inForce) return allow(inForce);
  return refuse('terms-stale', staleTerms, fieldError('termsVersion', 'conflictingValue', staleTerms));
}
