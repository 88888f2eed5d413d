import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Actor, isOwnRecord, realActorOf } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { signingCodeMessages } from '@kerb/domain/notifications/verification.ts';
import { decideSignerFor } from '@kerb/domain/payers/contact-setters.ts';
import {
  type AuthorisationMethod,
  decideConsent,
  decideSigning,
  type Signer,
} from '@kerb/domain/signing/signing-rules.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { refuseUnapproved } from '@kerb/server/features/agreements/approved-key.ts';
import {
  findSignatory,
  type SignatoryRecord,
  signatoriesInScope,
} from '@kerb/server/features/payers/payers.repository.ts';
import { type AgreementPaper, agreementPaper, otherAgreement } from '@kerb/server/features/signing/agreement-paper.ts';
import { reviewOf } from '@kerb/server/features/signing/payer-flow.ts';
import { noteEvent } from '@kerb/server/features/signing/signatures.repository.ts';
import { type CodeFor, countSend, issueCode } from '@kerb/server/platform/auth/codes.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { settersOf } from '@kerb/server/platform/second-person/setters.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';

/** A signatory in relation to the actor, among all who sign the campaign. */
export function signerOf(signatory: SignatoryRecord, signatories: readonly SignatoryRecord[], actor: Actor): Signer {
  const own = signatories.find((each) => isOwnRecord(actor, each));
  return { ...signatory, isOwn: signatory.id === own?.id, askerHasSigned: own ? own.signatureDate !== null : null };
}

/** A code is for one signatory of one campaign, by the method that it was sent with. */
export const signingCodeFor = ({ id }: { id: number }, method: AuthorisationMethod, address: string): CodeFor => ({
  purpose: 'sign',
  subject: `signatory ${id} ${method} ${address.toLowerCase()}`,
});

export const addressFor = (method: AuthorisationMethod, { mobilePhone, emailAddress }: SignatoryRecord): string =>
  method === 'sms' ? must(mobilePhone, 'mobile of a signatory who signs by SMS') : emailAddress;

/** A hint that the owner recognises: the last four digits, or the start and end of the address. */
/** An address without its middle, so that its owner recognises it and nobody else learns it. */
export const hinted = (method: AuthorisationMethod, address: string): string =>
  method === 'sms' ? address.slice(-4) : address.replace(/^(.)[^@]*(?=@)/, '$1…');

/** A payer whose page still shows an earlier agreement is not sent a code for one that they have not read. */
async function refuseUnread({ db }: Deps, { id }: SignatoryRecord, { key }: AgreementPaper): Promise<void> {
  const { documentKey } = await reviewOf(db, id);
  if (documentKey !== null && documentKey !== key) throw otherAgreement();
}

type Request = { id: number; authorisationMethod: AuthorisationMethod };

/**
 * Sends the code that authorises a signature of the agreement as it is now. It always goes to the signatory, even if
 * another person requests it.
 */
export async function requestSignature(deps: Deps, scope: AccessScope, by: By, { id, authorisationMethod }: Request) {
  const signatory = await findSignatory(deps, scope, id);
  const agreement = signatory && (await findAgreement(deps.db, scope, signatory.agreementId));
  if (!agreement) throw notFound('signatory');
  const signatories = await signatoriesInScope(deps, scope, { agreementId: agreement.id });
  const signer = signerOf(signatory, signatories, scope.actor);
  const method = mustAllow(decideSigning(agreement, signer));
  if (authorisationMethod !== method) {
    const how = method === 'sms' ? 'a text message to the verified mobile' : 'email';
    throw new Problem(409, 'other-authorisation', `The code to sign is sent by ${how}.`);
  }
  await refuseUnapproved(deps.db, agreement);
  const paper = await agreementPaper(deps, agreement, signatories);
  mustAllow(decideConsent(signer, { agreed: signatory.agreedTermsVersion, inForce: paper.terms.version }));
  const person = { userId: realActorOf(scope.actor).userId, now: realNow() };
  const signed = { ...signatory, ...signer, createdByUserId: agreement.createdByUserId };
  mustAllow(decideSignerFor(signed, await settersOf(deps.db, [signatory]), person));
  if (signer.isOwn) await refuseUnread(deps, signatory, paper);
  const address = addressFor(method, signatory);
  const of = signingCodeFor(signatory, method, address);
  await countSend(deps.db, of);
  await inTransaction(deps, by, async (work) => {
    await postMessage(work, {
      kind: 'signing-code',
      channel: method,
      audience: 'vendor',
      recipient: address,
      isRequested: true,
      ...signingCodeMessages[method]({
        ...ourContact(deps),
        campaignName: agreement.name,
        firstName: signatory.firstName,
      }),
      secrets: [await issueCode(work, of)],
      agreementId: agreement.id,
      userId: signatory.userId,
    });
    await noteEvent(work, {
      agreementId: agreement.id,
      signatoryId: id,
      kind: 'code-sent',
      channel: method,
      documentKey: paper.key,
    });
  });
  return { authorisationMethod: method, sentTo: hinted(method, address) };
}
