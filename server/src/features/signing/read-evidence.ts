import { buffer } from 'node:stream/consumers';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord, isPayer } from '@kerb/domain/access/actor.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { isLocked } from '@kerb/domain/payers/payer-details.ts';
import { evidenceFormat, evidenceSchemaPath, type SignatureEvidence } from '@kerb/domain/signing/evidence.contract.ts';
import type { AuthorisationMethod } from '@kerb/domain/signing/signing-rules.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { openedByTeam, viewingAs } from '@kerb/server/features/payers/only-the-payer.ts';
import { findSignatory, type SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import { hinted } from '@kerb/server/features/signing/request-signature.ts';
import type { SignatureRow } from '@kerb/server/features/signing/signature-record.ts';
import { eventsOf } from '@kerb/server/features/signing/signatures.repository.ts';
import { signedDocumentOf } from '@kerb/server/features/signing/signed-documents.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { openStored } from '@kerb/server/platform/files/open-stored.ts';
import { proofOfEntry } from '@kerb/server/platform/log-chain/entry-proof.ts';
import { headOf } from '@kerb/server/platform/log-chain/read-chain.ts';
import { nameOf, type PdfCheck, verifyPdf } from '@kerb/server/platform/pdf-signature/verify-pdf.ts';
import { notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const hex = (text: string | Buffer): string => sha256(text).toString('hex');

/** The signatory, if the caller may have the evidence: an admin, or the payer of their own record after a code. */
async function whose(deps: Deps, scope: AccessScope, id: number): Promise<SignatoryRecord> {
  const { actor } = scope;
  const signatory = await findSignatory(deps, scope, id);
  if (!signatory) throw notFound('signatory');
  if (!isPayer(actor.role)) return signatory;
  if (actor.viewedBy) throw viewingAs();
  if (!isOwnRecord(actor, signatory)) throw notFound('signatory');
  if (actor.signIn?.openedBy) throw openedByTeam();
  if (isLocked(actor, signatory)) {
    throw new Problem(403, 'locked', 'Enter the code that we send you to download the evidence.');
  }
  return signatory;
}

type Certificate = PdfCheck['chain'][number];

const certificateOf = (certificate: Certificate) => ({
  subject: certificate.subject,
  issuer: certificate.issuer,
  validFrom: certificate.validFromDate.toISOString(),
  validTo: certificate.validToDate.toISOString(),
  sha256: hex(certificate.raw),
  der: certificate.raw.toString('base64'),
});

/** What the filed PDF itself says: its certificates, its time stamp and the seal that it names. */
async function documentOf(deps: Deps, agreementId: number): Promise<SignatureEvidence['document']> {
  const signed = await signedDocumentOf(deps.db, agreementId);
  if (!signed) return null;
  const pdf = await buffer(await openStored(deps, signed));
  const { chain, timeStamp, signature } = verifyPdf(pdf);
  const { title, code, signedDate } = signed;
  return {
    ...{ title, code, signedDate },
    sha256: hex(pdf),
    certificates: chain.map(certificateOf),
    timeStamp: timeStamp && {
      time: timeStamp.time,
      authority: nameOf(timeStamp.certificate.subject),
      token: timeStamp.token.toString('base64'),
    },
    seal: signature?.seal ? { number: signature.seal.number, sha256: signature.seal.hash } : null,
  };
}

/** The entry of the log that says that this person signed. */
async function entryOf({ db }: Deps, signature: SignatureRow, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select e.id from log_entries e
    where e.target_agreement_id = ${signature.agreementId} and e.activity_code = 'agreement_sign'
      and e.date = ${signature.signatureDate} and e.target_user_id = ${userId}
    order by e.id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function logOf(deps: Deps, signature: SignatureRow, signatory: SignatoryRecord, tenantId: number) {
  const entryId = await entryOf(deps, signature, signatory.userId);
  const head = await headOf(deps.db);
  return {
    proof: entryId === null ? null : await proofOfEntry(deps.db, { id: entryId, tenantId }),
    head: head && { number: head.number, sha256: head.hash.toString('hex') },
  };
}

const signerParts = (signature: SignatureRow) => ({
  signer: { legalName: signature.legalName, emailAddress: hinted('email', signature.emailAddress) },
  signature: {
    date: signature.signatureDate,
    localTime: signature.localTime,
    documentSha256: signature.documentSha256,
    ipAddress: signature.ipAddress,
    userAgent: signature.userAgent,
    position: signature.geoLocation,
    whyNoPosition: signature.geoLocation === null ? signature.geoRefusal : null,
  },
  consent: {
    termsVersion: signature.termsVersion,
    termsSha256: signature.termsSha256,
    date: signature.consentDate,
    texts: [{ text: signature.consent, sha256: hex(signature.consent) }],
  },
});

async function identificationOf(deps: Deps, signature: SignatureRow): Promise<SignatureEvidence['identification']> {
  const method = signature.authorisationType as AuthorisationMethod;
  const address = method === 'sms' ? (signature.mobilePhone ?? '') : signature.emailAddress;
  const events = await eventsOf(deps.db, [signature.signatoryId]);
  return {
    method,
    codeSentTo: hinted(method, address),
    contactVerifiedDate: signature.contactVerifiedDate,
    isOnBehalf: signature.isOnBehalf,
    enteredBy: signature.signingUserName,
    events: events.map(({ kind, date, channel }) => ({ kind, date, channel })),
  };
}

/** The evidence of the signature that counts. The download is in the log. */
export async function readEvidence(deps: Deps, scope: AccessScope, by: By, id: number): Promise<SignatureEvidence> {
  const signatory = await whose(deps, scope, id);
  const agreement = await campaignInScope(deps.db, scope, signatory.agreementId);
  const signature = await deps.db
    .selectFrom('signatures')
    .selectAll()
    .where('signatoryId', '=', id)
    .where('voidedDate', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!signature) throw notFound('signature');
  const evidence: SignatureEvidence = {
    format: evidenceFormat,
    schema: deps.config.publicUrl + evidenceSchemaPath,
    madeDate: realNow(),
    madeBy: deps.config.supplier.name,
    agreement: { id: agreement.id, flowNumber: flowNumber(agreement, deps.country.code) },
    ...signerParts(signature),
    identification: await identificationOf(deps, signature),
    document: await documentOf(deps, agreement.id),
    log: await logOf(deps, signature, signatory, agreement.tenantId),
  };
  await inTransaction(deps, by, (work) =>
    record(work, {
      activityCode: 'signatory_update',
      description: 'Evidence of a signature downloaded',
      agreementId: agreement.id,
      tenantId: agreement.tenantId,
      userId: signatory.userId,
      isOnlyRead: true,
    }),
  );
  return evidence;
}
