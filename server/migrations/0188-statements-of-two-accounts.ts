import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * A statement is of the trust account or of the operating account, and its lines can be movements between the two. Can
 * run twice.
 */
export async function up(db: Db): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    alter table bank_statements
      add column if not exists account text not null default 'trust',
      drop constraint if exists bank_statements_account_check,
      add constraint bank_statements_account_check check (account in ('trust', 'operating')) not valid`.execute(db);
  await sql`
    alter table bank_statement_lines
      add column if not exists movement_id bigint,
      drop constraint if exists bank_statement_lines_movement_fkey,
      add constraint bank_statement_lines_movement_fkey foreign key (movement_id)
        references ledger_transactions (id) not valid,
      drop constraint if exists bank_statement_lines_matched_check,
      drop constraint if exists bank_statement_lines_one_match_check,
      drop constraint if exists bank_statement_lines_linked_check,
      add constraint bank_statement_lines_matched_check check
        ((state = 'matched') = (num_nonnulls(payment_id, payout_id, batch_id, movement_id) = 1)) not valid,
      add constraint bank_statement_lines_one_match_check check
        (num_nonnulls(payment_id, payout_id, batch_id, movement_id) <= 1) not valid,
      add constraint bank_statement_lines_linked_check check
        (not is_linked or payment_id is not null or movement_id is not null) not valid`.execute(db);
  await linesOfMovements(db);
}

/** The line has the amount and the direction of its movement, and each account shows a movement once. */
async function linesOfMovements(db: Db): Promise<void> {
  await sql`
    create or replace function require_line_of_movement() returns trigger language plpgsql as $$
    declare
      own text;
      moved numeric;
    begin
      if not exists (select from bank_statement_lines where id = new.id and movement_id = new.movement_id) then
        return null;
      end if;
      -- Two lines of one movement at once wait for each other, so that each sees the other.
      perform pg_advisory_xact_lock(7203159);
      select account into own from bank_statements where id = new.statement_id;
      select e.amount into moved from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.id = new.movement_id and t.event = 'movement' and e.account = 'operating'
        and not exists (select from ledger_transactions r where r.reverses_id = t.id);
      if moved is null or new.amount <> (case when own = 'operating' then moved else -moved end)
        or (select count(*) from bank_statement_lines l join bank_statements s on s.id = l.statement_id
          where l.movement_id = new.movement_id and s.account = own) > 1
      then
        raise exception 'Statement line % is not the movement %.', new.id, new.movement_id
          using errcode = 'check_violation', constraint = 'lines_of_movements', table = 'bank_statement_lines';
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger if exists lines_of_movements on bank_statement_lines`.execute(db);
  await sql`
    create constraint trigger lines_of_movements after insert or update of movement_id, amount
    on bank_statement_lines deferrable initially deferred for each row when (new.movement_id is not null)
    execute function require_line_of_movement()`.execute(db);
}
