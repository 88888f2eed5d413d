import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { variationConsent } from '@kerb/domain/loans/variation-facts.ts';
import { variationSignedMail, variationSignedNotice } from '@kerb/domain/notifications/loan-request-messages.ts';
import { signingCodeMessages } from '@kerb/domain/notifications/verification.ts';
import { type AuthorisationMethod, decideAuthorisation } from '@kerb/domain/signing/signing-rules.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { answerWith, type Request } from '@kerb/server/features/loans/ask-loan-request.ts';
import { loanInScope, lockLoan } from '@kerb/server/features/loans/loan-access.ts';
import {
  findRequest,
  insertSignature,
  markSigned,
  type RequestRecord,
  signaturesOfRequests,
} from '@kerb/server/features/loans/loan-requests.repository.ts';
import { noticeFacts, tellPayers } from '@kerb/server/features/loans/tell-of-request.ts';
import { payersOf, type SignatoryRecord, signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { proveByCode } from '@kerb/server/features/payers/verify-contact.ts';
import { legalName } from '@kerb/server/features/signing/agreement-paper.ts';
import { localTimeOf, type Origin } from '@kerb/server/features/signing/prepare-signature.ts';
import { addressFor, hinted } from '@kerb/server/features/signing/request-signature.ts';
import { record } from '@kerb/server/platform/audit.ts';
import {
  type CodeFor,
  countGuess,
  countSend,
  issueCode,
  useCode,
  wrongCode,
} from '@kerb/server/platform/auth/codes.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { mustAllow, notFound, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import { tellAdmins } from '@kerb/server/platform/second-person/tell-admins.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Asked = { id: number; requestId: number };
type Letter = { agreement: AgreementRecord; request: RequestRecord & { documentKey: string } };
type Signing = Letter & { signatory: SignatoryRecord; method: AuthorisationMethod };

const notOpen = () => new Problem(409, 'nothing-to-sign', 'There is no letter to sign for this loan.');

/** Checks whether the actor can sign the letter now: a payer of the loan, for themselves, once. */
async function readSigning(
  deps: Pick<Deps, 'config' | 'country' | 'secrets'> & { db: Database | Tx },
  scope: AccessScope,
  { agreement, requestId }: { agreement: AgreementRecord; requestId: number },
): Promise<Signing> {
  const request = await findRequest(deps.db, agreement.id, requestId);
  if (!request) throw notFound('request');
  const signatories = await signatoriesInScope(deps, scope, { agreementId: agreement.id });
  const signatory = signatories.find((each) => isOwnRecord(scope.actor, each));
  if (!signatory) throw notPermitted();
  const { outcome, documentKey, signedDate, endedDate } = request;
  if (outcome !== 'granted' || documentKey === null || signedDate !== null || endedDate !== null) throw notOpen();
  const signed = await signaturesOfRequests(deps.db, agreement.id);
  if (signed.some((each) => each.requestId === requestId && each.signatoryId === signatory.id)) throw notOpen();
  const method = mustAllow(decideAuthorisation({ ...signatory, isOwn: true }));
  return { agreement, request: { ...request, documentKey }, signatory, method };
}

/** A code signs one letter, as it was when the code was sent, for one payer. */
const codeFor = ({ signatory, method, request }: Signing): CodeFor => ({
  purpose: 'sign',
  subject: [
    `signatory ${signatory.id} ${method} ${addressFor(method, signatory).toLowerCase()}`,
    `letter ${request.documentKey}`,
  ].join(' '),
});

export async function sendVariationCode(deps: Deps, scope: AccessScope, by: By, { id, requestId }: Asked) {
  const agreement = await loanInScope(deps.db, scope, id);
  const signing = await readSigning(deps, scope, { agreement, requestId });
  const { signatory, method } = signing;
  const of = codeFor(signing);
  const recipient = addressFor(method, signatory);
  await countSend(deps.db, of);
  await inTransaction(deps, by, async (work) =>
    postMessage(work, {
      kind: 'signing-code',
      channel: method,
      audience: 'vendor',
      recipient,
      isRequested: true,
      ...signingCodeMessages[method]({
        ...ourContact(deps),
        campaignName: agreement.name,
        firstName: signatory.firstName,
      }),
      secrets: [await issueCode(work, of)],
      agreementId: id,
      userId: signatory.userId,
    }),
  );
  return { authorisationMethod: method, sentTo: hinted(method, recipient) };
}

/** Every payer has signed: the new due day holds, also in the loan book, and all are told. */
async function putInForce(work: Work, { agreement, request }: Letter): Promise<void> {
  const newDueDate = must(request.newDueDate, `due day of request ${request.id}`);
  await markSigned(work, request.id);
  await bringLoanInLine(work, agreement.id);
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Variation of the loan is in force',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { request: request.id, earlierDueDate: request.earlierDueDate, newDueDate },
  });
  await tellPayers(work, { agreement, occasion: `loan-request:${request.id}:signed` }, (payer) =>
    variationSignedMail({ ...payer, newDueDate }),
  );
  await tellAdmins(work, variationSignedNotice({ ...noticeFacts(work, agreement), newDueDate }));
}

