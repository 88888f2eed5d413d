import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isAttached, payerInLog } from '@kerb/server/features/documents/documents.repository.ts';
import { documentToTake } from '@kerb/server/features/documents/take-document.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Removes a document from its campaign permanently. Deletes its file too, unless another campaign uses it. */
export async function removeAttachment(work: Work, scope: AccessScope, id: number, deps: Deps): Promise<void> {
  const { document, agreement } = await documentToTake(work, scope, id);
  const asset = await work.tx
    .selectFrom('assets')
    .select('storageKey')
    .where('id', '=', document.assetId)
    .forUpdate()
    .executeTakeFirst();
  const gone = await work.tx.deleteFrom('attachments').where('id', '=', id).executeTakeFirst();
  if (!asset || gone.numDeletedRows === 0n) throw notFound('document');
  if (!(await isAttached(work.tx, document.assetId))) {
    await work.tx.deleteFrom('assets').where('id', '=', document.assetId).execute();
    work.afterCommit(() => void removeStored(deps, asset.storageKey));
  }
  await record(work, {
    activityCode: 'attachment_delete',
    subject: `/v1/attachments/${document.id}`,
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { fileName: document.fileName, purpose: document.purpose, ...payerInLog(document) },
  });
}
