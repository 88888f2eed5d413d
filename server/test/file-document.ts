import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { Stage } from './harness.ts';

let serial = 0;

const byNobody = { uploadedByUserId: null as number | null, uploadDate: '2026-01-01T00:00:00.000Z' };

/** Stores a file of an organisation, without its bytes. */
export async function storeFile({ db }: Stage, tenantId: number, uploaded = byNobody): Promise<number> {
  serial += 1;
  const { id: assetId } = await db
    .insertInto('assets')
    .values({
      tenantId,
      fileName: 'plan.pdf',
      contentType: 'application/pdf',
      size: 1,
      sha256: Buffer.alloc(32),
      storageKey: `filed-${serial}`,
      sealedFileKey: Buffer.alloc(60),
      ...uploaded,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return assetId;
}

type Filed = { agreementId: number; assetId: number; purpose: AttachmentPurpose; signatoryId?: number };

/** Files a stored file under a campaign. */
export async function fileAsset({ db }: Stage, filed: Filed, uploaded = byNobody): Promise<number> {
  const { id } = await db
    .insertInto('attachments')
    .values({ ...filed, ...uploaded })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('assets').set({ usedFor: 'attachment' }).where('id', '=', filed.assetId).execute();
  return id;
}

/** Files a document under a campaign, without the bytes of a file. */
export const fileDocument = async (stage: Stage, agreementId: number, tenantId: number, purpose: AttachmentPurpose) =>
  fileAsset(stage, { agreementId, assetId: await storeFile(stage, tenantId), purpose });

/** Files the Marketing Schedule that a large campaign needs before it is sent. */
export const fileMarketingDocument = (stage: Stage, agreementId: number, tenantId: number) =>
  fileDocument(stage, agreementId, tenantId, 'marketing');
