import { type Kysely, sql } from 'kysely';

/**
 * The loan book lists what every loan owes, by its due day. Its columns are beside the account, so that a list and its
 * totals read one index. A loan without a due day has 'infinity'.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    alter table loan_accounts
      add column if not exists tenant_id bigint,
      add column if not exists due_date date not null default 'infinity',
      add column if not exists principal numeric(14, 2) not null default 0,
      add column if not exists fees numeric(14, 2) not null default 0,
      add column if not exists interest numeric(14, 2) not null default 0,
      add column if not exists is_owed boolean not null default false`.execute(db);
  await sql`
    create or replace function move_loan_account() returns trigger language plpgsql as $$
    begin
      update loan_accounts set tenant_id = new.tenant_id where agreement_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`drop trigger if exists agreements_move_loan_account on agreements`.execute(db);
  await sql`
    create trigger agreements_move_loan_account after update of tenant_id on agreements
    for each row when (old.tenant_id <> new.tenant_id) execute function move_loan_account()`.execute(db);
}
