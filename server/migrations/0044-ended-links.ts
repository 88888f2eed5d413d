import { type Kysely, sql } from 'kysely';

/**
 * A Payment URL that has ended keeps its hash, so that its page can say why it ended. The sign-ins of a removed payer
 * stay for the same reason; they have ended too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signatories add column payment_link_ended_date timestamptz`.execute(db);
  await sql`alter table sign_ins drop constraint sign_ins_signatory_id_fkey`.execute(db);
  await sql`
    alter table sign_ins add constraint sign_ins_signatory_id_fkey
    foreign key (signatory_id) references signatories (id) on delete set null`.execute(db);
}
