import { type Kysely, sql } from 'kysely';

/**
 * What is owed comes from the books, so its old index goes. An item of a transferred batch no longer prevents that its
 * campaign is owed again and gets into a later batch.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table batch_items add column is_transferred boolean not null default false`.execute(db);
  await sql`
    create or replace function keep_batch_item() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or old.is_discarded or old.is_transferred or (new.is_discarded and new.is_transferred)
        or (to_jsonb(new) - array['is_discarded', 'is_transferred'])
          is distinct from (to_jsonb(old) - array['is_discarded', 'is_transferred'])
      then
        raise exception 'The items of a batch cannot be changed.';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    update batch_items set is_transferred = true
    where batch_id in (select id from batches where status = 'transferred')`.execute(db);

  // A campaign is in at most one batch that is neither discarded nor transferred.
  await sql`drop index batch_items_standing`.execute(db);
  await sql`
    create unique index batch_items_standing on batch_items (agreement_id)
    where not is_discarded and not is_transferred`.execute(db);

  await sql`drop index agreements_owed`.execute(db);
}
