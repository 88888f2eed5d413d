import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** A write to the table that `stopAt` names waits for a lock that the test holds. */
export async function buildStops(db: Database, tables: readonly string[]): Promise<void> {
  await sql`create table stop_at (table_name text)`.execute(db);
  await sql`
    create function stop_here() returns trigger language plpgsql as $$ begin
      if exists (select from stop_at where table_name = tg_table_name) then
        -- The server gives up a lock after ten seconds. The test stops it for longer.
        perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(7);
      end if;
      return new;
    end $$`.execute(db);
  // The key is claimed before anything is signed. Here only the write of its response stops.
  await sql`create trigger stop before update on idempotency_keys
    for each row when (new.status is not null) execute function stop_here()`.execute(db);
  for (const table of tables) {
    await sql`create trigger stop before insert or update or delete on ${sql.table(table)}
      for each statement execute function stop_here()`.execute(db);
  }
}

async function stopAt(db: Database, table: string | null): Promise<void> {
  await sql`delete from stop_at`.execute(db);
  if (table) await sql`insert into stop_at values (${table})`.execute(db);
}

async function countStopped(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length;
}

/** Begins one piece of work for each table, which stops at its write to that table, and then kills the server. */
export async function stopAtEach(
  db: Database,
  tables: readonly string[],
  { begin, kill }: { begin: (place: number) => void; kill: () => Promise<unknown> },
): Promise<void> {
  await db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(7)`.execute(holder);
    for (const [place, table] of tables.entries()) {
      await stopAt(db, table);
      begin(place);
      while ((await countStopped(db)) <= place) await pause(5);
    }
    await kill();
    await stopAt(db, null);
    await sql`select pg_advisory_unlock(7)`.execute(holder);
  });
}
