import type { Sight } from '@kerb/domain/access/sight.ts';
import type { AgreementStatus } from '@kerb/domain/agreements/agreement-status.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { documentsInSight, isAttached } from '@kerb/server/features/documents/documents.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** From here on the lending documents are what was signed. */
const settled: readonly AgreementStatus[] = ['signed', 'executed', 'waiting-settlement', 'withdrawn', 'complete'];

/** Takes a document off its campaign for good; its file goes with it unless another campaign has it too. */
export async function removeAttachment(work: Work, sight: Sight, id: number, { fileStore }: Deps): Promise<void> {
  const [found] = await documentsInSight(work.tx, sight, { id });
  const agreement = found && (await lockAgreement(work.tx, sight, found.agreementId));
  if (!found || !agreement) throw notFound('document');
  if (found.purpose === 'lending-agreement' && settled.includes(agreement.status)) {
    throw new Problem(409, 'agreement-signed', 'Lending documents stay once the agreement has been signed.');
  }
  const asset = await work.tx
    .selectFrom('assets')
    .select('storageKey')
    .where('id', '=', found.assetId)
    .forUpdate()
    .executeTakeFirst();
  const gone = await work.tx.deleteFrom('attachments').where('id', '=', id).executeTakeFirst();
  if (!asset || gone.numDeletedRows === 0n) throw notFound('document');
  if (!(await isAttached(work.tx, found.assetId))) {
    await work.tx.deleteFrom('assets').where('id', '=', found.assetId).execute();
    // Without its record's key nobody can read what a failure here would leave behind.
    work.afterCommit(() => void fileStore.remove(asset.storageKey).catch(() => {}));
  }
  await record(work, {
    activityCode: 'attachment_delete',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { fileName: found.fileName, purpose: found.purpose },
  });
}
