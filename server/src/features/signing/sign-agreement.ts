import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { displayName, initials } from '@kerb/domain/people/names.ts';
import type { Signed } from '@kerb/domain/signing/signing.contract.ts';
import { decideSigning } from '@kerb/domain/signing/signing-rules.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { refuseUnapproved } from '@kerb/server/features/agreements/approved-key.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { recordAsset } from '@kerb/server/features/documents/keep-asset.ts';
import {
  findSignatory,
  readingOf,
  signatoriesInScope,
  updatePayers,
} from '@kerb/server/features/payers/payers.repository.ts';
import { agreementPaper, otherAgreement } from '@kerb/server/features/signing/agreement-paper.ts';
import type { StoredDocument } from '@kerb/server/features/signing/draw-signed.ts';
import { changedSince, endSignatures } from '@kerb/server/features/signing/end-changed-signatures.ts';
import { enterCode } from '@kerb/server/features/signing/enter-code.ts';
import {
  type Prepared,
  prepareSignature,
  type SignRequest,
  stateOf,
} from '@kerb/server/features/signing/prepare-signature.ts';
import { signerOf } from '@kerb/server/features/signing/request-signature.ts';
import { postCopy } from '@kerb/server/features/signing/send-agreement.ts';
import { signatoryViews } from '@kerb/server/features/signing/signatory-view.ts';
import {
  type EnteredCode,
  findEnteredCode,
  noteEvent,
  signaturesOf,
} from '@kerb/server/features/signing/signatures.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** Files the signed agreement under its campaign, and stores its verification code and title. */
export async function fileSigned(work: Work, agreement: AgreementRecord, stored: StoredDocument): Promise<void> {
  const { code, title, seal, waitsForStamp, ...file } = stored;
  // No actor: the document belongs to the product, not to the person who signed last.
  const { tenantId } = agreement;
  const kept = { ...file, tenantId, use: 'product', uploadedAsPayer: false } as const;
  const asset = await recordAsset({ ...work, actor: null }, kept);
  await work.tx
    .insertInto('attachments')
    .values({
      agreementId: agreement.id,
      assetId: asset.id,
      signatoryId: null,
      purpose: 'lending-agreement',
      uploadedByUserId: null,
      uploadDate: work.now,
    })
    .execute();
  await record(work, {
    activityCode: 'attachment_create',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { fileName: asset.fileName, purpose: 'lending-agreement', sha256: stored.file.sha256.toString('hex') },
  });
  const signatures = await signaturesOf(work.tx, agreement.id);
  const document = await work.tx
    .insertInto('signedDocuments')
    .values({
      agreementId: agreement.id,
      assetId: asset.id,
      title,
      code,
      unsignedSha256: must(signatures[0], 'signature of a signed agreement').documentSha256,
      sha256: stored.file.sha256.toString('hex'),
      signedDate: work.now,
      sealNumber: seal?.number ?? null,
      sealHash: seal?.hash ?? null,
      signatures: JSON.stringify(
        signatures.map(({ legalName, signatureDate }) => ({ initials: initials(legalName), signatureDate })),
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!waitsForStamp) return;
  await work.tx.insertInto('documentStamps').values({ signedDocumentId: document.id, askedDate: work.now }).execute();
}

/** With the last signature the campaign is signed, its agreement is filed, and everyone gets a copy. */
async function complete(work: Work, { agreement, signatories, stored, signedDate }: Prepared): Promise<void> {
  if (!stored) return;
  const thenWork = { ...work, now: signedDate };
  await fileSigned(thenWork, agreement, stored);
  await moveTo(thenWork, agreement, mustAllow(decideStatusChange(agreement, 'signed', 'product')));
  for (const each of signatories) await postCopy(work, agreement, each);
}

/** The signature, its event and its log entry have the time at which its code was entered. */
async function write(work: Work, prepared: Prepared): Promise<void> {
  const { agreement, signatory, signature, method } = prepared;
  const { signatureDate } = signature;
  await work.tx.insertInto('signatures').values(signature).execute();
  await updatePayers(work.tx, [signatory.id], { signatureDate, lastUpdateDate: work.now });
  const thenWork = { ...work, now: signatureDate };
  await noteEvent(thenWork, {
    agreementId: agreement.id,
    signatoryId: signatory.id,
    kind: 'signed',
    channel: method,
  });
  await record(thenWork, {
    activityCode: 'agreement_sign',
    subject: `/v1/signatories/${signatory.id}`,
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    userId: signatory.userId,
    data: {
      signatory: signature.legalName,
      authorisationType: method,
      termsVersion: signature.termsVersion,
      documentSha256: signature.documentSha256,
      ...(signature.isOnBehalf && { onBehalf: true }),
    },
  });
  await complete(work, prepared);
}

async function answerOf(work: Work, scope: AccessScope, prepared: Prepared): Promise<Signed> {
  const { id } = prepared.signatory;
  const signatory = must(await findSignatory(readingOf(work), scope, id), `signatory ${id}`);
  const [view] = await signatoryViews(work.tx, [signatory], scope.actor);
  const waiting = (await signatoriesInScope(readingOf(work), scope, { agreementId: prepared.agreement.id })).filter(
    ({ signatureDate }) => signatureDate === null,
  );
  return {
    signatory: must(view, `view of signatory ${id}`),
    status: signatory.status,
    waitingFor: waiting.map(displayName),
  };
}

type Attempt = { prepared: Prepared; once: Once<Signed> };

/**
 * The second transaction: the signature and, with the last one, all its effects. All or nothing. 'changed' if another
 * person signed, or something that the document states was changed, while it was drawn.
 */
async function attempt(work: Work, scope: AccessScope, { prepared, once }: Attempt): Promise<StoredAnswer | 'changed'> {
  const { id } = prepared.agreement;
  const agreement = await lockCampaign(work.tx, scope, id);
  const reading = { ...work.deps, db: work.tx };
  const signatories = await signatoriesInScope(reading, scope, { agreementId: id });
  if (stateOf(agreement, signatories) !== prepared.state) return 'changed';
  mustAllow(decideSigning(agreement, signerOf(prepared.signatory, signatories, scope.actor)));
  await refuseUnapproved(work.tx, agreement);
  const paper = await agreementPaper(reading, agreement, signatories);
  if (paper.key !== prepared.documentKey) return 'changed';
  if (prepared.outdated.length > 0) {
    return once.settleRefusal(work.tx, changedSince(await endSignatures(work, agreement, prepared.outdated)));
  }
  await write(work, prepared);
  return once.settle(work.tx, await answerOf(work, scope, prepared));
}

type Request = { request: SignRequest; once: Once<Signed> };

const mostTries = 5;
const busy = () =>
  new Problem(503, 'busy', 'Others are changing this campaign. Please try again in a moment.', {
    retryAfterSeconds: 1,
  });

/** Draws and stores the agreement, then writes the signature. Starts again if something was changed in between. */
async function signWith(
  deps: Deps,
  signer: { scope: AccessScope; by: By; request: SignRequest },
  { entered, once }: { entered: EnteredCode; once: Once<Signed> },
): Promise<StoredAnswer> {
  const { scope, by } = signer;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const prepared = await prepareSignature(deps, signer, entered);
    const forget = async () => {
      if (prepared.stored) await removeStored(deps, prepared.stored.storageKey);
    };
    const outcome = await inTransaction(deps, by, (work) => attempt(work, scope, { prepared, once })).catch(
      async (error) => {
        // A Problem means that everything was rolled back. After any other error it is unknown whether the transaction
        // was committed.
        if (error instanceof Problem) await forget();
        throw error;
      },
    );
    if (outcome !== 'changed') return outcome;
    await forget();
  }
  throw busy();
}

/**
 * Signs once. The first transaction accepts the code, and its time is the signature's. Then the agreement is drawn, and
 * the second transaction writes the signature. After an interruption a repeated request continues without the code. A
 * refusal after the code is final: to sign after all, the signatory needs a new code.
 */
export async function signAgreement(
  deps: Deps,
  scope: AccessScope,
  by: By,
  { request, once }: Request,
): Promise<StoredAnswer> {
  const entered =
    once.progress === null
      ? await enterCode(deps, scope, by, { request, once })
      : await findEnteredCode(deps.db, once.progress);
  try {
    if (!entered) throw otherAgreement();
    return await signWith(deps, { scope, by, request }, { entered, once });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return inTransaction(deps, by, (work) => once.settleRefusal(work.tx, error));
  }
}
