import { type Kysely, sql } from 'kysely';

/** The tables of evidence, and the columns of each that may still change. */
const evidence: Record<string, string[]> = {
  signatures: ['voided_date'],
  signature_events: [],
  signed_documents: ['voided_date'],
  payout_letters: [],
  loan_invoices: ['sent_date', 'sent_to'],
};

async function keepEvidence(db: Kysely<unknown>) {
  // The arguments of the trigger are the columns that may change. A voided row stays voided.
  await sql`
    create function keep_evidence() returns trigger language plpgsql as $$
    declare
      was jsonb;
      becomes jsonb;
    begin
      if tg_op = 'UPDATE' then
        was := to_jsonb(old);
        becomes := to_jsonb(new);
        if was - tg_argv = becomes - tg_argv
          and (was ->> 'voided_date' is null or was -> 'voided_date' = becomes -> 'voided_date') then
          return new;
        end if;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db);
  for (const [table, mayChange] of Object.entries(evidence)) {
    const columns = sql.join(mayChange.map((column) => sql.lit(column)));
    await sql`
      create trigger ${sql.ref(`${table}_keep`)} before update on ${sql.ref(table)}
      for each row execute function keep_evidence(${columns})`.execute(db);
    await sql`
      create trigger ${sql.ref(`${table}_append_only`)} before delete or truncate on ${sql.ref(table)}
      for each statement execute function keep_evidence()`.execute(db);
  }
}

/** Evidence outlives a removed payer, so it names the campaign too and is not deleted with the payer. */
async function keepEventsOfRemovedPayers(db: Kysely<unknown>) {
  await sql`
    alter table signature_events
      drop constraint signature_events_signatory_id_fkey,
      add column agreement_id bigint references agreements (id)`.execute(db);
  await sql`
    update signature_events e set agreement_id = s.agreement_id from signatories s where s.id = e.signatory_id`.execute(
    db,
  );
  await sql`alter table signature_events alter column agreement_id set not null`.execute(db);
  await sql`create index signature_events_by_agreement on signature_events (agreement_id, id)`.execute(db);
}

/** A campaign with loan invoices or payout letters cannot be deleted. */
async function keepPapersOfLoans(db: Kysely<unknown>) {
  for (const table of ['loan_invoices', 'payout_letters']) {
    const name = sql.ref(`${table}_agreement_id_fkey`);
    await sql`alter table ${sql.ref(table)} drop constraint ${name}`.execute(db);
    await sql`
      alter table ${sql.ref(table)} add constraint ${name}
      foreign key (agreement_id) references agreements (id)`.execute(db);
  }
}

/**
 * Signatures, their events, signed documents, payout letters and loan invoices are kept as they were written, like the
 * log and the ledger. A log entry also has the database's own time: an entry with an earlier date is then visible.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keepEventsOfRemovedPayers(db);
  await keepPapersOfLoans(db);
  await keepEvidence(db);
  // Entries from before have none. With the default in the same statement, the table would be written anew.
  await sql`alter table log_entries add column written_date timestamptz`.execute(db);
  await sql`alter table log_entries alter column written_date set default clock_timestamp()`.execute(db);
}
