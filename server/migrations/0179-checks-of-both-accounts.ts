import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/** Before any posting names the trust account, the checks of payments and batches know it. Can run twice. */
export async function up(db: Db): Promise<void> {
  await checkPayments(db);
  await checkBatches(db);
}

/** As before. Money of a payment is on the trust account, or on ours. */
async function checkPayments(db: Db): Promise<void> {
  await sql`
    create or replace function require_payment_in_ledger() returns trigger language plpgsql as $$
    declare
      paid payments%rowtype;
      cash numeric;
      refunds numeric;
      made numeric;
      requested numeric;
      gone numeric;
    begin
      if tg_table_name = 'payments' then
        select * into paid from payments where id = new.id;
      else
        select * into paid from payments where id = new.payment_id;
      end if;
      if not found then return null; end if;
      select coalesce(sum(e.amount) filter (where e.account in ('gateway', 'trust', 'bank', 'elsewhere')), 0),
        coalesce(sum(e.amount) filter (where e.account = 'refunds'), 0)
      into cash, refunds
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.payment_id = paid.id;
      select coalesce(sum(amount - fee) filter (where status = 'made'), 0),
        coalesce(sum(amount - fee) filter (where status = 'requested'), 0),
        coalesce(sum(amount) filter (where status in ('made', 'requested')), 0)
      into made, requested, gone from part_refunds where payment_id = paid.id;
      if gone > paid.amount + paid.surcharge or (gone > 0 and (paid.status <> 'approved' or paid.kind = 'repayment'))
        or (requested > 0 and (paid.method <> 'card' or paid.void_requested_date is not null))
      then
        raise exception 'Payment % is %, and % of % went back.', paid.id, paid.status, gone, paid.amount + paid.surcharge
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      if cash <> (case when paid.status = 'approved' then paid.amount + paid.surcharge - made else 0 end) then
        raise exception 'Payment % is %, but the ledger has % of it.', paid.id, paid.status, cash
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      if refunds <> -requested - (case when paid.status = 'approved' and paid.method = 'card'
        and paid.void_requested_date is not null then paid.amount + paid.surcharge else 0 end)
      then
        raise exception 'The ledger has set aside % for the refund of payment %.', -refunds, paid.id
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      return null;
    end $$`.execute(db);
}

/** As before. A batch pays from the trust account, and the lent part from ours. */
async function checkBatches(db: Db): Promise<void> {
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
          coalesce(-sum(e.amount) filter (where e.account in ('bank', 'trust')), 0) as paid
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.batch_id = batch.id and (campaign is null or t.agreement_id = campaign) group by t.agreement_id) l
        on l.agreement_id = i.agreement_id
      where coalesce(l.transit, 0) <> case when batch.status in ('approved', 'processing')
          then coalesce(i.amount, 0) else 0 end
        or coalesce(l.paid, 0) <> case when batch.status = 'transferred' and i.returned_date is null
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
}
