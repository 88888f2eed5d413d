import { updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import { noteEvent } from '@kerb/server/features/signing/request-signature.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A reopened campaign must be signed again by everyone. Earlier signatures are kept, marked as void. */
export async function voidSignatures(work: Work, agreementId: number): Promise<void> {
  const voided = await work.tx
    .updateTable('signatures')
    .set({ voidedDate: work.now })
    .where('agreementId', '=', agreementId)
    .where('voidedDate', 'is', null)
    .returning(['signatoryId', 'legalName'])
    .execute();
  if (voided.length === 0) return;
  await work.tx
    .updateTable('signedDocuments')
    .set({ voidedDate: work.now })
    .where('agreementId', '=', agreementId)
    .where('voidedDate', 'is', null)
    .execute();
  const ids = voided.map(({ signatoryId }) => signatoryId);
  await updatePayers(work.tx, ids, { signatureDate: null });
  for (const id of ids) await noteEvent(work, id, 'voided', null);
  await record(work, {
    activityCode: 'signatory_update',
    description: 'Signatures no longer count',
    agreementId,
    data: { signatories: voided.map(({ legalName }) => legalName) },
  });
}
