import { type Kysely, sql } from 'kysely';

/** Every posting has its day: no posting changes from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`drop trigger ledger_transactions_append_only on ledger_transactions`.execute(db);
  await sql`
    create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
    for each statement execute function refuse_ledger_change()`.execute(db);
}
