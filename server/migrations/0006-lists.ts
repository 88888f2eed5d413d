import { type Kysely, sql } from 'kysely';

/**
 * A narrow table with the columns that lists filter, count and search by. A search reads a hundred bytes per row
 * instead of a thousand, and a save that changes none of these columns updates no index of this table.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create extension if not exists pg_trgm`.execute(db);
  // Folds case, accents, macrons and punctuation, and puts a space before each word: 'whangarei' finds Whangārei on any
  // engine and locale.
  await sql`
    create function folded(words text) returns text language sql immutable parallel safe as $$
      select regexp_replace(
        ' ' || lower(regexp_replace(normalize(words, NFKD), U&'[\\0300-\\036F]', '', 'g')),
        U&'[ -/:-@[-\\0060{-~\\00A0\\2010-\\2027]+', ' ', 'g') $$`.execute(db);
  await sql`
    create table agreement_listings (
      id bigint primary key references agreements (id) on delete cascade,
      tenant_id bigint not null,
      agent_user_id bigint,
      status smallint not null,
      finance_option_code text,
      action_suggested boolean not null,
      campaign_planned_start_date date,
      sent_date timestamptz,
      search_text text not null
    )`.execute(db);
  // Changes of the counts, for the whole platform and (with its tenant_id) for each organisation. Readers add them up
  // and sometimes merge them. Writers only append, so no writer waits for another. One kind can have many rows.
  await sql`
    create table agreement_tallies (
      tenant_id bigint,
      status smallint not null,
      finance_option_code text,
      action_suggested boolean not null,
      count bigint not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(db);
  await tallies(db);
  await listings(db);
  await fill(db);
  await indexes(db);
}

/** Every change of the listings, of any number of rows, appends its differences to the tallies. */
async function tallies(db: Kysely<unknown>) {
  const kind = sql`status, finance_option_code, action_suggested`;
  const overAllAndEach = sql`group by grouping sets ((${kind}), (tenant_id, ${kind}))`;
  await sql`
    create function tally_listings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into agreement_tallies select tenant_id, ${kind}, count(*) from new_rows ${overAllAndEach};
      elsif tg_op = 'DELETE' then
        insert into agreement_tallies select tenant_id, ${kind}, -count(*) from old_rows ${overAllAndEach};
      else
        insert into agreement_tallies
        select tenant_id, ${kind}, sum(change) from (
          select tenant_id, ${kind}, 1 as change from new_rows
          union all select tenant_id, ${kind}, -1 from old_rows) changes
        ${overAllAndEach} having sum(change) <> 0;
      end if;
      return null;
    end $$`.execute(db);
  const runs = sql`for each statement execute function tally_listings()`;
  const before = sql`referencing old table as old_rows`;
  const after = sql`referencing new table as new_rows`;
  await sql`
    create trigger tally_inserted after insert on agreement_listings ${after} ${runs}`.execute(db);
  await sql`
    create trigger tally_deleted after delete on agreement_listings ${before} ${runs}`.execute(db);
  await sql`
    create trigger tally_updated after update on agreement_listings ${before} new table as new_rows ${runs}`.execute(
    db,
  );
}

const copied = [
  'tenant_id',
  'agent_user_id',
  'status',
  'finance_option_code',
  'action_suggested',
  'campaign_planned_start_date',
  'sent_date',
];
const columns = (alias: string) => sql.raw(copied.map((name) => `${alias}.${name}`).join(', '));
const searchText = sql.raw(`folded(concat_ws(' ', n.name, g.first_name, g.surname))`);

