import { deleteInLots } from '@kerb/server/platform/database/in-lots.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../test/statement-plans.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('deleting in lots', () => {
  it('deletes everything that is meant and nothing else, at most a thousand rows at a time', async () => {
    const { db } = database;
    await sql`
      insert into throttles (key, count, window_end)
      select n, 1, case when n <= 2500 then timestamptz '2020-01-01' else '2090-01-01' end
      from generate_series(1, 2600) n`.execute(db);
    let deleted = 0;
    const statements = await statementsOf(async () => {
      deleted = await deleteInLots(db, 'throttles', sql`window_end < now()`);
    });
    expect([deleted, statements.length]).toEqual([2_500, 3]);
    const { rows } = await sql<{ count: number }>`select count(*) as count from throttles`.execute(db);
    expect(rows).toEqual([{ count: 100 }]);
  });
});
