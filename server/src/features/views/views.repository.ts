import type { ListView, ViewedList } from '@kerb/domain/views/views.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

type Row = Omit<ListView, 'href'>;

export const viewOf = (row: Row): ListView => ({ ...row, href: `/v1/list-views/${row.id}` });
export const viewColumns = ['id', 'list', 'name', 'search', 'lastUpdateDate'] as const;

/** Only one person's views: there is no way to request another's. */
export async function viewsOf(db: Database | Tx, userId: number, list: ViewedList): Promise<ListView[]> {
  const rows = await db
    .selectFrom('listViews')
    .select(viewColumns)
    .where('userId', '=', userId)
    .where('list', '=', list)
    .orderBy((table) => table.fn('lower', ['name']))
    .execute();
  return rows.map(viewOf);
}
