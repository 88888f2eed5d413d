import { Readable } from 'node:stream';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Actor, realActorOf } from '@kerb/domain/access/actor.ts';
import { type CsvColumns, csvHeader } from '@kerb/domain/reports/csv.ts';
import { totalRowsHeader } from '@kerb/domain/reports/total-rows.ts';
import type { Lot } from '@kerb/server/platform/csv/fetch-bytes.ts';
import { type LineCursor, openLines } from '@kerb/server/platform/csv/line-cursor.ts';
import type { Database, Place } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { asAttachment, cleanFileName } from '@kerb/server/platform/files/file-name.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { lanes, ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import type { FastifyReply } from 'fastify';
import type { RawBuilder } from 'kysely';

type CsvDeps = Pick<Deps, 'db' | 'exports' | 'reader'>;

export type CsvFile = {
  /** What was exported, for the log, without personal data. */
  what: string;
  fileName: string;
  columns: CsvColumns;
  /** One text column with a record in each row, as `csvLine` writes it. */
  select: RawBuilder<{ line: string }>;
  /** The number of records, for the screen's percentage; null if counting costs as much as reading. */
  count: RawBuilder<{ count: number }> | null;
};

/** Rate limit exports. */
async function limitExports(db: Database, actor: Actor): Promise<void> {
  await countAttempt(db, 'exportsPerPerson', String(realActorOf(actor).userId));
  for (const { tenantId } of actor.memberships) await countAttempt(db, 'exportsPerOrganisation', String(tenantId));
}

/**
 * Reads as fast as the receiver. An error breaks the connection, so that half a file is never mistaken for a whole one.
 */
function fileOf(header: string, first: Lot, cursor: LineCursor, longestMs: number): Readable {
  const file = new Readable({
    highWaterMark: 1_048_576,
    read() {
      cursor.next().then(
        ({ parts, records }) => (records === 0 ? file.push(null) : pushAll(parts)),
        (error) => file.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(limit);
      cursor.close().then(
        () => done(error),
        (failed) => done(error ?? failed),
      );
    },
  });
  const pushAll = (parts: Buffer[]) => {
    for (const part of parts) file.push(part);
  };
  const limit = setTimeout(() => file.destroy(new Error('the export took too long')), longestMs).unref();
  pushAll([Buffer.from(header), ...first.parts]);
  return file;
}

/** Reads the first batch, so that most errors are known before the response starts. */
async function begun({ db, exports }: Place, { select, count }: CsvFile, gone: AbortSignal) {
  const statements = { select: select.compile(db), count: count?.compile(db) ?? null };
  const cursor = await openLines(exports, statements, gone);
  const first = await cursor.next().catch(async (error) => {
    await cursor.close();
    throw error;
  });
  return { cursor, first };
}

type Receiver = { reply: FastifyReply; scope: AccessScope };

/** Ends when the last record is sent, or when the receiver has disconnected. */
async function sendRecords(deps: CsvDeps, { reply, scope }: Receiver, file: CsvFile, gone: AbortSignal): Promise<void> {
  const begin = await deps.reader
    .read((place) => begun(place, file, gone))
    .catch((error) => {
      // The receiver has disconnected, so this error comes from the cancelled query.
      if (gone.aborted) return undefined;
      throw error;
    });
  if (!begin) return;
  const { cursor, first } = begin;
  reply.log.info({ what: file.what, userId: scope.actor.userId, records: cursor.totalRows }, 'records exported');
  if (cursor.totalRows !== null) reply.header(totalRowsHeader, cursor.totalRows);
  await reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', asAttachment(cleanFileName(file.fileName)))
    .header('cache-control', 'no-store')
    .send(fileOf(csvHeader(file.columns), first, cursor, deps.exports.longestMs));
}

/**
 * Streams records as CSV at the receiver's speed, with at most a few thousand in memory. An error before the first
 * record is a normal problem response. A person's exports run one after the other.
 */
export async function streamCsv(deps: CsvDeps, receiver: Receiver, file: CsvFile): Promise<undefined> {
  const { reply, scope } = receiver;
  await limitExports(deps.db, scope.actor);
  const closed = new AbortController();
  const gone = closed.signal;
  reply.raw.once('close', () => closed.abort());
  await lanes.exports
    .run(ownerOf(scope.actor), () => sendRecords(deps, receiver, file, gone), gone)
    .catch((error) => {
      // Disconnected while it waited for its turn.
      if (error !== gone.reason) throw error;
    });
  return undefined;
}
