import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { type Actor, highestStanding, type Role, type TenantUserType } from '@kerb/domain/access/actor.ts';
import { commentPageSize, mayRemoveComment } from '@kerb/domain/comments/comment-rules.ts';
import type { Comment, CommentReader } from '@kerb/domain/comments/comments.contract.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { seesCampaign } from '@kerb/server/features/agreements/readers-sql.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

type CommentedCampaign = { id: number; tenantId: number };

/** The campaign, or a 404 if the caller cannot see it. */
export async function commentedCampaign(db: Database | Tx, scope: AccessScope, id: number): Promise<CommentedCampaign> {
  const { rows } = await sql<CommentedCampaign>`
    select a.id, a.tenant_id from agreements a where a.id = ${id} and ${inScope(scope)}`.execute(db);
  const [campaign] = rows;
  if (!campaign) throw notFound('campaign');
  return campaign;
}

type Name = { id: number; firstName: string; surname: string };
type Row = {
  id: number;
  authorUserId: number;
  body: string;
  createdDate: Moment;
  isRemoved: boolean;
  author: Name;
  mentioned: Name[];
};

const personOf = (name: Name) => ({ userId: name.id, displayName: displayName(name) });

const viewOf = (actor: Actor, row: Row): Comment => ({
  id: row.id,
  author: personOf(row.author),
  body: row.body,
  mentions: row.mentioned.map(personOf),
  createdDate: row.createdDate,
  isRemoved: row.isRemoved,
  mayRemove: !row.isRemoved && mayRemoveComment(actor, row),
});

const named = (user: string): RawBuilder<unknown> =>
  sql.raw(`json_build_object('id', ${user}.id, 'firstName', ${user}.first_name, 'surname', ${user}.surname)`);

async function rowsOf(db: Database | Tx, isMeant: RawBuilder<unknown>, most: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.author_user_id, c.body, c.created_date, c.removed_date is not null as is_removed,
      ${named('w')} as author,
      coalesce((select json_agg(${named('u')} order by u.id) from users u
        where u.id = any(c.mentioned_user_ids)), '[]') as mentioned
    from comments c join users w on w.id = c.author_user_id
    where ${isMeant} order by c.id desc limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** The newest first. */
export async function commentsOf(
  db: Database,
  actor: Actor,
  { id, before }: { id: number; before?: number | undefined },
): Promise<{ items: Comment[]; isMore: boolean }> {
  const isOlder = before === undefined ? sql`` : sql`and c.id < ${before}`;
  const rows = await rowsOf(db, sql`c.agreement_id = ${id} ${isOlder}`, commentPageSize + 1);
  return {
    items: rows.slice(0, commentPageSize).map((row) => viewOf(actor, row)),
    isMore: rows.length > commentPageSize,
  };
}

export async function oneComment(tx: Tx, actor: Actor, id: number): Promise<Comment> {
  const [row] = await rowsOf(tx, sql`c.id = ${id}`, 1);
  if (!row) throw notFound('comment');
  return viewOf(actor, row);
}

const admins = sql.join(rolesWith('agreement.read').map((role) => sql.lit(role)));

/** Everybody on staff who sees the campaign, by name. The members and the admins have indexes; payers are not read. */
export async function readersOf(db: Database | Tx, agreementId: number): Promise<CommentReader[]> {
  const { rows } = await sql<Name & { role: Role; types: TenantUserType[] }>`
    select u.id, u.first_name, u.surname, u.role,
      array(select m.tenant_user_type from tenant_users m where m.user_id = u.id and m.tenant_id = a.tenant_id) as types
    from agreements a join users u on u.id in (
      select m.user_id from tenant_users m where m.tenant_id = a.tenant_id
      union all select d.id from users d where d.role in (${admins}))
    where a.id = ${agreementId} and u.disabled_date is null and ${seesCampaign}
    order by lower(u.first_name), lower(u.surname), u.id`.execute(db);
  return rows.map((row) => ({ ...personOf(row), standing: highestStanding(row.role, row.types) }));
}

/** The campaign's agent and everybody who has commented, if they still see it. */
export async function followersOf(tx: Tx, agreementId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from agreements a join users u on u.id = any(array(
      select c.author_user_id from comments c where c.agreement_id = ${agreementId} union select a.agent_user_id))
    where a.id = ${agreementId} and u.disabled_date is null and ${seesCampaign} order by u.id`.execute(tx);
  return rows.map(({ id }) => id);
}
