import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';
import { openLines } from '@kerb/server/platform/csv/line-cursor.ts';
import { type CsvFile, streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { ExportPool, Reader } from '@kerb/server/platform/database/database.ts';
import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { lanes } from '@kerb/server/platform/queues/lanes.ts';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner, onPostgres } from '../../../test/test-database.ts';

const columns = { number: { header: 'No.', is: 'plain' }, words: { header: 'Words', is: 'text' } } as const;

/** Test files: the number of records, and what happens at one of them. */
// biome-ignore format: a table
const files = {
  none:    { rows: 0,       at: sql`''`, columns },
  some:    { rows: 3,       at: sql`''`, columns },
  round:   { rows: 4_000,   at: sql`''`, columns },
  many:    { rows: 20_000,  at: sql`repeat('x', 1000)`, columns },
  broken:  { rows: 20_000,  at: sql`repeat('x', 1000) || 1 / (18000 - n)`, columns },
  // On the embedded engine a sleep would block everything else.
  slow:    { rows: 3,       at: onPostgres ? sql`pg_sleep(60)` : sql`''`, columns },
  wrong:   { rows: 3,       at: sql`1 / (n - n)`, columns },
} satisfies Record<string, { rows: number; at: unknown; columns: CsvColumns }>;
type Name = keyof typeof files;

const fileOf = (name: Name): CsvFile => ({
  what: name,
  fileName: `Kōwhai: ${name}.csv`,
  columns,
  select: sql`select concat_ws(',', n, ${files[name].at}) as line from generate_series(1, ${files[name].rows}) n`,
  count: sql`select ${files[name].rows}::integer as count`,
});

let stage: Stage;
let admin: Person;
let other: Person;
let exports: ExportPool;
const server = Fastify();

beforeAll(async () => {
  stage = await startStage();
  const { aPerson } = buildersFor(stage);
  [admin, other] = [await aPerson('admin'), await aPerson('admin')];
  answerErrors(server);
  server.get('/:name', async (request, reply) => {
    const { name } = request.params as { name: Name };
    const scope = accessScopeOf(request.headers.from === 'other' ? other : admin, 'report.read')!;
    const reader: Reader = { ...stage.deps.reader, read: (run) => run({ db: stage.db, exports }) };
    return streamCsv({ ...stage.deps, exports, reader }, { reply, scope }, fileOf(name));
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  exports = stage.deps.exports;
  await stage.db.deleteFrom('throttles').execute();
});
afterAll(() => server.close());

const portOf = () => (server.server.address() as AddressInfo).port;

async function ask(name: Name, from: 'admin' | 'other' = 'admin'): Promise<IncomingMessage> {
  const request = get({ port: portOf(), path: `/${name}`, agent: false, headers: { from } });
  const [response] = await once(request, 'response');
  return response;
}

const neverGone = new AbortController().signal;
const one = { select: { sql: `select '1' as line`, parameters: [] }, count: null };
const recordsOf = (file: string) => file.split('\r\n').slice(1, -1);

async function runningQueries(): Promise<unknown[]> {
  const { rows } = await asOwner(stage.db, (tx) =>
    sql`
      select query from pg_stat_activity
      where query like 'fetch%' and state = 'active' and datname = current_database()`.execute(tx),
  );
  return rows;
}

/** Nothing of an export is left: no connection in use or waiting, no held cursor, no running query. */
async function expectNothingLeft() {
  await vi.waitFor(async () => {
    const { pool } = stage.deps.exports;
    expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
    const { rows: cursors } = await sql`select name from pg_cursors where name like 'lines%'`.execute(stage.db);
    expect([...(await runningQueries()), ...cursors]).toEqual([]);
  }, 10_000);
}

describe('an export', () => {
  it('is a file with a name, a header and the announced number of records', async () => {
    const { statusCode, headers, body } = await server.inject('/some');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="K_whai_ some.csv"; filename*=UTF-8''K%C5%8Dwhai_%20some.csv`,
      'cache-control': 'no-store',
      'kerb-total-rows': '3',
    });
    expect(body).toBe('\uFEFFNo.,Words\r\n1,\r\n2,\r\n3,\r\n');
  });

  it('of no records is a header', async () => {
    expect((await server.inject('/none')).body).toBe('\uFEFFNo.,Words\r\n');
  });

  it.each(['round', 'many'] as const)('of %s records has each of them once, in order', async (name) => {
    const records = recordsOf(await text(await ask(name)));
    expect(records).toHaveLength(files[name].rows);
    expect(records.every((record, place) => record.startsWith(`${place + 1},`))).toBe(true);
    await expectNothingLeft();
  });

  it('that cannot begin answers with a normal problem', async () => {
    const answer = await server.inject('/wrong');
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['content-disposition']).toBeUndefined();
    await expectNothingLeft();
  });

  it('that fails midway breaks the connection and never looks complete', async () => {
    const response = await ask('broken');
    const outcome = await text(response).then(
      () => (response.statusCode === 200 ? 'whole' : 'refused'),
      () => 'broken off',
    );
    // The embedded engine reads everything first, so it fails before it answers.
    expect(outcome).toBe(stage.database.embedded ? 'refused' : 'broken off');
    await expectNothingLeft();
    expect(recordsOf((await server.inject('/some')).body)).toHaveLength(3);
  });

  it('whose receiver disconnects leaves nothing behind, and the next one works, many times over', async () => {
    for (let time = 0; time < 3; time += 1) {
      const response = await ask('many');
      await once(response, 'data');
      response.destroy();
    }
    await expectNothingLeft();
    expect(recordsOf(await text(await ask('many')))).toHaveLength(files.many.rows);
  });

  it('whose receiver disconnects before it begins is not continued', async () => {
    const arrived = once(server.server, 'request');
    const request = get({ port: portOf(), path: '/slow', agent: false }).on('error', () => {});
    await arrived;
    if (onPostgres) await vi.waitFor(async () => expect(await runningQueries()).toHaveLength(1), 10_000);
    request.destroy();
    await expectNothingLeft();
  });

  it('that nobody reads blocks no list and, after its time limit, no other export', async () => {
    exports = { ...stage.deps.exports, longestMs: 300 };
    const unread = await Promise.all([ask('many'), ask('many', 'other')]);
    expect(await stage.db.selectFrom('tenants').select('id').execute()).not.toEqual([]);
    expect(recordsOf(await text(await ask('some')))).toHaveLength(3);
    await expectNothingLeft();
    for (const response of unread) await expect(text(response)).rejects.toThrow();
  });

  it('is not left open after a HEAD request', async () => {
    const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/round' });
    expect([statusCode, headers['kerb-total-rows']]).toEqual([200, '4000']);
    await expectNothingLeft();
  });
});

describe('a connection that ends between two batches of records', () => {
  it('breaks the export at once', async () => {
    const cursor = await openLines(exports, { ...one, select: fileOf('round').select.compile(stage.db) }, neverGone);
    await cursor.next();
    if (onPostgres) {
      await asOwner(stage.db, (tx) =>
        sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where query like 'fetch%' and datname = current_database()`.execute(tx),
      );
      await vi.waitFor(() => expect(cursor.next()).rejects.toThrow(), 10_000);
    }
    await cursor.close();
    await expectNothingLeft();
  });
});

