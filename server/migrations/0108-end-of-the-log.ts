import { type Kysely, sql } from 'kysely';

/** As before, but the function below may delete. It runs as the owner of the table, and nobody else does. */
async function letTheOwnerForget(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_log_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('kerb.forgetting', true) = 'on'
        and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
        return null;
      end if;
      raise exception 'the audit log is append-only';
    end $$`.execute(db);
}

/**
 * Deletes a lot of log entries whose time is over. Returns how many campaigns it looked at plus how many other entries
 * it deleted: 0 when nothing is left.
 *
 * The log of a campaign goes as a whole, with its keys, seven years after its last entry. The age of an entry is a fact
 * that the server cannot change, so a false status or date of a campaign deletes nothing younger. A campaign whose log
 * must stay is looked at again seven years after its last entry, or in 30 days.
 *
 * The log names the payers who were removed from a campaign. It stays until their data is erased.
 *
 * Of the entries about no campaign, only those go that prove nothing about the present: sign-ins, requests for a new
 * password, changes of properties, and the making of an account for a payer, who has no rights by it.
 */
async function forgetLogEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_log_entries() returns bigint language plpgsql security definer
    set search_path = public, pg_temp as $$
    declare
      too_young timestamptz := clock_timestamp() - interval '7 years';
      looked bigint[];
      ended bigint[];
      keys bigint[];
      others bigint;
    begin
      perform set_config('kerb.forgetting', 'on', true);

      looked := array(
        select id from agreements
        where status in (0, 1, 11)
          and greatest(coalesce(status_last_update, last_update_date), log_kept_from) < too_young
        order by greatest(coalesce(status_last_update, last_update_date), log_kept_from)
        limit 50 for update skip locked);

      ended := array(
        select a.id from agreements a left join campaign_books b on b.agreement_id = a.id
        where a.id = any(looked)
          -- Nothing is owed or held.
          and coalesce(b.payer = 0 and b.received = 0 and b.held = 0 and b.refunds = 0 and b.organisation = 0
            and b.transit = 0 and b.agreed = 0 and b.shortfall = 0, true)
          -- No loan is open.
          and (a.campaign_finance_repaid_date is not null
            or a.campaign_finance_drawdown_date is null and coalesce(b.loans, 0) = 0)
          and not exists (
            select from log_entries e
            where e.target_agreement_id = a.id and coalesce(e.written_date, e.date) >= too_young)
          -- No removed payer is still to be erased.
          and (not exists (
              select from log_entries e
              where e.target_agreement_id = a.id and e.activity_code = 'signatory_delete')
            or exists (select from signatories p where p.agreement_id = a.id)
              and not exists (select from signatories p where p.agreement_id = a.id and p.erased_date is null)
            or exists (
              select from erasures x
              where x.agreement_id = a.id and x.finished_date is not null and x.refused_because is null)));

      -- A key that somebody uses at this moment is locked, and stays. A dropped key stays dropped.
      keys := array(
        select k.id from data_keys k
        where k.id = any(array(select e.data_key_id from log_entries e where e.target_agreement_id = any(ended)))
          and k.subject_kind in ('campaign', 'payer') and k.dropped_date is null
        for update skip locked);
      delete from log_entries e
      where e.target_agreement_id = any(ended) and coalesce(e.written_date, e.date) < too_young;
      delete from data_keys k
      where k.id = any(keys) and not exists (select from log_entries e where e.data_key_id = k.id);

      update agreements a
      set log_kept_from = case when a.id = any(ended) then clock_timestamp() else greatest(
        (select max(coalesce(e.written_date, e.date)) from log_entries e where e.target_agreement_id = a.id),
        too_young + interval '30 days') end
      where a.id = any(looked);

      delete from log_entries where id = any(array(
        select id from log_entries
        where target_agreement_id is null
          and (activity_code in ('cred_auth', 'cred_reset_pw', 'property_create', 'property_update', 'property_delete')
            or activity_code = 'user_create' and log_data ->> 'role' = 'vendor')
          and coalesce(written_date, date) < too_young
        order by coalesce(written_date, date) limit 1000));
      get diagnostics others = row_count;

      perform set_config('kerb.forgetting', 'off', true);
      return cardinality(looked) + others;
    end $$`.execute(db);
}

/**
 * The audit log gets an end. `log_kept_from`: the seven years of a campaign's log count from this date, if it is later
 * than the end of the campaign. Null until the log was looked at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreements add column log_kept_from timestamptz`.execute(db);
  await letTheOwnerForget(db);
  await forgetLogEntries(db);
}
