import { type Kysely, sql } from 'kysely';

/** Admins look at the security events of one network, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index security_events_by_network on security_events (network, date desc) where network is not null`.execute(
    db,
  );
}
