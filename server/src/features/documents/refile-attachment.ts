import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';
import type { SentExternal } from '@kerb/domain/wire/external-refs.ts';
import { saveExternal } from '@kerb/server/features/agreements/external-refs.ts';
import { checkPurpose, checkSignatory } from '@kerb/server/features/documents/attach-asset.ts';
import {
  type DocumentRecord,
  documentInScope,
  documentView,
} from '@kerb/server/features/documents/documents.repository.ts';
import { documentToTake } from '@kerb/server/features/documents/take-document.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type SavedAttachment = {
  agreement?: number | undefined;
  asset?: number | undefined;
  signatory?: number | null | undefined;
  purpose?: AttachmentPurpose | undefined;
} & SentExternal;

/** The campaign and the file of a document cannot change; another one needs another document. */
function checkUnchanged({ agreementId, assetId }: DocumentRecord, sent: SavedAttachment): void {
  const words = 'This cannot be changed.';
  const errors: FieldErrors = {
    ...((sent.agreement ?? agreementId) !== agreementId && fieldError('agreement', 'notValid', words)),
    ...((sent.asset ?? assetId) !== assetId && fieldError('asset', 'notValid', words)),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Changes the purpose of a document, or the payer that it is about. */
export async function refileAttachment(work: Work, scope: AccessScope, id: number, sent: SavedAttachment) {
  const { document, agreement } = await documentToTake(work, scope, id);
  checkUnchanged(document, sent);
  const after = {
    purpose: sent.purpose ?? document.purpose,
    signatoryId: sent.signatory === undefined ? document.signatoryId : sent.signatory,
  };
  const moved = changesBetween(document, after);
  const target = { kind: 'document', id, tenantId: agreement.tenantId, current: document } as const;
  const changes = { ...moved, ...(await saveExternal(work, scope, target, sent)) };
  if (Object.keys(changes).length === 0) return documentView(document, scope.actor);
  checkPurpose(scope.actor, agreement, after.purpose);
  if (after.signatoryId !== null && after.signatoryId !== document.signatoryId) {
    await checkSignatory(work, scope.actor, agreement.id, after.signatoryId);
  }
  if (Object.keys(moved).length > 0) await work.tx.updateTable('attachments').set(after).where('id', '=', id).execute();
  await record(work, {
    activityCode: 'attachment_update',
    subject: `/v1/attachments/${id}`,
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { fileName: document.fileName, ...changes },
  });
  return documentView(await documentInScope(work.tx, scope, id), scope.actor);
}
