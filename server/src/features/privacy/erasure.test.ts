import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { erasePersonalData } from '@kerb/server/features/privacy/erase-payer.ts';
import { tellOfDue } from '@kerb/server/features/privacy/privacy.jobs.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { brokenLog } from '../../../test/broken-row.ts';
import type { Person } from '../../../test/builders.ts';
import { aForm } from '../../../test/multipart.ts';
import { type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const fixture = await startSigningFixture();
const { stage, build, tenantId, manager, admin } = fixture;
const { approved, signAs } = signingSteps(fixture);
const second = await build.aPerson('admin');

const reason = 'Vic wrote from their own address on 3 November';
const read = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/signatories/${id}/erasure`)).json();
const ask = (id: number, body: object = { reason }, by: Person = admin) =>
  stage.as(by.userId)('POST', `/v1/signatories/${id}/erase`, body);
const openActs = async (): Promise<PendingAct[]> =>
  (await stage.as(admin.userId)('GET', '/v1/pending-acts'))
    .json()
    .items.filter(({ outcome }: PendingAct) => outcome === null);
const confirm = async (by: Person = second) => {
  const [act] = await openActs();
  return stage.as(by.userId)('POST', `/v1/pending-acts/${act!.id}/confirm`, {});
};
const end = (id: number, date = '2026-11-01T00:00:00.000Z') =>
  stage.db
    .updateTable('agreements')
    .set({ status: statusRank('cancelled'), statusLastUpdate: date })
    .where('id', '=', id)
    .execute();

async function uploadId(payer: Payer, id: number): Promise<void> {
  const form = aForm(
    { name: 'tenantId', value: String(tenantId) },
    { name: 'asset', value: '%PDF-1.4\n%%EOF\n', fileName: `passport of ${payer.surname}.pdf` },
  );
  const uploaded = await stage.as(payer.userId)('POST', '/v1/assets', form.payload, form.headers);
  const filed = await stage.as(payer.userId)('POST', '/v1/attachments', {
    agreement: { href: `/v1/agreements/${id}` },
    asset: { href: uploaded.json().href },
    signatory: { href: `/v1/signatories/${payer.id}` },
    purpose: 'vendor-id',
  });
  expect(filed.statusCode, filed.body).toBe(201);
}

/** A payer with stored details, typed answers, an identity document and messages, whose campaign was cancelled. */
async function aPayer() {
  const payers = [build.aPayer({ surname: `Quandong${Math.random().toString(36).slice(2)}` })];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite', payers });
  const payer = rows[0]!;
  const details = { dateOfBirth: '1951-07-19', middleNames: 'Wilhelmina' };
  await stage.as(payer.userId)('PUT', `/v1/signatories/${payer.id}`, details);
  await stage.as(payer.userId)('PUT', `/v1/agreements/${id}/flow`, { answers: { city: 'Yackandandah' } });
  await uploadId(payer, id);
  await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
  const body = `Rang ${payer.surname}, who pays on Monday.`;
  await stage.as(manager.userId)('POST', `/v1/agreements/${id}/comments`, { body });
  await end(id);
  return { id, payer };
}

/** Every table in which a backup shows one of these texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    stage.db,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const like = sql.join(
      texts.map((text) => sql`to_jsonb(t)::text ilike ${`%${text}%`}`),
      sql` or `,
    );
    const { rows: hits } = await sql`select 1 from ${sql.table(name)} t where ${like} limit 1`.execute(stage.db);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

describe('erasing a payer', () => {
  it('needs a reason, two admins and a campaign that has ended', async () => {
    const { id, payer } = await aPayer();
    await stage.db
      .updateTable('agreements')
      .set({ status: statusRank('draft') })
      .where('id', '=', id)
      .execute();
    expect(await read(payer.id)).toMatchObject({ refusal: expect.stringContaining('has not ended') });
    expect((await ask(payer.id)).statusCode).toBe(409);
    await end(id);
    expect((await ask(payer.id, {})).json().validation.reason[0].message).toMatch(/^Write who asked for it/);
    expect((await ask(payer.id, { reason }, manager)).statusCode).toBe(403);
    const asked = await ask(payer.id);
    expect(asked.json()).toMatchObject({ pendingAct: { askedByName: admin.displayName }, refusal: null });
    expect((await ask(payer.id)).statusCode).toBe(409);
    const [act] = await openActs();
    expect(act).toMatchObject({ kind: 'erase-payer', subject: { name: `payer ${payer.id} of AU${id}` } });
    expect(act!.changes[0]).toEqual({ label: 'Payer', before: `${payer.firstName} ${payer.surname}`, after: 'Erased' });
    expect((await confirm(admin)).statusCode).toBe(403);
    expect((await confirm()).json()).toMatchObject({ outcome: 'done' });
    expect((await read(payer.id)).confirmedDate).not.toBeNull();
    await erasePersonalData(stage.deps);
    expect((await read(payer.id)).erasedDate).not.toBeNull();
  });

  it('is carried out although an earlier one cannot be', async () => {
    const [bad, good] = [await aPayer(), await aPayer()];
    for (const { payer } of [bad, good]) {
      await ask(payer.id);
      await confirm();
    }
    await brokenLog(stage.db, bad.id, async () => {
      await expect(erasePersonalData(stage.deps)).rejects.toMatchObject({ errors: [{ message: 'a broken row' }] });
    });
    const dates = async () => [(await read(bad.payer.id)).erasedDate, (await read(good.payer.id)).erasedDate];
    expect(await dates()).toEqual([null, expect.any(String)]);
    await erasePersonalData(stage.deps);
    expect(await dates()).toEqual([expect.any(String), expect.any(String)]);
  });

  it('leaves nothing of them in any table, and keeps the log', async () => {
    const { id, payer } = await aPayer();
    const texts = [payer.surname, payer.emailAddress];
    expect((await tablesWith(texts)).length).toBeGreaterThan(2);
    const { rows: before } = await sql`select id from log_entries where target_agreement_id = ${id}`.execute(stage.db);
    await ask(payer.id);
    await confirm();
    await erasePersonalData(stage.deps);
    expect(await tablesWith(texts)).toEqual([]);
    const log = await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}&perPage=100`);
    expect(log.body).not.toMatch(new RegExp(`${payer.surname}|Wilhelmina`));
    expect(log.json().totalItems).toBeGreaterThan(before.length);
    expect(log.json().items[0]).toMatchObject({ description: 'Personal data erased' });
    expect(JSON.parse(log.json().items[0].logData).erased).toMatchObject({
      documents: 1,
      drafts: 1,
      comments: 1,
      accounts: 1,
    });
    const shown = (await stage.as(admin.userId)('GET', `/v1/signatories/${payer.id}`)).json();
    expect(shown).toMatchObject({ displayName: 'Erased Person', dateOfBirth: null, mobilePhone: null });
  });

  it('is not possible before the date of the law if they applied, signed or paid', async () => {
    const { id, payers } = await approved({ mobiles: ['0412 345 678'] });
    const payer = payers[0]!;
    const signed = await signAs(id, payer);
    expect(signed.statusCode, signed.body).toBe(200);
    await end(id);
    expect(await read(payer.id)).toMatchObject({
      keptUntil: '2033-11-01',
      refusal: expect.stringContaining('By law we keep the records until 1 November 2033'),
    });
    expect((await ask(payer.id)).statusCode).toBe(409);
  });

  it('keeps the account of a payer who has another campaign', async () => {
    const { payer } = await aPayer();
    const other = await build.aCampaign(manager, tenantId, {
      status: 'waiting-invite',
      payers: [build.aPayer({ emailAddress: payer.emailAddress, surname: payer.surname })],
    });
    await ask(payer.id);
    await confirm();
    await erasePersonalData(stage.deps);
    expect(other.payers[0]!.userId).toBe(payer.userId);
    const row = await stage.db.selectFrom('users').selectAll().where('id', '=', payer.userId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ emailAddress: payer.emailAddress, disabledDate: null });
  });

  it('goes on after a run that was interrupted, and happens once', async () => {
    const [one, two] = [await aPayer(), await aPayer()];
    for (const { payer } of [one, two]) {
      await ask(payer.id);
      await confirm();
    }
    await Promise.all([erasePersonalData(stage.deps), erasePersonalData(stage.deps)]);
    await erasePersonalData(stage.deps);
    const { rows } = await sql`
      select 1 from log_entries where description = 'Personal data erased'
        and target_agreement_id in (${one.id}, ${two.id})`.execute(stage.db);
    expect(rows.length).toBe(2);
  });
});