describe('too many exports', () => {
  it('of one person are rate limited', async () => {
    const { most } = limits.exportsPerPerson;
    for (let time = 0; time < most; time += 1) expect((await server.inject('/none')).statusCode).toBe(200);
    const refused = await server.inject('/none');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('of one person run one after the other, and a third is refused, while another person’s go on', async () => {
    const first = await ask('many');
    const second = ask('some');
    await vi.waitFor(() => expect(lanes.exports.waiting()).toBe(1));
    const third = await ask('some');
    expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '5']);
    expect(recordsOf(await text(await ask('some', 'other')))).toHaveLength(3);
    const isAnswered = vi.fn();
    void second.then(isAnswered);
    await stage.db.selectFrom('tenants').select('id').execute();
    expect(isAnswered).not.toHaveBeenCalled();
    expect(recordsOf(await text(first))).toHaveLength(files.many.rows);
    expect(recordsOf(await text(await second))).toHaveLength(3);
    await expectNothingLeft();
  });

  it('in parallel wait for a connection, and get an error if that takes too long', async () => {
    const { pool } = exports;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const usual = pool.options.connectionTimeoutMillis ?? 0;
    pool.options.connectionTimeoutMillis = 50;
    const refused = await openLines(exports, one, neverGone).catch((problem) => problem);
    pool.options.connectionTimeoutMillis = usual;
    expect(refused).toMatchObject({ status: 503, retryAfterSeconds: 30 });
    expect(refused.message).toBe('Other exports are still running. Please try again in a minute.');

    const waiting = server.inject('/some');
    for (const client of held) client.release();
    expect(recordsOf((await waiting).body)).toHaveLength(3);
  });

  it('do not start if the receiver has disconnected', async () => {
    const gone = new AbortController();
    gone.abort();
    await expect(openLines(exports, one, gone.signal)).rejects.toThrow();
    await expectNothingLeft();
    expect(recordsOf((await server.inject('/some')).body)).toHaveLength(3);
  });
});
