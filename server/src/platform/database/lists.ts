import { must } from '@kerb/domain/kernel/must.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for `ilike` that contains the text, with the user's wildcards escaped. */
export const containing = (text: string): string => `%${escaped(text)}%`;

/** Trigram indexes have no entry for a shorter text, unless a word begins with it. */
const shortestInside = 3;

/** Patterns for `ilike any`, which a trigram index can always find: one or two letters are the beginning of a word. */
export const searching = (text: string): string[] =>
  text.length < shortestInside ? [`${escaped(text)}%`, `% ${escaped(text)}%`] : [containing(text)];

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

/** A list counts up to this number and then says that there are more: nobody pages further, and counting is slow. */
export const mostCounted = 10_000;

type Paged<Row> = {
  /** The statement of the page, with its order and limit. */
  select: RawBuilder<Row>;
  /** The table and the conditions of the whole list, from `from` on. */
  counted: RawBuilder<unknown>;
};
type InPage = { totalItems: number; pagePlace: number | null };

/** An empty page has one row too: its counts. */
const rowsOf = <Row>(rows: readonly (Row & InPage)[]): Row[] =>
  rows
    .filter(({ pagePlace }) => pagePlace !== null)
    .map(({ totalItems: _, pagePlace: __, ...row }) => row as unknown as Row);

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
  return { rows: rowsOf(rows), totalItems: must(rows[0], 'row of a list').totalItems };
}

/** A condition on the id, in the statement that reads the rows of a capped page. */
export const isOnPage = sql`any(array(select on_page.id from on_page))`;

type Capped<Row> = {
  /** The ids of the list, in its order. */
  ids: RawBuilder<{ id: number }>;
  /** The rows whose id `isOnPage`. */
  select: RawBuilder<Row & { id: number }>;
  page: { limit: number; offset: number };
  /** An SQL expression: whether rows were left out that `ids` might have found. */
  isLeftOut?: RawBuilder<unknown>;
};

/** The same for a table that grows without end: it is read and counted up to a limit. `isMore`: there are more. */
export async function readCappedPage<Row extends object>(
  db: Database,
  { ids, select, page: { limit, offset }, isLeftOut = sql`false` }: Capped<Row>,
): Promise<{ rows: Row[]; totalItems: number; isMore?: true }> {
  const last = Math.min(offset + limit, mostCounted);
  const { rows } = await sql<Row & InPage & { isMore: boolean }>`
    with hits as materialized (
      select found.id, row_number() over () as place from (${ids} limit ${mostCounted + 1}) found),
    on_page as (select hits.id, hits.place from hits where hits.place > ${offset} and hits.place <= ${last})
    select page.*, counted.*
    from (
      select least(count(*), ${mostCounted}::bigint) as total_items,
        count(*) > ${mostCounted} or ${isLeftOut} as is_more
      from hits) counted
    left join (select rows.*, p.place as page_place from (${select}) rows join on_page p on p.id = rows.id) page on true
    order by page.page_place`.execute(db);
  const { totalItems, isMore } = must(rows[0], 'row of a list');
  const own = rowsOf(rows).map(({ isMore: _, ...row }) => row as unknown as Row);
  return { rows: own, totalItems, ...(isMore && { isMore }) };
}
