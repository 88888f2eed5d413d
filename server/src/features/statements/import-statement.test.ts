import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mostRows } from '@kerb/domain/statements/statement-limits.ts';
import { lockNumbers } from '@kerb/server/platform/database/locks.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { statementFile } from '../../../test/statement-file.ts';

type Line = { id: number; words: string; date: string };

let stage: Stage;
let admin: Person;
beforeAll(async () => {
  stage = await startStage({ now: '2026-11-16T02:00:00.000Z' });
  admin = await buildersFor(stage).aPerson('admin');
});

const call = (method: 'GET' | 'POST', path: string, body?: unknown, headers = {}) =>
  stage.as(admin.userId)(method, path, body, headers);
const header = 'Date,Amount,Description';
const importing = (text: string | Buffer, fileName?: string) =>
  call('POST', '/v1/bank-statements', ...statementFile(text, fileName));
const fileOf = (...rows: string[]) => [header, ...rows].join('\r\n');
const countLines = async () => {
  const { rows } = await sql<{ lines: number; statements: number }>`
    select (select count(*) from bank_statement_lines) as lines,
      (select count(*) from bank_statements) as statements`.execute(stage.db);
  return rows[0];
};
const filesLeft = () => {
  try {
    return readdirSync(join(stage.deps.config.dataDir, 'tmp'));
  } catch {
    return [];
  }
};
const outcome = (answer: { statusCode: number; json: () => { type?: string; displayText?: string } }) => [
  answer.statusCode,
  answer.json().displayText,
];

