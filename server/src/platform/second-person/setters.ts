import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import type { ContactSetters, Setter } from '@kerb/domain/payers/contact-setters.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { askersById } from '@kerb/server/platform/second-person/second-person.ts';

/** Everybody else than the payer who entered the contacts of one of these payers. */
export async function settersOf(db: Database | Tx, payers: readonly ContactSetters[]): Promise<Setter[]> {
  const ids = [...new Set(payers.flatMap(({ contactSetterIds }) => contactSetterIds))];
  if (ids.length === 0) return [];
  return [...(await askersById(db, ids, { permission: 'payer.change' })).values()];
}

/** Whether there is no other active admin, who could approve a loan instead. */
export async function isOnlyAdmin(db: Database | Tx, userId: number): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', rolesWith('act.decide'))
    .where('disabledDate', 'is', null)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
