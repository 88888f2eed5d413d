import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/** Parts of payments that go back to the payer, and the fee that is kept of them. Can run twice. */
export async function up(db: Db): Promise<void> {
  await partRefunds(db);
  await noteChanges(db);
}

async function partRefunds(db: Db): Promise<void> {
  await sql`
    create table if not exists part_refunds (
      id bigint generated always as identity primary key,
      agreement_id bigint not null references agreements (id),
      payment_id bigint not null references payments (id),
      reference text not null unique,
      status text not null check (status in ('requested', 'made', 'refused', 'failed')),
      amount numeric(14, 2) not null,
      fee numeric(14, 2) not null,
      reason text not null,
      requested_date timestamptz not null,
      requested_by_user_id bigint references users (id),
      finished_date timestamptz,
      started_at timestamptz not null default clock_timestamp(),
      constraint part_refunds_amounts check (fee >= 0 and amount > fee),
      constraint part_refunds_finished check ((status = 'requested') = (finished_date is null))
    )`.execute(db);
  await sql`create index if not exists part_refunds_of_payment on part_refunds (payment_id, id)`.execute(db);
  await sql`create index if not exists part_refunds_of_campaign on part_refunds (agreement_id, id)`.execute(db);
  // One at a time. The job that asks the card gateway reads these.
  await sql`
    create unique index if not exists part_refunds_under_way on part_refunds (payment_id)
    where status = 'requested'`.execute(db);
}

/** A refund changes its payment, for those who read the changes of payments. */
async function noteChanges(db: Db): Promise<void> {
  await sql`
    create or replace function note_part_refunds() returns trigger language plpgsql security definer
    set search_path = public as $$
    begin
      insert into record_changes (kind, record_id, tenant_id, agreement_id, changed_xid, changed_date)
      select distinct 'payment', n.payment_id, a.tenant_id, a.id, pg_current_xact_id()::text::bigint,
        statement_timestamp()
      from new_rows n join agreements a on a.id = n.agreement_id order by n.payment_id
      on conflict (kind, record_id) do update set changed_xid = excluded.changed_xid, changed_date = excluded.changed_date
      where record_changes.changed_xid <> excluded.changed_xid;
      return null;
    end $$`.execute(db);
  for (const event of ['insert', 'update']) {
    await sql`
      create or replace trigger ${sql.ref(`note_${event}`)} after ${sql.raw(event)} on part_refunds
      referencing new table as new_rows for each statement execute function note_part_refunds()`.execute(db);
  }
}
