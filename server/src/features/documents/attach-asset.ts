import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Actor, isOwnRecord, isPayer, realActorOf } from '@kerb/domain/access/actor.ts';
import { mayAddDocuments, mayFileAbout } from '@kerb/domain/documents/document-rights.ts';
import type { Attachment, AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { noExternal, type SentExternal } from '@kerb/domain/wire/external-refs.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { saveExternal } from '@kerb/server/features/agreements/external-refs.ts';
import { documentInScope, documentView } from '@kerb/server/features/documents/documents.repository.ts';
import { findPayer, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { takeAsset } from '@kerb/server/platform/files/take-asset.ts';
import { invalid, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type NewAttachment = {
  agreement: number;
  asset: number;
  signatory?: number | null | undefined;
  purpose: AttachmentPurpose;
} & SentExternal;

/** A document may be about one of the campaign's payers. */
export async function checkSignatory(work: Work, actor: Actor, agreementId: number, signatoryId: number) {
  const payer = await findPayer(work.tx, agreementId, signatoryId);
  if (!payer || !mayFileAbout(actor, payer)) {
    throw invalid(fieldError('signatory', 'notValid', 'This is not a payer of the campaign.'));
  }
}

/** The payer whom a new document is about. A payer's own proof of identity is about them, even if they name nobody. */
async function payerOf(work: Work, actor: Actor, { agreement, signatory, purpose }: NewAttachment) {
  if (signatory) {
    await checkSignatory(work, actor, agreement, signatory);
    return signatory;
  }
  if (purpose !== 'vendor-id' || !isPayer(actor.role)) return null;
  const own = (await payersOf(work.tx, agreement)).find((payer) => isOwnRecord(actor, payer));
  return own?.id ?? null;
}

export function checkPurpose(actor: Actor, agreement: AgreementRecord, purpose: AttachmentPurpose) {
  if (mayAddDocuments(purpose, standingTowards(actor, agreement))) return;
  const words = 'Your role does not allow you to add documents of this kind.';
  throw new Problem(403, 'not-permitted', words, { validation: fieldError('purpose', 'notValid', words) });
}

/** Files an uploaded asset under a campaign: the caller's own upload, once. */
export async function attachAsset(work: Work, scope: AccessScope, body: NewAttachment): Promise<Attachment> {
  const { actor } = scope;
  const agreement = await lockCampaign(work.tx, scope, body.agreement);
  checkPurpose(actor, agreement, body.purpose);
  const signatoryId = await payerOf(work, actor, body);
  const asset = await takeAsset(work, {
    id: body.asset,
    use: 'document',
    usedFor: 'attachment',
    tenantId: agreement.tenantId,
    purpose: body.purpose,
    field: 'asset',
    words: 'Upload the file again.',
  });
  const { id } = await work.tx
    .insertInto('attachments')
    .values({
      agreementId: agreement.id,
      assetId: asset.id,
      signatoryId,
      purpose: body.purpose,
      uploadedByUserId: realActorOf(actor).userId,
      uploadDate: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const target = { kind: 'document', id, tenantId: agreement.tenantId, current: noExternal } as const;
  const external = await saveExternal(work, scope, target, body);
  await record(work, {
    activityCode: 'attachment_create',
    subject: `/v1/attachments/${id}`,
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: {
      fileName: asset.fileName,
      purpose: body.purpose,
      ...(signatoryId !== null && { signatoryId }),
      ...external,
    },
  });
  return documentView(await documentInScope(work.tx, scope, id), scope.actor);
}
