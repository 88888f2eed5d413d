import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOwnedDatabase } from '../../../test/test-database.ts';

let database: OpenDatabase;
let client: PoolClient;

// Each test has its own connection: an earlier one may have prepared as many statements as are allowed.
beforeEach(async () => {
  database = await openOwnedDatabase();
  client = await database.pool.connect();
});

afterEach(() => {
  client.release();
  return database.close();
});

const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows;
const planned = async (text: string) =>
  (await client.query('select statement from pg_prepared_statements')).rows.filter(
    ({ statement }) => statement === text,
  ).length;

describe('a prepared statement of the embedded engine', () => {
  it('is planned once and works with other values', async () => {
    const text = 'select $1::int + 1 as next';
    for (const [value, next] of [
      [1, 2],
      [41, 42],
    ])
      expect(await query(text, [value])).toEqual([{ next }]);
    expect(await planned(text)).toBe(1);
  });

  it('that failed fails again with its own message, and works when its table exists', async () => {
    const text = 'select $1::int as one from later';
    for (let time = 0; time < 2; time++) await expect(query(text, [1])).rejects.toThrow('"later" does not exist');
    await client.query('create table later as select 1 as kept');
    expect(await query(text, [1])).toEqual([{ one: 1 }]);
  });

  it('follows a change of its table', async () => {
    await client.query('create table later as select 1 as kept');
    const text = 'select kept from later where $1::int = 1';
    expect(await query(text, [1])).toEqual([{ kept: 1 }]);
    await client.query('alter table later add column more int');
    expect(await query(text, [1])).toEqual([{ kept: 1 }]);
  });

  it('works unprepared when too many are prepared', async () => {
    for (let number = 0; number <= 2000; number++) await query(`select $1::int as n${number}`, [number]);
    expect(await query('select $1::int as last', [7])).toEqual([{ last: 7 }]);
    expect(await planned('select $1::int as last')).toBe(0);
  });
});
