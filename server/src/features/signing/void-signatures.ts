import { updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import { noteEvent } from '@kerb/server/features/signing/signatures.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Which = { signatoryIds?: readonly number[]; description?: string };

/**
 * A reopened campaign must be signed again by everyone, and a changed agreement by those who signed the earlier one.
 * The signatures are kept, marked as void. Returns the signatories.
 */
export async function voidSignatures(work: Work, agreementId: number, which: Which = {}): Promise<number[]> {
  const { signatoryIds, description = 'Signatures no longer count' } = which;
  const voided = await work.tx
    .updateTable('signatures')
    .set({ voidedDate: work.now })
    .where('agreementId', '=', agreementId)
    .where('voidedDate', 'is', null)
    .$if(signatoryIds !== undefined, (query) => query.where('signatoryId', 'in', signatoryIds ?? []))
    .returning(['signatoryId', 'legalName'])
    .execute();
  if (voided.length === 0) return [];
  await work.tx
    .updateTable('signedDocuments')
    .set({ voidedDate: work.now })
    .where('agreementId', '=', agreementId)
    .where('voidedDate', 'is', null)
    .execute();
  const ids = voided.map(({ signatoryId }) => signatoryId);
  await updatePayers(work.tx, ids, { signatureDate: null });
  for (const signatoryId of ids) await noteEvent(work, { agreementId, signatoryId, kind: 'voided', channel: null });
  await record(work, {
    activityCode: 'signatory_update',
    description,
    agreementId,
    data: { signatories: voided.map(({ legalName }) => legalName) },
  });
  return ids;
}
