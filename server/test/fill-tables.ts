import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
import { asOwner } from './test-database.ts';

type Column = { table: string; name: string; type: string };

/** A value for each row `n` of a column that needs one. Dates are far ahead: no job is due for these rows. */
// biome-ignore format: a table
const values: Record<string, string> = {
  'bigint[]':                 `'{}'`,
  'integer':                  'n',
  'smallint':                 '2',
  'numeric':                  '1',
  'boolean':                  'false',
  'bytea':                    `decode(md5(n::text), 'hex')`,
  'date':                     `date '2090-01-01'`,
  'jsonb':                    `'{}'`,
  'text':                     `'row ' || n`,
  'text[]':                   `'{}'`,
  'timestamp with time zone': `timestamptz '2090-01-01 00:00Z' + n * interval '1 second'`,
};

/** The columns that must have a value and get none by themselves. */
async function neededColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db);
  return rows;
}

type Filling = {
  rows: number;
  /** The first id that filled rows refer to: the id of another filled row, or an id that no row has. */
  firstId: number;
  /** Tables that stay as they are. */
  without: ReadonlySet<string>;
  /** Columns that get another value than their type says, as SQL. */
  set: Record<string, Record<string, string>>;
};

/**
 * Fills the tables with rows that mean nothing, so that the planner sees large tables. The checks and triggers of the
 * test's own database are off meanwhile. Returns the tables that were filled.
 */
export async function fillTables(db: Database, { rows, firstId, without, set }: Filling): Promise<Set<string>> {
  const needed = Map.groupBy(await neededColumns(db), ({ table }) => table);
  const filled = new Set<string>();
  const cellOf = (type: string) => (type === 'bigint' ? `${firstId - 1} + n` : (values[type] ?? 'null'));
  await asOwner(db, async (tx) => {
    const { rows: checks } = await sql<{ statement: string }>`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
      from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`.execute(tx);
    for (const { statement } of checks) await sql.raw(statement).execute(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [table, columns] of needed) {
      if (without.has(table)) continue;
      const typed = Object.fromEntries(columns.map(({ name, type }) => [name, cellOf(type)]));
      const cells = { ...typed, ...set[table] };
      const names = Object.keys(cells).map((name) => `"${name}"`);
      const select = `select ${Object.values(cells).join()} from generate_series(1, ${rows}) n`;
      await sql.raw(`insert into "${table}" (${names.join()}) ${select}`).execute(tx);
      filled.add(table);
    }
  });
  await asOwner(db, (tx) => sql`analyze`.execute(tx));
  return filled;
}
