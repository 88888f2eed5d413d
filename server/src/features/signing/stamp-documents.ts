import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { storeBytes } from '@kerb/server/features/documents/keep-asset.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { openStored } from '@kerb/server/platform/files/open-stored.ts';
import { type ReceivedFile, receiveFile } from '@kerb/server/platform/files/received-file.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { forEachRow, notTried } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { stampPdf } from '@kerb/server/platform/pdf-signature/stamp-pdf.ts';
import { TimeStampsUnavailable } from '@kerb/server/platform/ports/time-stamps.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const mostAtOnce = 50;
/** Minutes to wait after the first failure, the second, and so on. The last one is repeated. */
export const retryMinutes = [5, 15, 60, 180, 720];
/** After this many documents in a row without an answer, the authority counts as down until the next run. */
const unansweredInARow = 5;

type Waiting = {
  id: number;
  agreementId: number;
  tenantId: number;
  assetId: number;
  storageKey: string;
  sealedFileKey: Buffer;
  attempts: number;
};

/** The document that has waited longest is first. One that failed waits again, behind all that were not tried yet. */
const dueDocuments = (now: Moment) => sql<Waiting>`
  select s.id, s.agreement_id, a.tenant_id, f.id as asset_id, f.storage_key, f.sealed_file_key, d.attempts
  from (
    select signed_document_id, attempts, next_attempt_date from document_stamps
    where stamped_date is null and next_attempt_date <= ${now}
    order by next_attempt_date, signed_document_id limit ${sql.lit(mostAtOnce)}) d
  join signed_documents s on s.id = d.signed_document_id
  join agreements a on a.id = s.agreement_id
  join assets f on f.id = s.asset_id
  order by d.next_attempt_date, s.id`;

/**
 * Counts the attempt before it is made: a document that ends the server waits too. False if another server has claimed
 * or stamped it.
 */
async function claim({ db }: Deps, { id, attempts }: Waiting, now: Moment): Promise<boolean> {
  const minutes = must(retryMinutes[Math.min(attempts, retryMinutes.length - 1)], 'minutes to wait');
  const { numUpdatedRows } = await db
    .updateTable('documentStamps')
    .set({ attempts: attempts + 1, nextAttemptDate: addMinutes(now, minutes) })
    .where('signedDocumentId', '=', id)
    .where('stampedDate', 'is', null)
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

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
  const pdf = await buffer(await openStored(deps, document));
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

/** Ends the run if the authority is down, so that the others keep their turn. */
function patient(deps: Deps, now: Moment) {
  let unanswered = 0;
  return async (document: Waiting): Promise<unknown> => {
    if (unanswered === unansweredInARow || !(await claim(deps, document, now))) return notTried;
    try {
      await stampOne(deps, document);
      unanswered = 0;
      return null;
    } catch (error) {
      unanswered = error instanceof TimeStampsUnavailable ? unanswered + 1 : 0;
      throw error;
    }
  };
}

/** Stamps the documents that were signed while the time-stamp authority did not answer. */
export async function stampDocuments(deps: Deps, now: Moment = realNow()): Promise<void> {
  if (!deps.timeStamps) return;
  const { rows } = await dueDocuments(now).execute(deps.db);
  await forEachRow(deps, rows, ({ id }) => ({ kind: 'signed document', id }), patient(deps, now));
}

/** An admin has asked for a run: all documents that failed are due. */
const tryAgain = async ({ tx }: Work): Promise<void> => {
  const nextAttemptDate = realNow();
  await tx
    .updateTable('documentStamps')
    .set({ nextAttemptDate })
    .where('stampedDate', 'is', null)
    .where('nextAttemptDate', '>', nextAttemptDate)
    .execute();
};

export const signingJobs: Job[] = [
  { name: 'stamp-documents', every: '*/5 * * * *', run: (deps) => stampDocuments(deps), tryAgain },
];
