import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { Stage } from './harness.ts';

let serial = 0;

/** Files a document under a campaign, without the bytes of a file. */
export async function fileDocument({ db }: Stage, agreementId: number, tenantId: number, purpose: AttachmentPurpose) {
  serial += 1;
  const uploaded = { uploadedByUserId: null, uploadDate: '2026-01-01T00:00:00.000Z' };
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
  await db
    .insertInto('attachments')
    .values({ agreementId, assetId, purpose, ...uploaded })
    .execute();
}

/** Files the Marketing Schedule that a large campaign needs before it is sent. */
export const fileMarketingDocument = (stage: Stage, agreementId: number, tenantId: number) =>
  fileDocument(stage, agreementId, tenantId, 'marketing');
