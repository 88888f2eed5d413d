import { type Actor, type Role, realActorOf, roles } from '@kerb/domain/access/actor.ts';
import type { SecondPerson } from '@kerb/domain/second-person/second-person.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notPermitted } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * The person at the keyboard, as currently stored. A program is no person. The row is locked, so that nobody changes
 * them meanwhile.
 */
export async function personAtKeyboard({
  tx,
  actor,
}: {
  tx: Database | Tx;
  actor: Actor | null;
}): Promise<SecondPerson> {
  if (!actor) throw notPermitted();
  const row = await tx
    .selectFrom('users')
    .select(['id as userId', 'role', 'disabledDate', 'standingSince'])
    .where('id', '=', realActorOf(actor).userId)
    .where('role', 'in', roles)
    .$narrowType<{ role: Role }>()
    .forShare()
    .executeTakeFirst();
  if (!row) throw notPermitted();
  return row;
}

/** Somebody else has made or changed this user: for some days they do not count as a second person. */
export async function restartStanding({ tx, now, actor }: Work, userId: number): Promise<void> {
  if (!actor) return;
  await tx.updateTable('users').set({ standingSince: now }).where('id', '=', userId).execute();
}