/** Triggers copy changes of campaigns, and of the agent's name, to the listings. */
async function listings(db: Kysely<unknown>) {
  const insert = sql`insert into agreement_listings (id, ${sql.raw(copied.join(', '))}, search_text)`;
  await sql`
    create function list_agreements() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        -- Locks the agents: a concurrent change of a name is either read here, or its trigger finds this campaign.
        perform from users u where u.id in (select agent_user_id from new_rows) for share;
        ${insert} select n.id, ${columns('n')}, ${searchText}
        from new_rows n left join users g on g.id = n.agent_user_id;
      else
        perform from users u where u.id in (
          select n.agent_user_id from old_rows o join new_rows n on n.id = o.id
          where (o.name, o.agent_user_id) is distinct from (n.name, n.agent_user_id)) for share;
        update agreement_listings l
        set (${sql.raw(copied.join(', '))}, search_text) = row (${columns('n')}, ${searchText})
        from old_rows o join new_rows n on n.id = o.id left join users g on g.id = n.agent_user_id
        where l.id = n.id and (o.name, ${columns('o')}) is distinct from (n.name, ${columns('n')});
      end if;
      return null;
    end $$`.execute(db);
  const runs = sql`for each statement execute function list_agreements()`;
  await sql`
    create trigger list_inserted after insert on agreements referencing new table as new_rows ${runs}`.execute(db);
  await sql`
    create trigger list_updated after update on agreements
    referencing old table as old_rows new table as new_rows ${runs}`.execute(db);

  await sql`
    create function list_renamed_agents() returns trigger language plpgsql as $$
    begin
      update agreement_listings l
      set search_text = folded(concat_ws(' ', a.name, n.first_name, n.surname))
      from old_rows o join new_rows n on n.id = o.id, agreements a
      where l.agent_user_id = n.id and a.id = l.id
        and (o.first_name, o.surname) is distinct from (n.first_name, n.surname);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger list_renamed after update on users referencing old table as old_rows new table as new_rows
    for each statement execute function list_renamed_agents()`.execute(db);
}

async function fill(db: Kysely<unknown>) {
  await sql`
    insert into agreement_listings (id, ${sql.raw(copied.join(', '))}, search_text)
    select n.id, ${columns('n')}, ${searchText}
    from agreements n left join users g on g.id = n.agent_user_id order by n.id`.execute(db);
}

async function indexes(db: Kysely<unknown>) {
  const kept = sql`finance_option_code, action_suggested`;
  const starts = sql`campaign_planned_start_date`;
  for (const index of [
    // A list in any order is merged from its statuses. Each of these indexes has the rows of a status in one order.
    sql`agreement_listings_by_status on agreement_listings (status desc, id desc) include (${kept})`,
    sql`agreement_listings_latest_start on agreement_listings (status, ${starts} desc nulls last, id desc)
      include (${kept})`,
    sql`agreement_listings_first_start on agreement_listings (status, ${starts} nulls last, id desc) include (${kept})`,
    sql`agreement_listings_latest_sent on agreement_listings (status, sent_date desc nulls last, id desc)
      include (${kept})`,
    sql`agreement_listings_first_sent on agreement_listings (status, sent_date nulls last, id desc) include (${kept})`,
    sql`agreement_listings_by_option on agreement_listings (finance_option_code, status desc, id desc)`,
    sql`agreement_listings_flagged on agreement_listings (status desc, id desc) where action_suggested`,
    sql`agreement_listings_flagged_by_tenant on agreement_listings (tenant_id, status desc, id desc)
      where action_suggested`,
    sql`agreement_listings_by_agent on agreement_listings (agent_user_id, status desc, id desc)
      include (tenant_id, ${kept})`,
    // Covering index: an organisation's list and search read only this index.
    sql`agreement_listings_by_tenant on agreement_listings (tenant_id, status desc, id desc)
      include (agent_user_id, ${kept}, ${starts}, sent_date, search_text)`,
    sql`agreement_listings_words on agreement_listings using gin (search_text gin_trgm_ops)`,
    sql`agreement_tallies_by_tenant on agreement_tallies (tenant_id)`,
    sql`agreements_funded on agreements (tenant_id, status_last_update) include (status, campaign_budget)
      where status >= 8`,
  ]) {
    await sql`create index ${index}`.execute(db);
  }
  // Drop the indexes that served the lists from the wide table before.
  for (const name of ['by_status', 'by_tenant', 'by_agent', 'by_start', 'by_sent']) {
    await sql`drop index ${sql.raw(`agreements_${name}`)}`.execute(db);
  }
  await sql`drop index agreements_flagged`.execute(db);
  await sql`create index agreements_by_tenant on agreements (tenant_id)`.execute(db);
}
