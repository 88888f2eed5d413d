import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { keepingPlan, markedPlans, plansKeptBy } from '@kerb/server/platform/database/kept-plans.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { onPostgres } from '../../../test/test-database.ts';

/** A client that connects nowhere, and what it was asked to send. */
function recorded() {
  const sent: unknown[][] = [];
  class Recorded extends pg.Client {
    override query = (async (...args: unknown[]) => void sent.push(args)) as unknown as pg.Client['query'];
  }
  const Client = plansKeptBy(Recorded, markedPlans);
  return { client: new Client(), sent };
}

/** How many plans a connection has kept after the same statement with two values. */
async function keptAfterTwo(options: { isPooled: boolean }): Promise<number> {
  const { db, close } = openPostgres(process.env.TEST_DATABASE_URL ?? '', 1, silentLog, options);
  try {
    for (const value of [1, 2]) {
      const { rows } = await keepingPlan(sql<{ next: number }>`select ${value}::integer + 1 as next`).execute(db);
      expect(rows).toEqual([{ next: value + 1 }]);
    }
    return (await sql`select from pg_prepared_statements`.execute(db)).rows.length;
  } finally {
    await close();
  }
}

describe('a statement whose plan is kept', () => {
  it('has a name, the same for the same text; another statement has none', async () => {
    const { client, sent } = recorded();
    await client.query('/* kept plan */ select $1', [1]);
    await client.query('/* kept plan */ select $1', [2]);
    await client.query('select $1', [3]);
    await client.query('begin');
    const [one, two, ...others] = sent;
    const named = { name: expect.stringMatching(/^[\w-]{43}$/), text: '/* kept plan */ select $1' };
    expect(one).toEqual([{ ...named, values: [1] }]);
    expect(two).toEqual([{ ...(one?.[0] as object), values: [2] }]);
    expect(others).toEqual([
      ['select $1', [3]],
      ['begin', undefined],
    ]);
  });

  it('has no name once a connection has kept a hundred', async () => {
    const { client, sent } = recorded();
    for (let number = 0; number <= 100; number += 1) await client.query(`/* kept plan */ select $1, ${number}`, [1]);
    expect(sent.filter(([first]) => typeof first === 'object')).toHaveLength(100);
    expect(sent.at(-1)).toEqual(['/* kept plan */ select $1, 100', [1]]);
  });

  it('is planned once by a connection, and never through a pooler', async () => {
    // The embedded engine has a class of its own.
    if (!onPostgres) return;
    expect(await keptAfterTwo({ isPooled: false })).toBe(1);
    expect(await keptAfterTwo({ isPooled: true })).toBe(0);
  });

  it('is planned again when a migration has changed what it returns', async () => {
    if (!onPostgres) return;
    const { db, close } = openPostgres(process.env.TEST_DATABASE_URL ?? '', 1, silentLog);
    const read = (on: typeof db) => keepingPlan(sql`select * from changing where ${1}::integer = 1`).execute(on);
    try {
      await sql`create temporary table changing as select 1 as one`.execute(db);
      await read(db);
      await sql`alter table changing add column two integer`.execute(db);
      expect((await read(db)).rows).toEqual([{ one: 1, two: null }]);
      await sql`alter table changing add column three integer`.execute(db);
      // Within a transaction the statement fails once, and works in the next one.
      await expect(db.transaction().execute(read)).rejects.toThrow('cached plan must not change result type');
      const { rows } = await db.transaction().execute(read);
      expect(rows).toEqual([{ one: 1, two: null, three: null }]);
    } finally {
      await close();
    }
  });
});
