import { recordEnd } from '@kerb/domain/reports/csv.ts';
import type pg from 'pg';

/** A batch of records as bytes, each with its line end. */
export type Lot = { records: number; parts: Buffer[] };

/** Private part of the driver: the connection of a client, whose bytes are read here. */
type Below = { connection: pg.Connection };

const [dataRow, errorResponse, readyForQuery] = [...'DEZ'].map((letter) => letter.charCodeAt(0));
const end = Buffer.from(recordEnd);

/** The fields of a PostgreSQL error by their letters: M is the message and C the code. */
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

/** Parses the response to one query. Every message is a letter, its length and its content. */
function lotReader() {
  const parts: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let records = 0;
  let failure: Error | null = null;

  /** True when the server is ready for another query. */
  function read(chunk: Buffer): boolean {
    const received = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let [at, written, isReady] = [0, 0, false];
    while (at + 5 <= received.length) {
      const next = at + 1 + received.readInt32BE(at + 1);
      if (next > received.length) break;
      if (received[at] === dataRow) {
        // Moved within the buffer: the bytes before a row are more than the line end needs.
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
 * The result of a query with one text column, as bytes. The driver would convert each record to text, and we would
 * convert it back. Without that, the memory stays constant for an export of any length.
 */
export function fetchBytes(client: pg.PoolClient, query: string): Promise<Lot> {
  const { connection } = client as unknown as Below;
  const { stream } = connection;
  const drivers = stream.listeners('data') as ((chunk: Buffer) => void)[];
  const reader = lotReader();
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('Connection terminated'));
    // If the server has ended the connection meanwhile, there is no second close event.
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
