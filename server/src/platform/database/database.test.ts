import { EventEmitter } from 'node:events';
import { openEmbedded, openPostgres } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readableLog } from '../../../test/log-lines.ts';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
const expected = { msg: 'a database connection was lost', err: { code: '57P01', message: lost.message } };

it('logs a connection that PostgreSQL dropped, of requests and of exports, idle or in use', async () => {
  const { log, lines } = readableLog();
  // Nothing connects before the first query.
  const { pool, exports, close } = openPostgres('postgres://nobody@127.0.0.1:1/none', 1, log);
  for (const each of [pool, exports.pool]) {
    const client = new EventEmitter();
    each.emit('connect', client as never);
    client.emit('error', lost);
    // The pool reports its idle connections too; one line is enough.
    each.emit('error', lost, client as never);
  }
  expect(lines()).toMatchObject([expected, expected]);
  await close();
});

it('logs an export whose query could not be cancelled', async () => {
  const { log, lines } = readableLog();
  const { exports, close } = openPostgres('postgres://nobody@127.0.0.1:1/none', 1, log);
  await exports.cancel(7);
  expect(lines()).toMatchObject([{ msg: 'the query of an export was not cancelled', err: { code: 'ECONNREFUSED' } }]);
  await close();
});

it('logs an error of the embedded engine', async () => {
  const { log, lines } = readableLog();
  const { pool, close } = await openEmbedded(null, log);
  pool.emit('error', lost, {} as never);
  expect(lines()).toMatchObject([expected]);
  await close();
});

it('reads a list of ids as numbers', async () => {
  const { log } = readableLog();
  const { db, close } = await openEmbedded(null, log);
  const { rows } = await sql`select array_agg(id order by id) as ids from (values (7::bigint), (12)) t (id)`.execute(
    db,
  );
  expect(rows).toEqual([{ ids: [7, 12] }]);
  await close();
});
