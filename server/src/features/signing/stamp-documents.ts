import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { storeBytes } from '@kerb/server/features/documents/keep-asset.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { openFileKey } from '@kerb/server/platform/files/file-cipher.ts';
import { opened, type ReceivedFile, receiveFile } from '@kerb/server/platform/files/received-file.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { stampPdf } from '@kerb/server/platform/pdf-signature/stamp-pdf.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const mostAtOnce = 50;

type Waiting = {
  id: number;
  agreementId: number;
  tenantId: number;
  assetId: number;
  storageKey: string;
  sealedFileKey: Buffer;
};

const waitingDocuments = sql<Waiting>`
  select s.id, s.agreement_id, a.tenant_id, f.id as asset_id, f.storage_key, f.sealed_file_key
  from document_stamps d
  join signed_documents s on s.id = d.signed_document_id
  join agreements a on a.id = s.agreement_id
  join assets f on f.id = s.asset_id
  where d.stamped_date is null order by d.signed_document_id limit ${sql.lit(mostAtOnce)}`;

type Stamped = { file: ReceivedFile; storageKey: string };

/** Puts the stamped bytes in the place of the others. False if somebody else has done it. */
async function replace(work: Work, document: Waiting, { file, storageKey }: Stamped): Promise<boolean> {
  const sha256 = file.sha256.toString('hex');
  const { numUpdatedRows } = await work.tx
    .updateTable('documentStamps')
    .set({ stampedDate: work.now, sha256 })
    .where('signedDocumentId', '=', document.id)
    .where('stampedDate', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await work.tx
    .updateTable('assets')
    .set({
      storageKey,
      size: file.size,
      sha256: file.sha256,
      sealedFileKey: work.deps.secrets.personal.encrypt(file.key, storageKey),
    })
    .where('id', '=', document.assetId)
    .execute();
  await record(work, {
    activityCode: 'attachment_update',
    description: 'Time stamp added to the signed agreement',
    agreementId: document.agreementId,
    tenantId: document.tenantId,
    data: { purpose: 'lending-agreement', sha256 },
  });
  return true;
}

/** The authority and the store are called outside of the transaction. */
async function stampWaiting(deps: Deps, document: Waiting): Promise<void> {
  const authority = deps.timeStamps;
  if (!authority) return;
  const encrypted = await deps.fileStore.get(document.storageKey);
  const pdf = await buffer(opened(encrypted, openFileKey(deps.secrets, document)));
  const stamped = await stampPdf(pdf, authority);
  const file = await receiveFile(deps.config.dataDir, Readable.from([stamped]));
  try {
    const storageKey = await storeBytes(deps.fileStore, { file });
    const isDone = await inTransaction(deps, byTheProduct, (work) => replace(work, document, { file, storageKey }));
    await removeStored(deps, isDone ? document.storageKey : storageKey);
  } finally {
    await file.discard();
  }
}

async function isStamped({ db }: Deps, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('documentStamps')
    .select('stampedDate')
    .where('signedDocumentId', '=', id)
    .executeTakeFirst();
  return !row || row.stampedDate !== null;
}

/** Another server may stamp the document meanwhile, and remove the file that this one reads: that is no failure. */
async function stampOne(deps: Deps, document: Waiting): Promise<void> {
  try {
    await stampWaiting(deps, document);
  } catch (error) {
    if (!(await isStamped(deps, document.id))) throw error;
  }
}

/** Stamps the documents that were signed while the time-stamp authority did not answer. */
export async function stampDocuments(deps: Deps): Promise<void> {
  if (!deps.timeStamps) return;
  const { rows } = await waitingDocuments.execute(deps.db);
  await forEachRow(
    deps,
    rows,
    ({ id }) => ({ kind: 'signed document', id }),
    (document) => stampOne(deps, document),
  );
}

export const signingJobs: Job[] = [{ name: 'stamp-documents', every: '*/5 * * * *', run: stampDocuments }];
