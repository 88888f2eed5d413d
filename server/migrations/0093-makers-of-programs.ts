import { type Kysely, sql } from 'kysely';

/**
 * Who made a program or gave it a secret can act as the program. So what the program entered counts as entered by an
 * account that they made. Those of before are read from the programs and their secrets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into user_makers (user_id, maker_user_id, part, date)
    select user_id, maker_user_id, 'made', max(date) from (
      select i.user_id, i.created_by_user_id as maker_user_id, i.created_date as date from service_identities i
      union all
      select i.user_id, c.created_by_user_id, c.created_date
      from service_credentials c join service_identities i on i.id = c.service_identity_id) made
    where maker_user_id is not null and maker_user_id <> user_id
    group by user_id, maker_user_id
    on conflict do nothing`.execute(db);
}
