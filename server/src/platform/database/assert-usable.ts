import { must } from '@kerb/domain/kernel/must.ts';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { loginOf } from '@kerb/server/platform/database/run-role.ts';
import { sql } from 'kysely';

const oldest = 150_000;

/** Facts for the report that only the database knows. */
export type DatabaseFacts = {
  version: string;
  isEncrypted: boolean;
  /** The login of the connection, and whether it owns the tables or may become their owner. */
  user: string;
  isOwner: boolean;
};

export async function databaseFacts({ db }: OpenDatabase): Promise<DatabaseFacts> {
  const { user, isOwner } = await loginOf(db);
  const { rows } = await sql<{ version: string; encrypted: boolean }>`
    select current_setting('server_version') as version,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`.execute(db);
  const { version, encrypted } = must(rows[0], 'answer of the database');
  return { version: version.split(' ')[0] ?? version, isEncrypted: encrypted, user, isOwner };
}

/** Stops the start, with one sentence, if the database is not usable. */
export async function assertUsable({ db, embedded }: OpenDatabase, variable = 'DATABASE_URL'): Promise<void> {
  const { rows } = await sql<{ version: number; commit: string; zone: string }>`
    select current_setting('server_version_num')::integer as version, current_setting('synchronous_commit') as commit,
      current_setting('TimeZone') as zone`
    .execute(db)
    .catch((error: Error & { code?: string }) => {
      // Of PgBouncer, to which our settings are unknown.
      if (/unsupported startup parameter/.test(error.message)) {
        throw new ConfigError(`${variable} leads to a pooler: set DATABASE_POOLER=transaction.`);
      }
      throw new ConfigError(`The database does not answer (${error.code ?? error.message}): check ${variable}.`);
    });
  const { version, commit, zone } = must(rows[0], 'answer of the database');
  if (zone !== 'UTC') {
    throw new ConfigError(
      `A session of the database is in ${zone} although the server asked for UTC: behind a pooler set ` +
        'DATABASE_POOLER=transaction.',
    );
  }
  if (version < oldest) throw new ConfigError('The database is too old: use PostgreSQL 15 or newer.');
  // Without it a crash can lose an acknowledged write. The embedded engine always writes through.
  if (!embedded && commit === 'off') {
    throw new ConfigError('The database has synchronous_commit off, which loses writes in a crash: switch it on.');
  }
}

/**
 * Behind a pooler a transaction has its limits from the server. A statement alone has only those of its role, so the
 * role must have some.
 */
export async function assertLimits({ db }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ limit: string; role: string; database: string }>`
    select current_setting('statement_timeout') as limit, quote_ident(session_user) as role,
      quote_ident(current_database()) as database`.execute(db);
  const { limit, role, database } = must(rows[0], 'answer of the database');
  if (limit !== '0') return;
  throw new ConfigError(
    `DATABASE_POOLER=transaction needs a time limit of the role: run \`alter role ${role} in database ${database} ` +
      "set statement_timeout = '30s'`, and RECONNECT in the pooler's console.",
  );
}
