import { type Kysely, sql } from 'kysely';

/**
 * A statement line can be linked to a payment that was recorded by hand before. It is then the same money, so undoing
 * the match keeps the payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_statement_lines
      add column is_linked boolean not null default false,
      add constraint bank_statement_lines_linked_check check (not is_linked or payment_id is not null)`.execute(db);
  await sql`
    create or replace function free_statement_line() returns trigger language plpgsql as $$
    begin
      update bank_statement_lines
      set state = 'unmatched', payment_id = null, is_linked = false, state_date = new.void_date, state_by_user_id = null
      where payment_id = new.id;
      return new;
    end $$`.execute(db);
}
