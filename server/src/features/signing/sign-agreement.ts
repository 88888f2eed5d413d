import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { displayName, initials } from '@kerb/domain/people/names.ts';
import type { Signed } from '@kerb/domain/signing/signing.contract.ts';
import { decideSigning } from '@kerb/domain/signing/signing-rules.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { recordAsset } from '@kerb/server/features/documents/keep-asset.ts';
import { findSignatory, signatoriesInScope, updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import type { StoredDocument } from '@kerb/server/features/signing/draw-signed.ts';
import {
  type Prepared,
  prepareSignature,
  readSigning,
  type SignRequest,
  signaturesOf,
  stateOf,
} from '@kerb/server/features/signing/prepare-signature.ts';
import { addressFor, noteEvent, signerOf, signingCodeFor } from '@kerb/server/features/signing/request-signature.ts';
import { postCopy } from '@kerb/server/features/signing/send-agreement.ts';
import { signatoryViews } from '@kerb/server/features/signing/signatory-view.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { countGuess, useCode, wrongCode } from '@kerb/server/platform/auth/codes.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import { conflict, mustAllow, Problem } from '@kerb/server/platform/http/problem.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** Files the signed agreement under its campaign, and stores its verification code and title. */
export async function fileSigned(work: Work, agreement: AgreementRecord, stored: StoredDocument): Promise<void> {
  const { code, title, ...file } = stored;
  // No actor: the document belongs to the product, not to the person who signed last.
  const asset = await recordAsset({ ...work, actor: null }, { ...file, tenantId: agreement.tenantId });
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
  await work.tx
    .insertInto('signedDocuments')
    .values({
      agreementId: agreement.id,
      assetId: asset.id,
      title,
      code,
      unsignedSha256: must(signatures[0], 'signature of a signed agreement').documentSha256,
      sha256: stored.file.sha256.toString('hex'),
      signedDate: work.now,
      signatures: JSON.stringify(
        signatures.map(({ legalName, signatureDate }) => ({ initials: initials(legalName), signatureDate })),
      ),
    })
    .execute();
}

/** With the last signature the campaign is signed, its agreement is filed, and everyone gets a copy. */
async function complete(work: Work, { agreement, signatories, stored }: Prepared): Promise<void> {
  if (!stored) return;
  await fileSigned(work, agreement, stored);
  await moveTo(work, agreement, mustAllow(decideStatusChange(agreement, 'signed', 'product')));
  for (const each of signatories) await postCopy(work, agreement, each);
}

async function write(work: Work, prepared: Prepared): Promise<void> {
  const { agreement, signatory, signature, method } = prepared;
  await work.tx.insertInto('signatures').values(signature).execute();
  await updatePayers(work.tx, [signatory.id], { signatureDate: signature.signatureDate, lastUpdateDate: work.now });
  await noteEvent(work, signatory.id, 'signed', method);
  await record(work, {
    activityCode: 'agreement_sign',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    userId: signatory.userId,
    data: {
      signatory: signature.legalName,
      authorisationType: method,
      termsVersion: signature.termsVersion,
      documentSha256: signature.documentSha256,
    },
  });
  await complete(work, prepared);
}

async function answerOf(work: Work, scope: AccessScope, prepared: Prepared): Promise<Signed> {
  const reading = { db: work.tx, secrets: work.deps.secrets };
  const { id } = prepared.signatory;
  const signatory = must(await findSignatory(reading, scope, id), `signatory ${id}`);
  const [view] = await signatoryViews(work.tx, [signatory], scope.actor);
  const waiting = (await signatoriesInScope(reading, scope, { agreementId: prepared.agreement.id })).filter(
    ({ signatureDate }) => signatureDate === null,
  );
  return {
    signatory: must(view, `view of signatory ${id}`),
    status: signatory.status,
    waitingFor: waiting.map(displayName),
  };
}

type Outcome = StoredAnswer | 'changed' | 'wrong-code';
type Attempt = { request: SignRequest; prepared: Prepared; once: Once<Signed> };

/** One transaction: the code, the signature and, with the last one, all its effects. All or nothing. */
async function attempt(work: Work, scope: AccessScope, { request, prepared, once }: Attempt): Promise<Outcome> {
  const { secrets } = work.deps;
  const agreement = await lockCampaign(work.tx, scope, request.id);
  const signatories = await signatoriesInScope({ db: work.tx, secrets }, scope, { agreementId: request.id });
  if (stateOf(agreement, signatories) !== prepared.state) return 'changed';
  const { signatory, method } = prepared;
  mustAllow(decideSigning(agreement, signerOf(signatory, signatories, scope.actor)));
  const of = signingCodeFor(signatory, method, addressFor(method, signatory));
  const isRight = await useCode(work, of, request.body.authorisationCode ?? '');
  await noteEvent(work, signatory.id, isRight ? 'code-entered' : 'code-failed', method);
  if (!isRight) return 'wrong-code';
  await write(work, prepared);
  return once.settle(work.tx, await answerOf(work, scope, prepared));
}

const mostTries = 5;

/**
 * Signs once. Draws and stores the agreement first. Then one transaction writes the signature and, if it is the last,
 * all its effects. If somebody else signed or changed something in between, it starts again.
 */
export async function signAgreement(
  deps: Deps,
  scope: AccessScope,
  by: By,
  { request, once }: { request: SignRequest; once: Once<Signed> },
): Promise<StoredAnswer> {
  const reading = { deps, scope, request };
  const { signatory, method } = await readSigning(reading);
  await countGuess(deps.db, signingCodeFor(signatory, method, addressFor(method, signatory)));
  for (let tries = 0; tries < mostTries; tries += 1) {
    const prepared = await prepareSignature(reading, by);
    const forget = async () => {
      if (prepared.stored) await removeStored(deps, prepared.stored.storageKey);
    };
    const outcome = await inTransaction(deps, by, (work) => attempt(work, scope, { request, prepared, once })).catch(
      async (error) => {
        // A Problem means that everything was rolled back. After any other error it is unknown whether the transaction
        // was committed.
        if (error instanceof Problem) await forget();
        throw error;
      },
    );
    if (typeof outcome !== 'string') return outcome;
    await forget();
    if (outcome === 'wrong-code') throw wrongCode('authorisationCode');
  }
  throw conflict();
}
