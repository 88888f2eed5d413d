import { refuseLapsed } from '@kerb/server/features/batches/still-approved.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { asAttachment } from '@kerb/server/platform/files/file-name.ts';
import { filePolicy } from '@kerb/server/platform/http/send-file.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { FastifyReply } from 'fastify';

export type StoredFile = { name: string; bytes: Buffer };

/** The file exactly as approved. The download is logged first. The lock decides whether a discard comes before. */
export async function takeFile(work: Work, id: number): Promise<StoredFile> {
  const row = await work.tx
    .selectFrom('batches')
    .select(['fileName', 'fileBytes', 'fileSha256', 'status', 'createdByUserId', 'approvedByUserId', 'lapsedDate'])
    .select('fileFirstDownloadedDate as fileDownloadedDate')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.fileName || !row.fileBytes || !row.fileSha256 || row.status === 'discarded') throw notFound('bank file');
  if (row.status === 'approved') await refuseLapsed(work, row);
  await work.tx
    .updateTable('batches')
    .set({ fileFirstDownloadedDate: work.now })
    .where('id', '=', id)
    .where('fileFirstDownloadedDate', 'is', null)
    .execute();
  await record(work, {
    activityCode: 'campaign_update',
    description: `Bank file of batch ${id} downloaded`,
    data: { batch: id, fileName: row.fileName, sha256: row.fileSha256.toString('hex') },
  });
  return { name: row.fileName, bytes: row.fileBytes };
}

export async function sendFile(reply: FastifyReply, { name, bytes }: StoredFile): Promise<undefined> {
  await reply
    .header('content-type', 'text/plain; charset=us-ascii')
    .header('content-length', bytes.length)
    .header('content-disposition', asAttachment(name))
    .header('content-security-policy', filePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(bytes);
  return undefined;
}
