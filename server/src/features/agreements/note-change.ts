import type { ChangeGroup } from '@kerb/domain/agreements/change-groups.ts';
import { movedOn } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';

/**
 * Moves the version of campaigns on whose payers or property have changed: those are other tables. Otherwise an admin
 * who reads the campaign before the change could approve it afterwards. The campaigns must be locked.
 */
export async function noteChange(
  tx: Tx,
  ids: readonly number[],
  group: Extract<ChangeGroup, 'payers' | 'property' | 'references'>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('agreements')
    .set(movedOn([group]))
    .where('id', 'in', ids)
    .execute();
}
