import { type ListView, mostViews, type SavedListView } from '@kerb/domain/views/views.contract.ts';
import { viewColumns, viewOf } from '@kerb/server/features/views/views.repository.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/**
 * Stores a view under its name, which is not case-sensitive. Writes no log entry: a view is one person's preference and
 * affects nobody else.
 */
export async function saveView(work: Work, userId: number, { list, name, search }: SavedListView): Promise<ListView> {
  const { tx, now } = work;
  // Lock the user, so that two windows cannot exceed the limit together.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const others = await tx
    .selectFrom('listViews')
    .select((table) => table.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '<>', sql`lower(${name})`)
    .executeTakeFirstOrThrow();
  if (Number(others.count) >= mostViews) {
    throw new Problem(409, 'too-many-views', `You have ${mostViews} views of this list. Delete one to save another.`);
  }
  const row = await tx
    .insertInto('listViews')
    .values({ userId, list, name, search, createdDate: now, lastUpdateDate: now })
    .onConflict((conflict) =>
      conflict.expression(sql`user_id, list, lower(name)`).doUpdateSet({ name, search, lastUpdateDate: now }),
    )
    .returning(viewColumns)
    .executeTakeFirstOrThrow();
  return viewOf(row);
}
