import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { TermsText } from '@kerb/domain/countries/terms-text.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { NewSignature } from '@kerb/domain/signing/signing.contract.ts';
import { type AuthorisationMethod, decideSigning, decideTermsVersion } from '@kerb/domain/signing/signing-rules.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type SignatoryRecord, signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { type AgreementPaper, agreementPaper, legalName } from '@kerb/server/features/signing/agreement-paper.ts';
import { type StoredDocument, storeSigned } from '@kerb/server/features/signing/draw-signed.ts';
import { signerOf } from '@kerb/server/features/signing/request-signature.ts';
import type { SignatureEvent, SignatureRow } from '@kerb/server/features/signing/signature-record.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { invalid, mustAllow, Problem } from '@kerb/server/platform/http/problem.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
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
  signature: SignatureRow;
  /** The complete signed document, if this signature is the last. */
  stored: StoredDocument | null;
};

const hex = (content: string | Buffer): string => sha256(content).toString('hex');

/** '2026-11-15 12:30:45+11:00', in the organisation's time zone. */
const localTimeOf = (at: Moment, zone: string): string => {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return `${local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')}${local.offset}`;
};

export const signaturesOf = (db: Database | Tx, agreementId: number) =>
  db
    .selectFrom('signatures')
    .selectAll()
    .where('agreementId', '=', agreementId)
    .where('voidedDate', 'is', null)
    .orderBy('id')
    .execute();

const eventsOf = (db: Database, ids: readonly number[]): Promise<SignatureEvent[]> =>
  db
    .selectFrom('signatureEvents')
    .select(['signatoryId', 'date', 'kind', 'channel'])
    .where('signatoryId', 'in', ids)
    .orderBy('id')
    .execute();

/**
 * All signatories must sign the same document. Refuses a signature if the document has changed since an earlier
 * signature.
 */
function refuseOtherDocument(earlier: readonly SignatureRow[], documentSha256: string): void {
  const other = earlier.find((signature) => signature.documentSha256 !== documentSha256);
  if (!other) return;
  const words = `The agreement has changed since ${other.legalName} signed it. Please contact us, so that it can be signed again.`;
  throw new Problem(409, 'agreement-changed', words);
}

type Signing = { by: By; origin: Origin; at: Moment; method: AuthorisationMethod };
type Signed = { agreement: AgreementRecord; signatory: SignatoryRecord; terms: TermsText; documentSha256: string };

/** The hash of exactly the bytes that are presented for signing. */
export const hashOfPaper = async ({ document }: AgreementPaper): Promise<string> => hex(await drawPdf(document));

export async function signatureOf(
  deps: Deps,
  { agreement, signatory, terms, documentSha256 }: Signed,
  { by, origin, at, method }: Signing,
): Promise<SignatureRow> {
  const actor = must(by.actor, 'person who signs');
  const user = await deps.db
    .selectFrom('users')
    .select(['emailAddress'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
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
    documentSha256,
  };
}

type Reading = { deps: Deps; scope: AccessScope; request: SignRequest };

/**
 * Reads the request and checks whether signing is allowed. Cheap enough to run before a guess of the code is counted.
 */
export async function readSigning({ deps, scope, request: { id, body } }: Reading) {
  const agreement = await campaignInScope(deps.db, scope, id);
  const signatories = await signatoriesInScope(deps, scope, { agreementId: id });
  const signatory = signatories.find((each) => each.id === body.signatoryId);
  if (!signatory) throw invalid(fieldError('signatoryId', 'notValid', 'This is not a signatory of the campaign.'));
  const method = mustAllow(decideSigning(agreement, signerOf(signatory, signatories, scope.actor)));
  const paper = await agreementPaper(deps, agreement, signatories);
  mustAllow(decideTermsVersion(body.termsVersion, paper.terms.version));
  if (!body.authorisationCode) {
    throw invalid(fieldError('authorisationCode', 'missing', 'Enter the code that we have sent you.'));
  }
  return { agreement, signatories, signatory, method, paper };
}

/** Prepares everything of a signature that needs no lock, above all the drawing. */
export async function prepareSignature(reading: Reading, by: By): Promise<Prepared> {
  const { deps, request } = reading;
  const { agreement, signatories, signatory, method, paper } = await readSigning(reading);
  const at = deps.clock.now();
  const documentSha256 = await hashOfPaper(paper);
  const signature = await signatureOf(
    deps,
    { agreement, signatory, terms: paper.terms, documentSha256 },
    { by, origin: request.origin, at, method },
  );
  const earlier = await signaturesOf(deps.db, agreement.id);
  refuseOtherDocument(earlier, signature.documentSha256);
  const isLast = signatories.every((each) => each.id === signatory.id || each.signatureDate !== null);
  const ids = signatories.map((each) => each.id);
  const last = (['code-entered', 'signed'] as const).map((kind) => ({
    signatoryId: signatory.id,
    date: at,
    kind,
    channel: method,
  }));
  const stored = isLast
    ? await storeSigned(deps, {
        agreement,
        paper,
        at,
        signatures: [...earlier, signature],
        events: [...(await eventsOf(deps.db, ids)), ...last],
      })
    : null;
  return { agreement, signatories, signatory, state: stateOf(agreement, signatories), method, signature, stored };
}