describe('the evidence of a signature', () => {
  it('loses who signed after five years, and never before', async () => {
    const { id, payer } = await aPayer();
    const insert = (date: string, voided: string | null) =>
      sql`
      insert into signatures (signatory_id, agreement_id, signature_date, local_time, legal_name, email_address,
        authorisation_type, signing_user_name, signing_user_email, terms_version, terms_sha256, consent,
        document_sha256, ip_address, voided_date)
      values (${payer.id}, ${id}, ${date}, '12:00', 'Pat Payer', 'pat@example.com', 'sms', 'Pat Payer',
        'pat@example.com', '1', 'a', 'yes', 'b', '203.0.113.9', ${voided})`.execute(stage.db);
    await insert('2019-01-01', '2019-02-01');
    await insert('2025-01-01', null);
    await sql`select forget_signer(${payer.id})`.execute(stage.db);
    const { rows } = await sql`
      select legal_name, ip_address, document_sha256 from signatures where signatory_id = ${payer.id}
      order by signature_date`.execute(stage.db);
    expect(rows).toEqual([
      { legalName: 'Erased Person', ipAddress: null, documentSha256: 'b' },
      { legalName: 'Pat Payer', ipAddress: '203.0.113.9', documentSha256: 'b' },
    ]);
    // The switch of the function is of no use to the server.
    const forge = stage.db.transaction().execute(async (tx) => {
      await sql`select set_config('kerb.forgetting', 'on', true)`.execute(tx);
      await sql`update signatures set voided_date = null where signatory_id = ${payer.id}`.execute(tx);
    });
    await expect(forge).rejects.toThrow(/append-only/);
  });
});