describe('a file of a bank', () => {
  it('that is refused, cut off or not a form leaves nothing', async () => {
    const before = await countLines();
    const good = Array.from({ length: 1_500 }, (_, at) => `01/11/2026,${at + 1}.00,LEFT ${at}`);
    expect(outcome(await importing(fileOf(...good, '01/11/2026,1,"OPEN')))).toEqual([
      400,
      'Line 1502: the quotation marks do not match.',
    ]);
    expect(outcome(await importing(Buffer.concat([Buffer.from(fileOf(...good)), Buffer.from([0, 1, 2])])))).toEqual([
      400,
      'This is not a CSV file.',
    ]);
    const [payload, headers] = statementFile(fileOf(...good));
    const half = await call('POST', '/v1/bank-statements', payload.subarray(0, -9_000), headers);
    expect(outcome(half)).toEqual([400, 'The upload was cut off. Please try again.']);
    expect((await call('POST', '/v1/bank-statements', { text: 'x' })).statusCode).toBe(400);
    expect((await importing('')).json().validation.statement[0].type).toBe('isEmpty');
    expect(outcome(await importing('\n\n'))).toEqual([400, 'The file is empty.']);
    expect(await countLines()).toEqual(before);
    expect(filesLeft()).toEqual([]);
  });

  it('above the limits is refused with what to do', async () => {
    const [, headers] = statementFile('x');
    const large = { ...headers, 'content-length': String(40 * 1024 * 1024) };
    const answer = await call('POST', '/v1/bank-statements', Readable.from([Buffer.from('--x')]), large);
    expect(outcome(answer)).toEqual([413, 'A statement has at most 32 MB. Export a shorter period from your bank.']);
    const before = await countLines();
    const long = await importing(`${header}\n${'x,y,z\n'.repeat(mostRows)}`);
    expect(outcome(long)).toEqual([
      400,
      'A statement has at most 200,000 lines. Export a shorter period from your bank.',
    ]);
    expect(await countLines()).toEqual(before);
  });

  it('waits for no other: one import at a time', async () => {
    await stage.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockNumbers.statementImport})`.execute(tx);
      if (stage.database.embedded) return;
      const answer = await importing(fileOf('01/11/2026,1.00,BESIDE'));
      expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/import-running']);
    });
    expect((await importing(fileOf('01/11/2026,1.00,BESIDE'))).json().newLines).toBe(1);
  });

  it('names the first hundred lines that it cannot read, and counts all', async () => {
    const rows = Array.from({ length: 2_500 }, () => 'never,1.00,X');
    const read = (await importing(fileOf(...rows))).json();
    expect([read.newLines, read.refusedLines, read.refused.length]).toEqual([0, 2_500, 100]);
    expect(read.refused.at(-1)).toEqual({ line: 101, because: 'This is no date.' });
  });

  it('sent again with its key gives the same answer, and another file with that key is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [payload, headers] = statementFile(fileOf('01/11/2026,1.00,KEYED'));
    const first = await call('POST', '/v1/bank-statements', payload, { ...headers, ...key });
    const again = await call('POST', '/v1/bank-statements', payload, { ...headers, ...key });
    expect([first.json().newLines, again.body]).toEqual([1, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const [other] = statementFile(fileOf('01/11/2026,2.00,KEYED'));
    expect((await call('POST', '/v1/bank-statements', other, { ...headers, ...key })).statusCode).toBe(422);
  });
});

describe('the second of two equal payments in a file of its own', () => {
  const equal = '05/11/2026,75.00,SMITH DEPOSIT';
  const list = async (): Promise<Line[]> =>
    (await call('GET', '/v1/bank-statement-lines?perPage=100'))
      .json()
      .items.filter(({ words }: Line) => words === 'SMITH DEPOSIT');

  it('is named as known, and can be imported all the same; a file with both then adds nothing', async () => {
    expect((await importing(fileOf(equal))).json()).toMatchObject({ newLines: 1, known: [] });
    const second = (await importing(fileOf('05/11/2026,1.00,OTHER', equal), 'later.csv')).json();
    const [first] = await list();
    expect(second).toMatchObject({ newLines: 1, knownLines: 1 });
    expect(second.known).toEqual([{ line: 3, id: first?.id, date: '2026-11-05', amount: 75, words: 'SMITH DEPOSIT' }]);
    const asked = [`/v1/bank-statement-lines/${first?.id}/another`, { fileName: 'later.csv', line: 3 }] as const;
    const key = { 'idempotency-key': randomUUID() };
    const added = await call('POST', ...asked, key);
    expect(added.json()).toMatchObject({ state: 'unmatched', amount: 75, fileName: 'later.csv' });
    expect((await call('POST', ...asked, key)).body).toBe(added.body);
    expect(await list()).toHaveLength(2);
    expect((await importing(fileOf(equal, equal))).json()).toMatchObject({ newLines: 0, knownLines: 2 });
    expect((await importing(fileOf(equal, equal, equal))).json()).toMatchObject({ newLines: 1, knownLines: 2 });
    const { rows } = await sql<{ logData: object }>`
      select log_data from log_entries where description = 'Bank statement line imported beside an equal one'`.execute(
      stage.db,
    );
    expect(rows[0]?.logData).toMatchObject({ fileName: 'later.csv', equalLine: first?.id });
    const nobody = { fileName: 'x.csv', line: 1 };
    expect((await call('POST', '/v1/bank-statement-lines/999999/another', nobody)).statusCode).toBe(404);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function bytesHeld(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** STATEMENT_LINES=100000 measures the longest usual file; it takes too long for every run. */
const lineCount = Number(process.env.STATEMENT_LINES ?? 12_000);

describe('a long file', () => {
  const rowAt = (at: number) => {
    const day = String((at % 28) + 1).padStart(2, '0');
    return `${day}/10/2026,${(at % 9_973) + 1}.50,TRANSFER FLOW ${at % 7 === 0 ? 'SAME' : at} PAYER`;
  };
  const text = `${header}\r\n${Array.from({ length: lineCount }, (_, at) => rowAt(at)).join('\r\n')}\r\n`;

  it('is imported once, without being held in memory, and again adds nothing', { timeout: 120_000 }, async () => {
    const [payload, headers] = statementFile(text);
    const inPieces = () =>
      Readable.from(
        Array.from({ length: Math.ceil(payload.length / 65_536) }, (_, at) =>
          payload.subarray(at * 65_536, (at + 1) * 65_536),
        ),
      );
    const start = bytesHeld();
    const samples: number[] = [];
    // Each sample takes about 0.5 s.
    const watch = setInterval(() => samples.push(bytesHeld()), 2_000);
    const began = performance.now();
    const first = await call('POST', '/v1/bank-statements', inPieces(), headers);
    const took = performance.now() - began;
    clearInterval(watch);
    expect(first.json()).toMatchObject({ newLines: lineCount, knownLines: 0, refusedLines: 0 });
    const beganAgain = performance.now();
    const again = await call('POST', '/v1/bank-statements', inPieces(), headers);
    const tookAgain = performance.now() - beganAgain;
    expect(again.json()).toMatchObject({ newLines: 0, knownLines: lineCount });
    expect(again.json().known).toHaveLength(100);
    const grown = (Math.max(start, ...samples) - start) / 1_048_576;
    if (process.env.STATEMENT_LINES) console.log({ lineCount, took, tookAgain, grown, samples: samples.length });
    // The number of equal lines is remembered for each line: about 200 bytes.
    expect(grown).toBeLessThan(8 + lineCount * 0.0003);
  });

  it('is listed to its end by cursors, each line once, in their order, and back', { timeout: 120_000 }, async () => {
    const page = async (cursor: string | null) => {
      const began = performance.now();
      const answer = await call('GET', `/v1/bank-statement-lines?perPage=100${cursor ? `&cursor=${cursor}` : ''}`);
      return { ...answer.json(), took: performance.now() - began };
    };
    const { rows } = await sql<{ id: number }>`
      select id from bank_statement_lines where state = 'unmatched' order by date desc, id desc`.execute(stage.db);
    // The last pages: the way there by cursors would take long, and a cursor starts anywhere.
    const from = rows.at(-1_050)?.id;
    let at = await page(`older-${from}`);
    const seen: number[] = at.items.map(({ id }: Line) => id);
    while (at.olderCursor) {
      at = await page(at.olderCursor);
      seen.push(...at.items.map(({ id }: Line) => id));
    }
    expect(seen).toEqual(rows.slice(-1_049).map(({ id }) => id));
    if (process.env.STATEMENT_LINES) console.log({ lastPage: at.took, first: (await page(null)).took });
    const back = await page(at.newerCursor);
    expect(back.items.map(({ id }: Line) => id)).toEqual(rows.slice(-149, -49).map(({ id }) => id));
    const second = await page((await page(null)).olderCursor);
    const newest = await page(second.newerCursor);
    expect([newest.newerCursor, newest.items[0].id]).toEqual([null, rows[0]?.id]);
    expect((await call('GET', '/v1/bank-statement-lines?cursor=older-x')).statusCode).toBe(400);
    expect((await page('older-999999999')).items).toEqual([]);
  });
});