type Signer = Pick<SignatoryRecord, 'id' | 'firstName' | 'surname' | 'emailAddress' | 'mobilePhone'> &
  Partial<Pick<SignatoryRecord, 'middleNames' | 'mobilePhoneConfirmationDate' | 'emailAddressConfirmationDate'>>;
/** Where the request of a signature came from. */
type From = { ipAddress: string | null } & Pick<Origin, 'userAgent' | 'signInId'>;
type Signed = Letter & { signatory: Signer; method: AuthorisationMethod; from: From };

/** The evidence that is stored with a signature. */
const evidenceOf = ({ now }: Work, { agreement, signatory, method, from }: Signed) => ({
  legalName: legalName({ middleNames: null, ...signatory }),
  emailAddress: signatory.emailAddress,
  mobilePhone: signatory.mobilePhone,
  contactVerifiedDate:
    (method === 'sms' ? signatory.mobilePhoneConfirmationDate : signatory.emailAddressConfirmationDate) ?? null,
  localTime: localTimeOf(now, agreement.tenantTimeZone),
  consent: variationConsent,
  ...from,
});

/** Stores a payer's signature. The last one puts the letter in force. */
export async function storeSignature(work: Work, signing: Signed): Promise<void> {
  const { signatory, method, from: _, ...letter } = signing;
  const { id, tenantId } = letter.agreement;
  const { id: requestId, documentKey } = letter.request;
  await insertSignature(work, {
    ...{ requestId, signatoryId: signatory.id, authorisationType: method, documentKey },
    ...evidenceOf(work, signing),
  });
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Variation of the loan signed',
    agreementId: id,
    tenantId,
    data: { request: requestId, documentKey, method },
  });
  const signed = (await signaturesOfRequests(work.tx, id)).filter((each) => each.requestId === requestId);
  const payers = await payersOf(work.tx, id);
  if (payers.every((payer) => signed.some(({ signatoryId }) => signatoryId === payer.id)))
    await putInForce(work, letter);
}

type SignRequest = Request<{ authorisationCode: string }> & { requestId: number };

async function sign(work: Work, asked: SignRequest, from: From): Promise<StoredAnswer> {
  const { scope, id, requestId, body } = asked;
  const agreement = await lockLoan(work.tx, scope, id);
  const signing = await readSigning({ ...work.deps, db: work.tx }, scope, { agreement, requestId });
  const { signatory, method } = signing;
  if (!(await useCode(work, codeFor(signing), body.authorisationCode))) throw wrongCode('authorisationCode');
  await proveByCode(work, { signatory, method: method === 'sms' ? 'phone' : 'email' });
  await storeSignature(work, { ...signing, from });
  return answerWith(work, asked, await loanInScope(work.tx, scope, id));
}

/** Signs the letter with a code, in one transaction: the code is used up exactly if the signature is stored. */
export async function signVariation(
  deps: Deps,
  by: By,
  { origin, ...asked }: SignRequest & { origin: Pick<Origin, 'userAgent' | 'signInId'> },
): Promise<StoredAnswer> {
  const { userAgent, signInId } = origin;
  const { scope, id, requestId } = asked;
  const agreement = await loanInScope(deps.db, scope, id);
  const signing = await readSigning(deps, scope, { agreement, requestId });
  await countGuess(deps.db, codeFor(signing));
  return inTransaction(deps, by, (work) => sign(work, asked, { ipAddress: by.ipAddress, userAgent, signInId }));
}
