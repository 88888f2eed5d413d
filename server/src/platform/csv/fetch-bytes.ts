import { recordEnd } from '@kerb/domain/reports/csv.ts';
import type pg from 'pg';

/** Some records as they are sent on, each with its end. */
export type Lot = { records: number; parts: Buffer[] };

/** What the driver keeps to itself: the connection below a client, whose bytes it reads. */
type Below = { connection: pg.Connection };

const [dataRow, errorResponse, readyForQuery] = [...'DEZ'].map((letter) => letter.charCodeAt(0));
const end = Buffer.from(recordEnd);

/** The fields of an error by their letters: M is the message and C the code. */
function errorIn(message: Buffer): Error {
  const fields = new Map(
    message
      .toString()
      .split('\0')
      .filter(Boolean)
      .map((field) => [field[0], field.slice(1)]),
  );
  return Object.assign(new Error(fields.get('M')), { code: fields.get('C') });
}

/** Takes the answer to one query apart: every message is a letter, its length and its content. */
function lotReader() {
  const parts: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let records = 0;
  let failure: Error | null = null;

  /** True once the server is ready for another query. */
  function read(chunk: Buffer): boolean {
    const received = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let [at, written, isReady] = [0, 0, false];
    while (at + 5 <= received.length) {
      const next = at + 1 + received.readInt32BE(at + 1);
      if (next > received.length) break;
      if (received[at] === dataRow) {
        // Moved together in place: more bytes precede a row than end a record.
        written += received.copy(received, written, at + 11, next);
        written += end.copy(received, written);
        records += 1;
      } else if (received[at] === errorResponse) {
        failure = errorIn(received.subarray(at + 5, next));
      } else if (received[at] === readyForQuery) {
        isReady = true;
      }
      at = next;
    }
    rest = received.subarray(at);
    if (written > 0) parts.push(received.subarray(0, written));
    return isReady;
  }
  return { read, lot: (): Lot => ({ records, parts }), failure: () => failure };
}

/**
 * The answer to a query of one text column as bytes. The driver would make a text of each record, only for us to turn
 * it into bytes again; without that an export of any length leaves the memory as it was.
 */
export function fetchBytes(client: pg.PoolClient, query: string): Promise<Lot> {
  const { connection } = client as unknown as Below;
  const { stream } = connection;
  const drivers = stream.listeners('data') as ((chunk: Buffer) => void)[];
  const reader = lotReader();
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('Connection terminated'));
    // One that the server has ended meanwhile closes no second time.
    if (!stream.writable) return onClose();
    function onData(chunk: Buffer) {
      if (!reader.read(chunk)) return;
      stream.off('data', onData).off('close', onClose);
      for (const listener of drivers) stream.on('data', listener);
      const failure = reader.failure();
      if (failure) reject(failure);
      else resolve(reader.lot());
    }
    for (const listener of drivers) stream.off('data', listener);
    stream.on('data', onData).on('close', onClose);
    connection.query(query);
  });
}
