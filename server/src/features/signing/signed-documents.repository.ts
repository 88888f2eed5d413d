import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

/** The valid signed agreement of a campaign; a reopened campaign has none. */
export const signedDocumentOf = (db: Database | Tx, agreementId: number) =>
  db
    .selectFrom('signedDocuments as s')
    .innerJoin('assets as f', 'f.id', 's.assetId')
    .select(['s.id', 's.agreementId', 's.title', 's.code', 's.sha256', 's.signedDate', 'f.fileName'])
    .select(['f.id as assetId', 'f.storageKey', 'f.sealedFileKey', 'f.contentType'])
    .where('s.agreementId', '=', agreementId)
    .where('s.voidedDate', 'is', null)
    .executeTakeFirst();