describe('personal data whose time is over', () => {
  it('is listed, and erased when two admins have said so, with the signed agreement', async () => {
    const { id, payers } = await approved({ mobiles: ['0412 345 678'] });
    const payer = payers[0]!;
    await signAs(id, payer);
    await end(id, '2019-01-31T00:00:00.000Z');
    const due = (await stage.as(admin.userId)('GET', '/v1/due-erasures')).json();
    expect(due.items).toContainEqual({
      id: payer.id,
      href: `/v1/signatories/${payer.id}`,
      flowNumber: `AU${id}`,
      organisation: expect.any(String),
      endedDay: '2019-01-31',
      keptUntil: '2026-01-31',
    });
    await tellOfDue(stage.deps);
    const told = await stage.db.selectFrom('messages').select('recipient').where('kind', '=', 'due-erasures').execute();
    expect(told.map(({ recipient }) => recipient)).toEqual([admin.emailAddress, second.emailAddress]);
    const asked = await stage.as(admin.userId)('POST', '/v1/due-erasures', { reason: 'Yearly disposal' });
    expect(asked.json().pendingAct.askedByName).toBe(admin.displayName);
    expect((await openActs())[0]!.changes).toEqual([
      { label: 'Campaigns', before: expect.stringContaining(`AU${id}`), after: expect.any(String) },
    ]);
    await confirm();
    await erasePersonalData(stage.deps);
    expect((await stage.as(admin.userId)('GET', '/v1/due-erasures')).json()).toMatchObject({ totalItems: 0 });
    const asset = await stage.db
      .selectFrom('signedDocuments as d')
      .innerJoin('assets as f', 'f.id', 'd.assetId')
      .select(['f.sealedFileKey', 'd.sha256'])
      .where('d.agreementId', '=', id)
      .executeTakeFirstOrThrow();
    expect([asset.sealedFileKey.length, asset.sha256.length]).toEqual([0, 64]);
  });

  it('is refused if nothing is due', async () => {
    const answer = await stage.as(admin.userId)('POST', '/v1/due-erasures', { reason });
    expect([answer.statusCode, answer.json().type]).toEqual([409, '/problems/nothing-due']);
  });
});
