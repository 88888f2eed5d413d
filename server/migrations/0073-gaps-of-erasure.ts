import { type Kysely, sql } from 'kysely';

/**
 * An account that a payer had before their e-mail address was changed. What is held under it goes with the payer. For
 * payers from before this table it is found in their sign-ins and, if a campaign has one payer, in its log.
 */
async function rememberFormerAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_payer_users (
      signatory_id bigint not null references signatories (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade,
      primary key (signatory_id, user_id))`.execute(db);
  await sql`create index former_payer_users_by_user on former_payer_users (user_id)`.execute(db);
  await sql`
    insert into former_payer_users (signatory_id, user_id)
    select distinct p.id, f.user_id
    from signatories p
    cross join lateral (
      select s.user_id from sign_ins s where s.signatory_id = p.id
      union
      select e.target_user_id from log_entries e
      where e.target_agreement_id = p.agreement_id and e.activity_code in ('signatory_create', 'signatory_update')
        and not exists (select from signatories o where o.agreement_id = p.agreement_id and o.id <> p.id)
        and not exists (
          select from log_entries d where d.target_agreement_id = p.agreement_id
            and d.activity_code = 'signatory_delete' and d.target_user_id = e.target_user_id)) f
    where f.user_id is not null and f.user_id <> p.user_id
      and exists (select from users u where u.id = f.user_id)`.execute(db);
}

/**
 * A confirmed erasure is refused if the campaign was opened again before the job ran. The payer can then be asked for
 * again later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rememberFormerAccounts(db);
  await sql`alter table erasures add column refused_because text`.execute(db);
  await sql`alter table erasures drop constraint erasures_signatory_id_key`.execute(db);
  await sql`
    create unique index erasures_of_payer on erasures (signatory_id) where refused_because is null`.execute(db);
}
