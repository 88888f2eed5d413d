import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

/** The signed agreement that stands for a campaign; a reopened one has none. */
export const signedDocumentOf = (db: Database | Tx, agreementId: number) =>
  db
    .selectFrom('signedDocuments as s')
    .innerJoin('assets as f', 'f.id', 's.assetId')
    .select(['s.id', 's.agreementId', 's.title', 's.code', 's.sha256', 's.signedDate', 'f.fileName'])
    .select(['f.id as assetId', 'f.storageKey', 'f.sealedFileKey', 'f.contentType'])
    .where('s.agreementId', '=', agreementId)
    .where('s.voidedDate', 'is', null)
    .executeTakeFirst();
