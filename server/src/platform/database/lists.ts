import { must } from '@kerb/domain/kernel/must.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** A pattern for `ilike` that contains the text, with the user's wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

type Page = { page: number; perPage: number };

/** The requested page, limited to sensible values. */
export function pageOf({ page, perPage }: Page, mostPerPage: number): { limit: number; offset: number } {
  const limit = Math.min(Math.max(perPage, 1), mostPerPage);
  return { limit, offset: (Math.max(page, 1) - 1) * limit };
}

/** The same as an SQL clause. */
export function pageClause(page: Page, mostPerPage: number): RawBuilder<unknown> {
  const { limit, offset } = pageOf(page, mostPerPage);
  return sql`limit ${limit} offset ${offset}`;
}

type Paged<Row> = {
  /** The statement of the page, with its order and limit. */
  select: RawBuilder<Row>;
  /** The table and the conditions of the whole list, from `from` on. */
  counted: RawBuilder<unknown>;
};
type InPage = { totalItems: number; pagePlace: number | null };

/** A page and the number of all rows, in one statement: one round trip, and both are of the same moment. */
export async function readPage<Row extends object>(
  db: Database,
  { select, counted }: Paged<Row>,
): Promise<{ rows: Row[]; totalItems: number }> {
  const { rows } = await sql<Row & InPage>`
    select page.*, counted.total_items
    from (select count(*) as total_items ${counted}) counted
    left join (select found.*, row_number() over () as page_place from (${select}) found) page on true
    order by page.page_place`.execute(db);
  const { totalItems } = must(rows[0], 'row of a list');
  // An empty page has one row: the total.
  const found = rows.filter(({ pagePlace }) => pagePlace !== null);
  return { rows: found.map(({ totalItems: _, pagePlace: __, ...row }) => row as unknown as Row), totalItems };
}
