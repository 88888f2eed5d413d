import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startSigningFixture } from './signing-fixture.ts';
import { asOwner } from './test-database.ts';

const { stage, build, tenantId, manager } = await startSigningFixture();
const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [build.aPayer(), build.aPayer()] });
const [first, second] = payers;

const on = '2026-11-02T01:00:00Z';
const written = await Promise.all(
  [first, second].map((payer) =>
    sql`insert into signature_events (agreement_id, signatory_id, date, kind)
      values (${id}, ${payer!.id}, ${on}, 'code-sent')`.execute(stage.db),
  ),
);
await sql`
  insert into signatures (signatory_id, agreement_id, signature_date, local_time, legal_name, email_address,
    authorisation_type, signing_user_name, signing_user_email, terms_version, terms_sha256, consent, document_sha256)
  values (${first!.id}, ${id}, ${on}, '12:00', 'Pat Payer', 'pat@example.com', 'sms', 'Pat', 'pat@example.com', '1', 'a',
    'yes', 'b')`.execute(stage.db);
await sql`
  insert into loan_invoices (agreement_id, type, issue_date, balance, total, created_date)
  values (${id}, 'standard', '2026-11-02', '{}', 10, ${on})`.execute(stage.db);
await sql`
  insert into payout_letters (agreement_id, code, payout_date, valid_until, total, facts, created_date)
  values (${id}, 'K7Q2M9XW4P', '2026-11-02', '2026-11-09', 10, '{}', ${on})`.execute(stage.db);

await sql`
  with made as (
    insert into loan_requests (agreement_id, signatory_id, kind, reason, can_pay, wished_date, asked_date, answer_by)
    values (${id}, ${first!.id}, 'extension', 'x', 'x', '2027-02-01', ${on}, '2026-12-01') returning id)
  insert into loan_request_signatures (request_id, signatory_id, signature_date, authorisation_type, document_key,
    legal_name, consent)
  select id, ${first!.id}, ${on}, 'sms', 'k', 'Pat Payer', 'yes' from made`.execute(stage.db);

// biome-ignore format: a table
const evidence: [table: string, change: string][] = [
  ['signatures',          "legal_name = 'Somebody else'"],
  ['loan_request_signatures', "legal_name = 'Somebody else'"],
  ['signature_events',    "date = '2020-01-01'"],
  ['signed_documents',    "sha256 = 'x'"],
  ['payout_letters',      'total = 1'],
  ['loan_invoices',       'total = 1'],
  ['log_entries',         "user_name = 'x'"],
  ['log_seals',           'entry_count = 0'],
  ['log_seal_parts',      'number = 0'],
  ['ledger_transactions', "date = '2020-01-01'"],
  ['ledger_entries',      'amount = 1'],
];

/** The triggers also stop the owner. `run-role.test.ts` tries the same as the application. */
const refused = (statement: string) =>
  expect(asOwner(stage.db, (tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/append-only/);

describe('evidence', () => {
  it.each(evidence)('in %s cannot be changed, deleted or emptied', async (table, change) => {
    // A statement that touches no row changes nothing, so it may pass for tables that are guarded by row.
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.ref(table)}`.execute(
      stage.db,
    );
    if (rows[0]!.count > 0) await refused(`update ${table} set ${change}`);
    await refused(`delete from ${table}`);
    await refused(`truncate ${table} cascade`);
  });

  it('can be voided once, and stays voided', async () => {
    const voided = (date: string | null) =>
      sql`update signatures set voided_date = ${date} where agreement_id = ${id}`.execute(stage.db);
    await voided(on);
    await voided(on);
    await expect(voided(null)).rejects.toThrow(/append-only/);
    await expect(voided('2026-11-03T01:00:00Z')).rejects.toThrow(/append-only/);
  });

  it('of a signed letter loses the name of an erased payer, and nothing else', async () => {
    await refused("update loan_request_signatures set legal_name = null, consent = 'no'");
    await refused('update loan_request_signatures set document_key = null');
    await sql`update loan_request_signatures set legal_name = null, ip_address = null`.execute(stage.db);
  });

  it('of a sent loan invoice names its recipients, and nothing else changes', async () => {
    await sql`update loan_invoices set sent_date = ${on}, sent_to = '["a@example.com"]'`.execute(stage.db);
    await refused("update loan_invoices set sent_to = '[]', total = 2");
  });

  it('outlives the payer that it is about', async () => {
    expect(written).toHaveLength(2);
    const path = `/v2/campaigns/${id}/vendors/${second!.id}`;
    expect((await stage.as(manager.userId)('DELETE', path)).statusCode).toBe(204);
    const { rows } = await sql`
      select agreement_id from signature_events where signatory_id = ${second!.id}`.execute(stage.db);
    expect(rows).toEqual([{ agreementId: id }]);
  });

  it('in the log has the time of the database beside its own', async () => {
    const { rows } = await sql<{ late: boolean }>`
      select bool_and(written_date between now() - interval '1 hour' and clock_timestamp()) as late
      from log_entries`.execute(stage.db);
    expect(rows).toEqual([{ late: true }]);
  });
});
