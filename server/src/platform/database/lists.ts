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
