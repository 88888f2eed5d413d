import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord, realActorOf } from '@kerb/domain/access/actor.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideSignerFor } from '@kerb/domain/payers/contact-setters.ts';
import type { NewSignature } from '@kerb/domain/signing/signing.contract.ts';
import {
  type AuthorisationMethod,
  decideConsent,
  decideSigning,
  decideTermsVersion,
} from '@kerb/domain/signing/signing-rules.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { refuseUnapproved } from '@kerb/server/features/agreements/approved-key.ts';
import { type SignatoryRecord, signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import {
  type AgreementPaper,
  agreementPaper,
  legalName,
  otherAgreement,
} from '@kerb/server/features/signing/agreement-paper.ts';
import { type StoredDocument, storeSigned } from '@kerb/server/features/signing/draw-signed.ts';
import { signerOf } from '@kerb/server/features/signing/request-signature.ts';
import type { SignatureRow } from '@kerb/server/features/signing/signature-record.ts';
import { type EnteredCode, eventsOf, signaturesOf } from '@kerb/server/features/signing/signatures.repository.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import { signingOwner } from '@kerb/server/platform/queues/lanes.ts';
import { settersOf } from '@kerb/server/platform/second-person/setters.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { By } from '@kerb/server/platform/work.ts';

/** Where a signature comes from, according to the request. */
export type Origin = {
  signInId: number | null;
  userAgent: string | null;
  geoLocation: string | null;
  geoRefusal: string | null;
};
export type SignRequest = { id: number; body: NewSignature; origin: Origin };

/** The facts that a signature is for. If any of them changes before the signature is written, it is prepared again. */
export const stateOf = (agreement: AgreementRecord, signatories: readonly SignatoryRecord[]): string =>
  JSON.stringify([
    agreement.version,
    signatories.map((each) => [each.id, legalName(each), each.emailAddress, each.mobilePhone, each.signatureDate]),
  ]);

export type Prepared = {
  agreement: AgreementRecord;
  signatories: SignatoryRecord[];
  signatory: SignatoryRecord;
  state: string;
  method: AuthorisationMethod;
  documentKey: string;
  signature: SignatureRow;
  /** Signatures from before documents had keys, whose drawing differs. */
  outdated: readonly SignatureRow[];
  /** The complete signed document, if this signature is the last. */
  stored: StoredDocument | null;
  /** The time of the latest signature. */
  signedDate: Moment;
};

const hex = (content: string | Buffer): string => sha256(content).toString('hex');

/** '2026-11-15 12:30:45+11:00', in the organisation's time zone. */
export const localTimeOf = (at: Moment, zone: string): string => {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return `${local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')}${local.offset}`;
};

type Signing = { by: By; origin: Origin; at: Moment; method: AuthorisationMethod };
type Signed = {
  agreement: AgreementRecord;
  signatory: SignatoryRecord;
  paper: Pick<AgreementPaper, 'terms' | 'key'>;
  documentSha256: string;
};

/** The hash of exactly the bytes that are presented for signing. */
export const hashOfPaper = async ({ document }: AgreementPaper, owner: string): Promise<string> =>
  hex(await drawPdf(document, owner));

export async function signatureOf(
  deps: Deps,
  { agreement, signatory, paper: { terms, key }, documentSha256 }: Signed,
  { by, origin, at, method }: Signing,
): Promise<SignatureRow> {
  const actor = must(by.actor, 'person who signs');
  const user = await deps.db
    .selectFrom('users')
    .select(['emailAddress'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const isOnBehalf = !isOwnRecord(actor, signatory);
  return {
    signatoryId: signatory.id,
    agreementId: agreement.id,
    signatureDate: at,
    localTime: localTimeOf(at, agreement.tenantTimeZone),
    legalName: legalName(signatory),
    emailAddress: signatory.emailAddress,
    mobilePhone: signatory.mobilePhone,
    contactVerifiedDate:
      method === 'sms' ? signatory.mobilePhoneConfirmationDate : signatory.emailAddressConfirmationDate,
    authorisationType: method,
    signingUserId: actor.userId,
    signingUserName: actor.displayName,
    signingUserEmail: user.emailAddress,
    ipAddress: by.ipAddress,
    ...origin,
    termsVersion: terms.version,
    termsSha256: hex(JSON.stringify(terms)),
    consent: terms.criteria.join(' '),
    consentDate: isOnBehalf ? signatory.submittedDate : at,
    documentSha256,
    documentKey: key,
    isOnBehalf,
  };
}

type Reading = Pick<Deps, 'config' | 'country' | 'secrets'> & { db: Database | Tx };
type Asked = { request: SignRequest; agreement: AgreementRecord };

/** Checks whether signing is allowed. Cheap enough to run before a guess of the code is counted. */
export async function readSigning(reading: Reading, scope: AccessScope, { request: { id, body }, agreement }: Asked) {
  const signatories = await signatoriesInScope(reading, scope, { agreementId: id });
  const signatory = signatories.find((each) => each.id === body.signatoryId);
  if (!signatory) throw invalid(fieldError('signatoryId', 'notValid', 'This is not a signatory of the campaign.'));
  const signer = signerOf(signatory, signatories, scope.actor);
  const method = mustAllow(decideSigning(agreement, signer));
  await refuseUnapproved(reading.db, agreement);
  const paper = await agreementPaper(reading, agreement, signatories);
  mustAllow(decideTermsVersion(body.termsVersion, paper.terms.version));
  mustAllow(decideConsent(signer, { agreed: signatory.agreedTermsVersion, inForce: paper.terms.version }));
  const person = { userId: realActorOf(scope.actor).userId, now: realNow() };
  const signed = { ...signatory, ...signer, createdByUserId: agreement.createdByUserId };
  mustAllow(decideSignerFor(signed, await settersOf(reading.db, [signatory]), person));
  if (!body.authorisationCode) {
    throw invalid(fieldError('authorisationCode', 'missing', 'Enter the code that we have sent you.'));
  }
  return { signatories, signatory, method, paper };
}

const latest = (signatures: readonly SignatureRow[]): Moment =>
  must(
    signatures
      .map(({ signatureDate }) => signatureDate)
      .toSorted()
      .at(-1),
    'date of the latest signature',
  );

type Signer = { scope: AccessScope; by: By; request: SignRequest };

/**
 * Prepares everything of a signature that needs no lock, above all the drawing. Refused if the agreement is no longer
 * the one that the code was for.
 */
export async function prepareSignature(
  deps: Deps,
  { scope, by, request }: Signer,
  { at, documentKey }: EnteredCode,
): Promise<Prepared> {
  const agreement = await campaignInScope(deps.db, scope, request.id);
  const { signatories, signatory, method, paper } = await readSigning(deps, scope, { request, agreement });
  if (paper.key !== documentKey) throw otherAgreement();
  const owner = signingOwner(scope.actor);
  const documentSha256 = await hashOfPaper(paper, owner);
  const signed = { agreement, signatory, paper, documentSha256 };
  const signature = await signatureOf(deps, signed, { by, origin: request.origin, at, method });
  const earlier = await signaturesOf(deps.db, agreement.id);
  const outdated = earlier.filter((each) => each.documentKey === null && each.documentSha256 !== documentSha256);
  const signatures = [...earlier, signature];
  const signedDate = latest(signatures);
  const isLast = signatories.every((each) => each.id === signatory.id || each.signatureDate !== null);
  const ids = signatories.map((each) => each.id);
  const itself = { signatoryId: signatory.id, date: at, kind: 'signed', channel: method } as const;
  const stored =
    isLast && outdated.length === 0
      ? await storeSigned(deps, {
          owner,
          agreement,
          paper,
          at: signedDate,
          signatures,
          events: [...(await eventsOf(deps.db, ids)), itself],
        })
      : null;
  return {
    agreement,
    signatories,
    signatory,
    state: stateOf(agreement, signatories),
    method,
    documentKey,
    signature,
    outdated,
    stored,
    signedDate,
  };
}
