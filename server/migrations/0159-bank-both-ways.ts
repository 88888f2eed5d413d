import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/** Outgoing lines of a statement confirm the transfers of a batch, and a payment of a batch can come back. */
export async function up(db: Db): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await returnedItems(db);
  await batchesAgree(db);
  await linesOfBatches(db);
}

/** A payment of a transferred batch that the bank sent back, once. */
async function returnedItems(db: Db): Promise<void> {
  await sql`
    alter table batch_items
      add column if not exists returned_date timestamptz,
      add column if not exists returned_by_user_id bigint,
      add column if not exists return_reason text,
      add constraint batch_items_returned_check check ((returned_date is null) = (return_reason is null)
        and (returned_date is null) = (returned_by_user_id is null)
        and (returned_date is null or is_transferred)) not valid`.execute(db);
  await sql`
    create or replace function keep_batch_item() returns trigger language plpgsql as $$
    declare
      steps text[] := array['is_discarded', 'is_transferred'];
      returns text[] := array['returned_date', 'returned_by_user_id', 'return_reason'];
    begin
      if tg_op = 'UPDATE' and old.is_transferred and old.returned_date is null
        and (to_jsonb(new) - returns) is not distinct from (to_jsonb(old) - returns)
      then
        return new;
      end if;
      if tg_op = 'DELETE' or old.is_discarded or old.is_transferred or (new.is_discarded and new.is_transferred)
        or (to_jsonb(new) - steps) is distinct from (to_jsonb(old) - steps)
      then
        raise exception 'The items of a batch cannot be changed.';
      end if;
      return new;
    end $$`.execute(db);
}

/** As before. The money of a payment that came back is in our bank account again. */
async function batchesAgree(db: Db): Promise<void> {
  await sql`
    create or replace function require_batch_in_ledger() returns trigger language plpgsql as $$
    declare
      batch batches%rowtype;
      campaign bigint;
      wrong bigint;
    begin
      if tg_table_name = 'batches' then
        select * into batch from batches where id = new.id;
      else
        select * into batch from batches where id = new.batch_id;
        campaign := new.agreement_id;
      end if;
      if not found then return null; end if;
      -- A posting or an item concerns one campaign. A new status concerns all of them.
      select coalesce(i.agreement_id, l.agreement_id) into wrong
      from (select agreement_id, amount, returned_date from batch_items
        where batch_id = batch.id and (campaign is null or agreement_id = campaign)) i
      full join (
        select t.agreement_id, coalesce(-sum(e.amount) filter (where e.account = 'transit'), 0) as transit,
          coalesce(-sum(e.amount) filter (where e.account = 'bank'), 0) as bank
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.batch_id = batch.id and (campaign is null or t.agreement_id = campaign) group by t.agreement_id) l
        on l.agreement_id = i.agreement_id
      where coalesce(l.transit, 0) <> case when batch.status in ('approved', 'processing')
          then coalesce(i.amount, 0) else 0 end
        or coalesce(l.bank, 0) <> case when batch.status = 'transferred' and i.returned_date is null
          then coalesce(i.amount, 0) else 0 end
      limit 1;
      if wrong is not null then
        raise exception 'Batch % is %, but the ledger does not say so of campaign %.', batch.id, batch.status, wrong
          using errcode = 'check_violation', constraint = 'batches_agree', table = 'batches';
      end if;
      if tg_table_name = 'batches'
        and batch.total <> (select coalesce(sum(amount), 0) from batch_items where batch_id = batch.id)
      then
        raise exception 'The items of batch % do not add up to its total.', batch.id
          using errcode = 'check_violation', constraint = 'batches_agree', table = 'batches';
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger batches_agree on batch_items`.execute(db);
  await sql`
    create constraint trigger batches_agree after insert or update of returned_date on batch_items
    deferrable initially deferred for each row execute function require_batch_in_ledger()`.execute(db);
}

/**
 * A line that went out is the transfer of a batch, or of one of its payments. A line that came in may be such a payment
 * that the bank sent back. Amounts agree, and no batch has more lines than it paid.
 */
async function linesOfBatches(db: Db): Promise<void> {
  await sql`
    alter table bank_statement_lines
      add column if not exists batch_id bigint,
      add column if not exists batch_agreement_id bigint,
      add column if not exists payout_fee numeric(14, 2) not null default 0,
      drop constraint if exists bank_statement_lines_check2,
      drop constraint if exists bank_statement_lines_matched_check,
      drop constraint if exists bank_statement_lines_one_match_check,
      add constraint bank_statement_lines_matched_check check
        ((state = 'matched') = (num_nonnulls(payment_id, payout_id, batch_id) = 1)) not valid,
      add constraint bank_statement_lines_one_match_check check
        (num_nonnulls(payment_id, payout_id, batch_id) <= 1) not valid,
      add constraint bank_statement_lines_batch_check check
        (batch_id is not null or batch_agreement_id is null) not valid,
      add constraint bank_statement_lines_payment_check check (payment_id is null or amount > 0) not valid,
      add constraint bank_statement_lines_fee_check check
        (payout_fee >= 0 and (payout_fee = 0 or payout_id is not null)) not valid`.execute(db);
  await sql`
    create or replace function require_line_of_batch() returns trigger language plpgsql as $$
    declare
      batch batches%rowtype;
      item batch_items%rowtype;
    begin
      if not exists (select from bank_statement_lines where id = new.id and batch_id = new.batch_id) then
        return null;
      end if;
      -- Two lines of one batch at once wait for each other, so that each sees the other's amount.
      select * into batch from batches where id = new.batch_id for no key update;
      select * into item from batch_items where batch_id = new.batch_id and agreement_id = new.batch_agreement_id;
      if batch.id is null or (new.batch_agreement_id is not null and item.batch_id is null)
        or abs(new.amount) <> (case when new.batch_agreement_id is null then batch.total else item.amount end)
        or (new.amount > 0 and item.returned_date is null)
        or (new.amount < 0 and batch.status <> 'transferred' and batch.status <> 'processing')
        or (select sum(abs(amount)) from bank_statement_lines
          where batch_id = batch.id and sign(amount) = sign(new.amount)) > batch.total
        or (select count(*) from bank_statement_lines where batch_id = batch.id and sign(amount) = sign(new.amount)
          and batch_agreement_id is not distinct from new.batch_agreement_id) > 1
      then
        raise exception 'Statement line % is not a payment of batch %.', new.id, new.batch_id
          using errcode = 'check_violation', constraint = 'lines_agree', table = 'bank_statement_lines';
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger if exists lines_agree on bank_statement_lines`.execute(db);
  await sql`
    create constraint trigger lines_agree after insert or update of batch_id, batch_agreement_id, amount
    on bank_statement_lines deferrable initially deferred for each row when (new.batch_id is not null)
    execute function require_line_of_batch()`.execute(db);
}
