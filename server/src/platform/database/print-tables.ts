import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Column = {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Whether only the database writes the column: an identity or a generated expression. */
  isAlwaysGenerated: boolean;
};

/**
 * The TypeScript type of each PostgreSQL type, as the parsers in database.ts return it: days, moments and amounts are
 * text.
 */
// biome-ignore format: a table
const types: Record<string, string> = {
  'bigint':                   'number',
  'bigint[]':                 'number[]',
  'integer':                  'number',
  'smallint':                 'number',
  'boolean':                  'boolean',
  'bytea':                    'Buffer',
  'date':                     'string',
  'numeric':                  'string',
  'text':                     'string',
  'text[]':                   'string[]',
  'timestamp with time zone': 'string',
  'xid8':                     'string',
};

async function columnsOf(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default,
      a.attidentity = 'a' or a.attgenerated <> '' as is_always_generated
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(db);
  return rows;
}

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function jsonOf({ isNullable, hasDefault }: Column): string {
  const also = [...(isNullable ? ['null'] : []), ...(hasDefault ? ['undefined'] : [])];
  return also.length === 0 ? 'Json' : `Json<${also.join(' | ')}>`;
}

function typeOf(column: Column): string {
  const { table, name, type, isNullable, hasDefault, isAlwaysGenerated } = column;
  if (type === 'jsonb') return jsonOf(column);
  const known = types[type];
  if (known === undefined) throw new Error(`${table}.${name} has a type that this file does not map: ${type}`);
  const value = isNullable ? `${known} | null` : known;
  if (isAlwaysGenerated) return `GeneratedAlways<${value}>`;
  return hasDefault ? `Generated<${value}>` : value;
}

function printTable([table, columns]: [string, Column[]]): string {
  const lines = columns.map((column) => `    ${camelCase(column.name)}: ${typeOf(column)};`);
  return [`  ${camelCase(table)}: {`, ...lines, '  };'].join('\n');
}

/** The types of every table and column of a migrated database, as the text of tables.ts. */
export async function printTables(db: Database): Promise<string> {
  const tables = Map.groupBy(await columnsOf(db), ({ table }) => table);
  return `// Printed by \`npm run db-types\` from the migrated database; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as a value, written as text. */
type Json<Also = never> = ColumnType<unknown, string | Also, string | Exclude<Also, undefined>>;

export type Tables = {
${[...tables].map(printTable).join('\n')}
};
`;
}
