import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { type Migration, runMigrations } from '@kerb/server/platform/database/run-migrations.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onPostgres, openEmptyDatabase } from '../../../test/test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openEmptyDatabase();
}, 60_000);
beforeEach(async () => {
  const { db } = database;
  await sql`drop table if exists notes, migrations`.execute(db);
  await sql`create table notes (id bigint generated always as identity primary key, word text)`.execute(db);
  await sql`insert into notes (word) select 'word' from generate_series(1, 5000)`.execute(db);
});
afterAll(() => database.close());

type Patience = { mostTries: number; betweenTriesMs: number };

function run(migrations: Record<string, Migration>, patience?: Patience): Promise<string[]> {
  const named = Object.entries(migrations).map(([name, migration]) => ({ name, load: async () => migration }));
  const finish = async () => {};
  return runMigrations(database, named, { known: Object.keys(migrations), finish, ...(patience && { patience }) });
}

const adds = (column: string): Migration => ({
  up: async (db) => void (await sql`alter table notes add column ${sql.ref(column)} text`.execute(db)),
});
const fails: Migration = {
  up: async (db) => void (await sql`select from nothing`.execute(db)),
};

const columns = async () => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'notes'::regclass and attnum > 2 and not attisdropped order by attnum`.execute(database.db);
  return rows.map(({ name }) => name);
};

describe('migrations from 0085 on', () => {
  it('stay if a later one fails, and the next start goes on with that one', async () => {
    await expect(run({ '0085-a': adds('a'), '0086-b': fails, '0087-c': adds('c') })).rejects.toThrow('nothing');
    expect(await columns()).toEqual(['a']);
    expect(await run({ '0085-a': adds('a'), '0086-b': adds('b'), '0087-c': adds('c') })).toEqual(['0086-b', '0087-c']);
    expect(await columns()).toEqual(['a', 'b', 'c']);
  });

  it('leave nothing of one that fails', async () => {
    const half: Migration = {
      up: async (db) => {
        await adds('a').up?.(db);
        await fails.up?.(db);
      },
    };
    await expect(run({ '0085-a': half })).rejects.toThrow('nothing');
    expect(await columns()).toEqual([]);
  });

  it('fill a table in lots, and fill what is left after an interruption', async () => {
    let lots = 0;
    const fill: Migration = {
      online: (_, { inLots }) =>
        inLots('notes', (from, to) => {
          lots += 1;
          if (lots === 2) throw new Error('the server was killed');
          return sql`update notes set word = 'new' where id between ${from} and ${to} and word <> 'new'`;
        }),
    };
    await expect(run({ '0085-a': fill })).rejects.toThrow('killed');
    const news = async () =>
      (await sql<{ count: number }>`select count(*) as count from notes where word = 'new'`.execute(database.db))
        .rows[0]?.count;
    expect(await news()).toBe(2_000);
    expect(await run({ '0085-a': fill })).toEqual(['0085-a']);
    expect([await news(), lots]).toEqual([5_000, 5]);
  });

  it('create an index, also if it exists', async () => {
    const index: Migration = { online: (_, { createIndex }) => createIndex('notes_by_word', sql`notes (word)`) };
    expect(await run({ '0085-a': index, '0086-b': index })).toEqual(['0085-a', '0086-b']);
    const { rows } = await sql`select from pg_indexes where indexname = 'notes_by_word'`.execute(database.db);
    expect(rows).toHaveLength(1);
  });
});

describe('migrations before 0085', () => {
  it('are applied together or not at all', async () => {
    await expect(run({ '0003-a': adds('a'), '0004-b': fails })).rejects.toThrow('nothing');
    expect(await columns()).toEqual([]);
    expect(await run({ '0003-a': adds('a'), '0004-b': adds('b'), '0085-c': adds('c') })).toHaveLength(3);
  });
});

// The embedded engine has one connection.
if (onPostgres)
  describe('beside servers that work', () => {
    /** Holds a lock that every read takes, as a long report does, until `release` is called. */
    async function longRead() {
      const client = await database.pool.connect();
      await client.query('begin');
      await client.query('select count(*) from notes');
      return {
        release: async () => {
          await client.query('commit');
          client.release();
        },
      };
    }

    it('waits for a lock only for a second at a time, so that readers go on', async () => {
      const report = await longRead();
      let isOver = false;
      const migrated = run({ '0085-a': adds('a') }, { mostTries: 50, betweenTriesMs: 300 }).finally(() => {
        isOver = true;
      });
      const started = performance.now();
      let longestMs = 0;
      let reads = 0;
      let isReleased = false;
      while (!isOver) {
        const began = performance.now();
        await database.pool.query('select id from notes where id = 7');
        longestMs = Math.max(longestMs, performance.now() - began);
        reads += 1;
        if (!isReleased && performance.now() - started > 4_000) {
          isReleased = true;
          await report.release();
        }
        await pause(20);
      }
      expect(await migrated).toEqual(['0085-a']);
      expect(performance.now() - started).toBeGreaterThan(4_000);
      expect(reads).toBeGreaterThan(20);
      expect(longestMs).toBeLessThan(2_000);
    }, 30_000);

    it('says what to do if it never gets its lock, and leaves nothing', async () => {
      const report = await longRead();
      await expect(run({ '0085-a': adds('a') }, { mostTries: 2, betweenTriesMs: 10 })).rejects.toThrow(
        'Migration 0085-a did not get its lock in 2 tries',
      );
      await report.release();
      expect(await columns()).toEqual([]);
    });

    it('replaces an index whose creation was interrupted', async () => {
      await expect(
        database.pool.query('create unique index concurrently notes_by_word on notes (word)'),
      ).rejects.toThrow();
      await run({ '0085-a': { online: (_, { createIndex }) => createIndex('notes_by_word', sql`notes (word)`) } });
      const { rows } = await database.pool.query(
        `select indisvalid, indisunique from pg_index where indexrelid = 'notes_by_word'::regclass`,
      );
      expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
    });

    it('migrates once if two servers start at the same moment and an index is created concurrently', async () => {
      const index: Migration = {
        online: async (_, { createIndex }) => {
          await createIndex('notes_by_word', sql`notes (word)`);
          await pause(500);
          await createIndex('notes_by_length', sql`notes (length(word))`);
        },
      };
      const all = { '0085-a': adds('a'), '0086-b': index };
      const both = await Promise.all([run(all), run(all)]);
      expect(both.toSorted((a, b) => a.length - b.length)).toEqual([[], ['0085-a', '0086-b']]);
    });

    it('keeps no transaction open while another server migrates, which an index would wait for', async () => {
      let open = 0;
      const look: Migration = {
        online: async () => {
          await pause(1_000);
          const { rows } = await sql<{ count: number }>`
            select count(*) as count from pg_stat_activity where datname = current_database()
            and state = 'idle in transaction' and clock_timestamp() - xact_start > interval '500 ms'`.execute(
            database.db,
          );
          open = Number(rows[0]?.count);
        },
      };
      await Promise.all([run({ '0085-a': look }), run({ '0085-a': look })]);
      // Only the transaction with the lock.
      expect(open).toBe(1);
    });
  });
