import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

export const authorisationMethods = ['sms', 'email'] as const;
export type AuthorisationMethod = (typeof authorisationMethods)[number];

export const onBehalfBlocked =
  "You can't sign on behalf of this signatory because they don't have a verified mobile phone number.";

export const ownSignatureFirst = 'Please sign for yourself before you sign on behalf of somebody else.';

export type Signer = {
  /** Whether the record is the actor's own. */
  isOwn: boolean;
  mobilePhone: string | null;
  mobilePhoneConfirmationDate: string | null;
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
  if (signer.mobilePhone !== null && signer.mobilePhoneConfirmationDate !== null) return allow('sms');
  return signer.isOwn ? allow('email') : refuse('no-verified-mobile', onBehalfBlocked);
}

export const nothingToSign = 'There is no agreement to sign for this campaign.';
export const staleTerms = 'The terms have changed since you opened them. Please read them again.';

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
