import type { Reading } from '@kerb/server/platform/config/read-variables.ts';

export type DatabaseConfig = {
  databaseUrl: string | null;
  /** The connection of the owner of the tables, who migrates. Null: `databaseUrl` is used, or nobody migrates. */
  databaseOwnerUrl: string | null;
  databasePoolSize: number;
  /** `transaction`: a pooler may give each transaction another session of PostgreSQL. */
  databasePooler: string;
  /** Where to ask whether the database is there; null for `databaseUrl`. */
  databaseProbeUrl: string | null;
  /** A streaming replica for long reads. */
  databaseReplicaUrl: string | null;
  /** Where to listen to notifications, past a pooler; null for `databaseUrl`. */
  databaseListenUrl: string | null;
};

const others = ['DATABASE_OWNER_URL', 'DATABASE_PROBE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'] as const;

export function databaseOf({ values, mistakes }: Reading): DatabaseConfig {
  for (const name of others) {
    if (values[name] && !values.DATABASE_URL) mistakes.push(`${name} is set: set DATABASE_URL too.`);
  }
  return {
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databasePooler: values.DATABASE_POOLER,
    databaseProbeUrl: values.DATABASE_PROBE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
  };
}
