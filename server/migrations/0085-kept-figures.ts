import { type Kysely, sql } from 'kysely';

/**
 * The name of the key in an encrypted value: its first bytes. An index on it finds the values of earlier keys. Empty
 * for a value without a name, which an earlier release has written.
 */
async function nameKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function personal_key_name(sealed bytea) returns bytea language sql immutable parallel safe as $$
      select case
        when octet_length(sealed) < 30 then ''::bytea
        when get_byte(sealed, 0) = 1 then substring(sealed from 1 for 2 + get_byte(sealed, 1))
        else ''::bytea end $$`.execute(db);
  await sql`
    create function deployment_key_name(sealed bytea) returns bytea language sql immutable parallel safe as $$
      select case
        when octet_length(sealed) < 33 then ''::bytea
        when get_byte(sealed, 0) = 2 then substring(sealed from 1 for 5)
        else ''::bytea end $$`.execute(db);
}

/**
 * How many files there are, and their bytes. Writers only append a change, so none waits for another. Files of before
 * are counted by the next migration, in lots: 'is_counted' says of each whether it is.
 */
async function tallyAssets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asset_tallies (files bigint not null, bytes bigint not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(db);
  await sql`alter table assets add column is_counted boolean not null default false`.execute(db);
  await sql`alter table assets alter column is_counted set default true`.execute(db);
  await sql`
    create function tally_assets() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into asset_tallies (files, bytes)
        select count(*), sum(size) from new_rows where is_counted having count(*) > 0;
      else
        insert into asset_tallies (files, bytes)
        select -count(*), -sum(size) from old_rows where is_counted having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger assets_tally_inserted after insert on assets referencing new table as new_rows
    for each statement execute function tally_assets()`.execute(db);
  await sql`
    create trigger assets_tally_deleted after delete on assets referencing old table as old_rows
    for each statement execute function tally_assets()`.execute(db);
}

/** The same function as before, but at most a lot of events at each call. */
async function forgetEventsInLots(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function forget_security_events() returns bigint language plpgsql security definer
    set search_path = public, pg_temp as $$
    declare gone bigint;
    begin
      delete from security_events where id = any(array(
        select id from security_events where date < clock_timestamp() - interval '400 days'
        order by date limit 5000));
      get diagnostics gone = row_count;
      return gone;
    end $$`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await nameKeys(db);
  await tallyAssets(db);
  await forgetEventsInLots(db);
}
