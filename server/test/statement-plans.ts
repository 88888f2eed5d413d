import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { everyStatement, type Statement } from './record-statements.ts';

const canBeExplained = ({ text }: Statement): boolean =>
  /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i.test(text);

/** The statements that this process sends to the database during `act`, if PostgreSQL can explain them. */
export const statementsOf = async (act: () => Promise<unknown>): Promise<Statement[]> =>
  (await everyStatement(act)).filter(canBeExplained);

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The large tables that a statement reads from their first row to the last, with or without an index. */
export async function tablesRead(
  pool: pg.Pool,
  { text, values }: Statement,
  { large, wholeIndexes }: { large: ReadonlySet<string>; wholeIndexes: ReadonlySet<string> },
): Promise<string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  const isWhole = (node: Plan) =>
    node['Node Type'] === 'Seq Scan' ||
    (/^Index (Only )?Scan$/.test(node['Node Type']) &&
      node['Index Cond'] === undefined &&
      wholeIndexes.has(node['Index Name'] ?? ''));
  return nodes
    .filter((node) => large.has(node['Relation Name'] ?? '') && isWhole(node))
    .map((n) => n['Relation Name']!);
}

/** The indexes without a condition: to read one of them from end to end is to read its table. */
export async function indexesOfWholeTables(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indpred is null and c.relnamespace = 'public'::regnamespace`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Foreign keys to these tables that have no index: a delete reads the whole table that has the key. */
export async function keysWithoutIndex(db: Database, deletedFrom: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid::regclass::text = any(${[...deletedFrom]}::text[])
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
    order by 1, 2`.execute(db);
  return rows.map(({ table, column }) => `${table}.${column}`);
}
