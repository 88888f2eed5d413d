import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { type Actor, type Role, realActorOf, roles } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Asker, Maker, SecondPerson } from '@kerb/domain/second-person/second-person.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';
import { storedActors, storedMay } from '@kerb/server/platform/rights/stored-actors.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

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

type Right = { permission: Permission; tenantId?: number };

/**
 * The people who asked for something, each with everybody who made or changed their account. If the maker is no admin,
 * the person who made the maker counts too: otherwise one person could make a manager, and that manager a second one.
 * It ends at an admin, because two people made them. `permission`: the permission that they need to ask for it.
 */
export async function askersById(
  db: Database | Tx,
  userIds: readonly number[],
  { permission, tenantId }: Right,
): Promise<Map<number, Asker>> {
  const { rows } = await sql<Maker & { madeUserId: number }>`
    with recursive made as (
      select m.user_id as made_user_id, m.maker_user_id, m.part, m.date from user_makers m
      where m.user_id = any(${[...userIds]}::bigint[])
      union
      select d.made_user_id, m.maker_user_id, m.part, m.date
      from made d join users u on u.id = d.maker_user_id and u.role <> all(${rolesWith('act.decide')}::text[])
        join user_makers m on m.user_id = d.maker_user_id)
    select made_user_id, maker_user_id as user_id, part, date from made`.execute(db);
  const makersOf = (id: number) => rows.filter(({ madeUserId }) => madeUserId === id);
  const actors = await storedActors(db, userIds);
  const mayAsk = (id: number) => storedMay(actors.get(id), permission, tenantId);
  return new Map(userIds.map((userId) => [userId, { userId, makers: makersOf(userId), mayAsk: mayAsk(userId) }]));
}

export const askerById = async (db: Database | Tx, userId: number, permission: Permission): Promise<Asker> =>
  must((await askersById(db, [userId], { permission })).get(userId), `asker ${userId}`);

async function remember({ tx, now }: Work, userId: number, maker: number, part: Maker['part']): Promise<void> {
  if (maker === userId) return;
  await tx
    .insertInto('userMakers')
    .values({ userId, makerUserId: maker, part, date: now })
    .onConflict((conflict) => conflict.columns(['userId', 'makerUserId', 'part']).doUpdateSet({ date: now }))
    .execute();
}

/**
 * Remembers who made or changed a user: the person at the keyboard; or the person who asked for it, and the one at the
 * keyboard as the one who confirmed it. All of them are kept, so that a later change by somebody else hides nobody.
 */
export async function rememberMakers(work: Work, userId: number, askedBy: number | null = null): Promise<void> {
  const atKeyboard = work.actor && realActorOf(work.actor).userId;
  if (askedBy !== null) await remember(work, userId, askedBy, 'made');
  if (atKeyboard === null || atKeyboard === askedBy) return;
  await remember(work, userId, atKeyboard, askedBy === null ? 'made' : 'confirmed');
}

/** Somebody else has made or changed this user: for some days they do not count as a second person. */
export async function restartStanding({ tx, now, actor }: Work, userId: number): Promise<void> {
  if (!actor) return;
  await tx.updateTable('users').set({ standingSince: now }).where('id', '=', userId).execute();
}
