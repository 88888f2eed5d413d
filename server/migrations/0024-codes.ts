import { type Kysely, sql } from 'kysely';

/** Codes that prove control of a phone or a mailbox: one for each purpose and subject, stored as a hash. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table codes (
      purpose text not null,
      subject text not null,
      hash text not null,
      expiry_date timestamptz not null,
      primary key (purpose, subject)
    )`.execute(db);
  await sql`create index codes_by_expiry on codes (expiry_date)`.execute(db);
}
