import { type RawBuilder, sql } from 'kysely';

/** Part of a text, as `ilike` wants it: what the caller typed has no wildcards of its own. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

type Page = { page: number; perPage: number };

/** The page asked for, within reason. */
export function pageOf({ page, perPage }: Page, mostPerPage: number): { limit: number; offset: number } {
  const limit = Math.min(Math.max(perPage, 1), mostPerPage);
  return { limit, offset: (Math.max(page, 1) - 1) * limit };
}

/** The same, as the end of a statement. */
export function pageClause(page: Page, mostPerPage: number): RawBuilder<unknown> {
  const { limit, offset } = pageOf(page, mostPerPage);
  return sql`limit ${limit} offset ${offset}`;
}
