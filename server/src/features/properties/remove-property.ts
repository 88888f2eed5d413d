import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { lockProperty } from '@kerb/server/features/properties/properties.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export async function removeProperty(work: Work, scope: AccessScope, id: number): Promise<void> {
  // Lock the property first: a campaign that is about to attach it waits, and then does not find it.
  const locked = await lockProperty(work.tx, scope, id);
  const holder = await work.tx.selectFrom('agreements').select('id').where('propertyId', '=', id).executeTakeFirst();
  if (holder) {
    throw new Problem(409, 'property-in-use', 'A campaign has this property, so it cannot be removed.');
  }
  await work.tx.deleteFrom('properties').where('id', '=', id).execute();
  const { href: _, ...data } = locked.value;
  await record(work, { activityCode: 'property_delete', data });
}
