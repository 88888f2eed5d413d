import { type Kysely, sql } from 'kysely';

/**
 * Who made or changed an account, for as long as the account exists. One of them is never the second person for a
 * request of that account. `confirmed`: somebody else asked for the change and they confirmed it.
 *
 * `inviter_user_ids` are all who wrote, changed or sent an invitation, `sent_by_user_id` the last who sent it.
 * The rows of earlier changes are read from the acts, the invitations and the log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_makers (
      user_id bigint not null references users (id) on delete cascade,
      maker_user_id bigint not null references users (id) on delete cascade,
      part text not null check (part in ('made', 'confirmed')),
      date timestamptz not null,
      primary key (user_id, maker_user_id, part),
      check (user_id <> maker_user_id))`.execute(db);
  await sql`
    insert into user_makers (user_id, maker_user_id, part, date)
    select user_id, maker_user_id, part, max(date) from (
      select p.subject_id as user_id, p.asked_by_user_id as maker_user_id, 'made' as part, p.decided_date as date
      from pending_acts p
      where p.outcome = 'done' and p.kind in ('make-admin', 'admin-email', 'admin-second-factor')
      union all
      select i.accepted_user_id, i.created_by_user_id, 'made', i.accepted_date from user_invitations i
      where i.accepted_date is not null
      union all
      select l.target_user_id, l.user_id, case when exists (
          select from pending_acts p
          where p.outcome = 'done' and p.kind in ('make-admin', 'admin-email', 'admin-second-factor')
            and p.subject_id = l.target_user_id and p.decided_by_user_id = l.user_id and p.decided_date = l.date
        ) then 'confirmed' else 'made' end, l.date
      from log_entries l
      where (l.activity_code = 'user_create' and l.log_data ->> 'role' <> 'vendor') or (l.activity_code in ('user_perm_change', 'user_update')
        and (l.log_data ?| array['role', 'emailAddress', 'secondFactor']
          or (l.log_data ? 'disabledDate' and l.log_data -> 'disabledDate' ->> 'after' is null)
          or l.log_data -> 'tenantUserType' ->> 'after' <> 'none'))) change
    where exists (select from users u where u.id = change.user_id and u.role <> 'service')
      and exists (select from users u where u.id = change.maker_user_id)
      and change.user_id <> change.maker_user_id
    group by user_id, maker_user_id, part`.execute(db);
  await sql`
    alter table email_changes
      add column asked_by_user_id bigint references users (id) on delete cascade`.execute(db);
  await sql`
    alter table user_invitations
      add column sent_by_user_id bigint references users (id) on delete set null,
      add column inviter_user_ids bigint[] not null default '{}'`.execute(db);
  await sql`
    update user_invitations
    set sent_by_user_id = created_by_user_id, inviter_user_ids = array_remove(array[created_by_user_id], null)`.execute(
    db,
  );
}
