import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { erasePersonalData } from '@kerb/server/features/privacy/erase-payer.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aForm } from '../../../test/multipart.ts';
import { givePhoto } from '../../../test/property-photos.ts';
import { type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const fixture = await startSigningFixture();
const { stage, build, tenantId, manager, admin } = fixture;
const { approved, signAs } = signingSteps(fixture);
const second = await build.aPerson('admin');
const { db, deps } = stage;

const ask = (id: number) => stage.as(admin.userId)('POST', `/v1/signatories/${id}/erase`, { reason: 'Vic wrote' });
const confirm = async () => {
  const { items } = (await stage.as(second.userId)('GET', '/v1/pending-acts')).json();
  const act = items.find(({ outcome }: PendingAct) => outcome === null);
  return stage.as(second.userId)('POST', `/v1/pending-acts/${act.id}/confirm`, {});
};
const setStatus = (id: number, status: AgreementStatus, statusLastUpdate = '2026-11-01T00:00:00.000Z') =>
  db
    .updateTable('agreements')
    .set({ status: statusRank(status), statusLastUpdate })
    .where('id', '=', id)
    .execute();
async function erase(payer: Payer) {
  const asked = await ask(payer.id);
  expect(asked.statusCode, asked.body).toBe(200);
  expect((await confirm()).statusCode).toBe(200);
  await erasePersonalData(deps);
}

async function file(payer: Payer, id: number, purpose: 'vendor-id' | 'supporting-doc'): Promise<void> {
  const form = aForm(
    { name: 'tenantId', value: String(tenantId) },
    { name: 'asset', value: '%PDF-1.4\n%%EOF\n', fileName: `paper of ${payer.surname}.pdf` },
  );
  const uploaded = await stage.as(payer.userId)('POST', '/v1/assets', form.payload, form.headers);
  const filed = await stage.as(payer.userId)('POST', '/v1/attachments', {
    agreement: { href: `/v1/agreements/${id}` },
    asset: { href: uploaded.json().href },
    ...(purpose === 'vendor-id' && { signatory: { href: `/v1/signatories/${payer.id}` } }),
    purpose,
  });
  expect(filed.statusCode, filed.body).toBe(201);
}

let serial = 0;
async function aSentCampaign() {
  serial += 1;
  const payers = [build.aPayer({ surname: `Quandong${serial}x`, emailAddress: `former${serial}@wattle.example` })];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite', payers });
  await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
  return { id, payer: rows[0]! };
}

/** Every table in which a backup shows one of these texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const like = sql.join(
      texts.map((text) => sql`to_jsonb(t)::text ilike ${`%${text}%`}`),
      sql` or `,
    );
    const { rows: hits } = await sql`select 1 from ${sql.table(name)} t where ${like} limit 1`.execute(db);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

describe('a payer whose e-mail address was changed', () => {
  it('is erased under the former address too: account, messages, documents and log', async () => {
    const { id, payer } = await aSentCampaign();
    await file(payer, id, 'vendor-id');
    const emailAddress = `present${serial}@wattle.example`;
    const changed = await stage.as(manager.userId)('PUT', `/v1/signatories/${payer.id}`, { emailAddress });
    expect(changed.statusCode, changed.body).toBe(200);
    await setStatus(id, 'cancelled');
    const texts = [payer.surname, payer.emailAddress, emailAddress];
    expect(await tablesWith([payer.emailAddress])).toContain('users');
    await erase(payer);
    expect(await tablesWith(texts)).toEqual([]);
    const { rows } = await sql`select 1 from attachments where agreement_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
    const log = await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}&perPage=100`);
    expect(log.body).not.toMatch(new RegExp(`${payer.surname}|wattle`));
  });

  it('keeps the former account if it pays for another campaign', async () => {
    const { id, payer } = await aSentCampaign();
    const other = await build.aCampaign(manager, tenantId, {
      payers: [build.aPayer({ emailAddress: payer.emailAddress, surname: payer.surname })],
    });
    const emailAddress = `present${serial}@wattle.example`;
    await stage.as(manager.userId)('PUT', `/v1/signatories/${payer.id}`, { emailAddress });
    await setStatus(id, 'cancelled');
    await erase(payer);
    expect(other.payers[0]!.userId).toBe(payer.userId);
    const user = await db.selectFrom('users').select('emailAddress').where('id', '=', payer.userId).executeTakeFirst();
    expect(user).toEqual({ emailAddress: payer.emailAddress });
    const { rows } = await sql`
      select 1 from messages where agreement_id = ${id} and recipient ilike '%wattle%'`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('a campaign that is opened again', () => {
  it('after the request refuses the second person', async () => {
    const { id, payer } = await aSentCampaign();
    await setStatus(id, 'cancelled');
    await ask(payer.id);
    await setStatus(id, 'waiting-info');
    const refused = await confirm();
    expect([refused.statusCode, refused.json().type]).toEqual([409, '/problems/campaign-open']);
    await setStatus(id, 'cancelled');
    expect((await confirm()).statusCode).toBe(200);
    await erasePersonalData(deps);
  });

  it('after the second person confirmed is not erased by the job; the admins are told, and can ask again', async () => {
    const { id, payer } = await aSentCampaign();
    await setStatus(id, 'cancelled');
    await ask(payer.id);
    await confirm();
    await setStatus(id, 'waiting-info');
    await erasePersonalData(deps);
    const shown = (await stage.as(admin.userId)('GET', `/v1/signatories/${payer.id}`)).json();
    expect(shown).toMatchObject({ surname: payer.surname, emailAddress: payer.emailAddress });
    const refusals = db.selectFrom('messages').selectAll().where('kind', '=', 'erasure-refused');
    const told = await refusals.orderBy('id').execute();
    expect(told.map(({ recipient }) => recipient)).toEqual([admin.emailAddress, second.emailAddress]);
    expect(told[0]?.body).toContain('has not ended');
    const log = await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}`);
    expect(log.json().items[0].description).toBe('Personal data not erased: it is needed again');
    await setStatus(id, 'cancelled');
    await erase(payer);
    expect(await tablesWith([payer.surname])).toEqual([]);
  });
});

describe('other data about a payer', () => {
  it('is erased too: stored messages, codes, a pending new address, and documents that they uploaded', async () => {
    const { id, payer } = await aSentCampaign();
    const { userId, emailAddress: recipient } = payer;
    await file(payer, id, 'supporting-doc');
    const mail = { kind: 'test', channel: 'email', audience: 'vendor', agreementId: id } as const;
    await inTransaction(deps, byTheProduct, async (work) => {
      await postMessage(work, { ...mail, recipient: recipient.toUpperCase(), body: 'Dear customer' });
      await postMessage(work, { ...mail, recipient: 'elsewhere@banksia.example', body: 'Dear customer', userId });
    });
    const expiryDate = '2099-01-01T00:00:00.000Z';
    const hash = Buffer.from('x');
    await db
      .insertInto('codes')
      .values({ purpose: 'email', subject: `signatory ${payer.id} ${recipient}`, hash: 'h', expiryDate })
      .execute();
    await db
      .insertInto('emailChanges')
      .values({ userId, hash, newEmailAddress: 'next@banksia.example', expiryDate })
      .execute();
    await setStatus(id, 'cancelled');
    await erase(payer);
    expect(await tablesWith([payer.surname, recipient, 'banksia'])).toEqual([]);
    const { rows } = await sql`select 1 from attachments where agreement_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('somebody who was removed from a campaign', () => {
  it('is erased with the last payer of the campaign, and not before', async () => {
    serial += 1;
    const [kept, gone] = ['Kowhai', 'Rimu'].map((tree) =>
      build.aPayer({ surname: `${tree}${serial}x`, emailAddress: `${tree}${serial}@removed.example` }),
    );
    const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [kept!, gone!] });
    const of = (payer: { surname: string }) => payers.find(({ surname }) => surname === payer.surname)!;
    await stage.as(manager.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {});
    const removed = await stage.as(manager.userId)('DELETE', `/v2/campaigns/${id}/vendors/${of(gone!).id}`);
    expect(removed.statusCode, removed.body).toBe(204);
    expect(await tablesWith([gone!.surname])).toContain('users');
    await setStatus(id, 'cancelled');
    await erase(of(kept!));
    expect(await tablesWith([kept!.surname, gone!.surname, 'removed.example'])).toEqual([]);
    const log = await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}&perPage=100`);
    expect(log.body).not.toMatch(/Kowhai|Rimu|removed\.example/);
  });
});

describe('what was sent to somebody who was removed', () => {
  it('goes too if their account stays: text messages, and mails to a former address', async () => {
    const { id, payer } = await aSentCampaign();
    const former = payer.emailAddress;
    const mobilePhone = '+61412777001';
    const asManager = stage.as(manager.userId);
    await inTransaction(deps, byTheProduct, async (work) => {
      const about = { kind: 'test', audience: 'vendor', agreementId: id, signatoryId: payer.id } as const;
      await postMessage(work, { ...about, channel: 'sms', recipient: mobilePhone, body: 'Your campaign' });
      await postMessage(work, { ...about, channel: 'email', recipient: 'copy@grevillea.example', body: 'A copy' });
    });
    const emailAddress = `present${serial}@wattle.example`;
    expect((await asManager('PUT', `/v1/signatories/${payer.id}`, { emailAddress })).statusCode).toBe(200);
    // Both accounts stay, because they pay for another campaign.
    const others = [former, emailAddress].map((address) => build.aPayer({ emailAddress: address }));
    await build.aCampaign(manager, tenantId, { payers: others });
    expect((await asManager('DELETE', `/v2/campaigns/${id}/vendors/${payer.id}`)).statusCode).toBe(204);
    await setStatus(id, 'cancelled', '2019-01-31T00:00:00.000Z');
    await stage.as(admin.userId)('POST', '/v1/due-erasures', { reason: 'Yearly disposal' });
    expect((await confirm()).statusCode).toBe(200);
    await erasePersonalData(deps);
    const { rows } = await sql<{ recipient: string }>`
      select recipient from messages where agreement_id = ${id} and audience = 'vendor'`.execute(db);
    expect(new Set(rows.map(({ recipient }) => recipient))).toEqual(new Set(['erased@erased.invalid']));
  });
});

describe('what was sent to a payer of whom no record or account is left to find', () => {
  it('goes with the last payer: to a team member who was removed, and by an earlier release', async () => {
    const { id, payer } = await aSentCampaign();
    const asManager = stage.as(manager.userId);
    const vendors = `/v2/campaigns/${id}/vendors`;
    const also = (await asManager('POST', vendors, build.aPayer({ emailAddress: manager.emailAddress }))).json();
    expect((await asManager('POST', `${vendors}/${also.id}/send-campaign`)).statusCode).toBe(200);
    expect((await asManager('DELETE', `${vendors}/${also.id}`)).statusCode).toBe(204);
    const mail = { kind: 'test', channel: 'email', agreementId: id } as const;
    await inTransaction(deps, byTheProduct, async (work) => {
      await postMessage(work, { ...mail, audience: 'vendor', recipient: 'former@grevillea.example', body: 'Hello' });
      await postMessage(work, { ...mail, audience: 'staff', recipient: manager.emailAddress, body: 'For the team' });
    });
    await setStatus(id, 'cancelled');
    await erase(payer);
    const rows = await db.selectFrom('messages').selectAll().where('agreementId', '=', id).execute();
    const toPayers = rows.filter(({ audience }) => audience === 'vendor');
    expect(toPayers.length).toBeGreaterThan(2);
    for (const { recipient, body } of toPayers)
      expect([recipient, body]).toEqual([expect.stringMatching(/^erased/), '']);
    expect(rows.filter(({ body }) => body === 'For the team')).toHaveLength(1);
  });
});

describe('the payers of a campaign that has none left', () => {
  async function lastPayerRemoved({ hasApplied }: { hasApplied: boolean }) {
    const { id, payer } = await aSentCampaign();
    await file(payer, id, 'vendor-id');
    const submittedDate = hasApplied ? '2026-11-02T00:00:00.000Z' : null;
    await db.updateTable('signatories').set({ submittedDate }).where('id', '=', payer.id).execute();
    const removed = await stage.as(manager.userId)('DELETE', `/v2/campaigns/${id}/vendors/${payer.id}`);
    expect(removed.statusCode, removed.body).toBe(204);
    return { id, payer };
  }
  const listed = async (id: number) =>
    (await stage.as(admin.userId)('GET', '/v1/due-erasures'))
      .json()
      .items.filter(({ href }: { href: string }) => href === `/v1/agreements/${id}`);
  const askDue = () => stage.as(admin.userId)('POST', '/v1/due-erasures', { reason: 'Yearly disposal' });

  it('are erased as soon as it has ended if none of them had applied', async () => {
    const { id, payer } = await lastPayerRemoved({ hasApplied: false });
    expect(await listed(id)).toEqual([]);
    const photo = await givePhoto(stage, manager.userId, { id, tenantId });
    await setStatus(id, 'cancelled');
    expect(await listed(id)).toMatchObject([{ endedDay: '2026-11-01', keptUntil: '2026-11-01' }]);
    expect((await askDue()).statusCode).toBe(200);
    expect((await confirm()).statusCode).toBe(200);
    await erasePersonalData(deps);
    expect(await tablesWith([payer.surname, payer.emailAddress])).toEqual([]);
    expect(await photo.isKept()).toBe(false);
  });

  it('are erased when the time of the campaign is over and two admins have said so', async () => {
    const { id, payer } = await lastPayerRemoved({ hasApplied: true });
    expect(await tablesWith([payer.surname])).toContain('users');
    await setStatus(id, 'cancelled');
    expect(await listed(id)).toEqual([]);
    await setStatus(id, 'cancelled', '2019-01-31T00:00:00.000Z');
    expect(await listed(id)).toMatchObject([
      { flowNumber: `AU${id}`, endedDay: '2019-01-31', keptUntil: '2026-01-31' },
    ]);
    const asked = await askDue();
    expect(asked.statusCode, asked.body).toBe(200);
    expect((await confirm()).statusCode).toBe(200);
    await erasePersonalData(deps);
    expect(await tablesWith([payer.surname, payer.emailAddress])).toEqual([]);
    const { rows } = await sql`select 1 from attachments where agreement_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
    expect(await listed(id)).toEqual([]);
    const log = await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}&perPage=100`);
    expect(log.body).not.toMatch(new RegExp(`${payer.surname}|${payer.emailAddress}`));
  });

  it('are not erased if the campaign was opened again before the job ran', async () => {
    const { id, payer } = await lastPayerRemoved({ hasApplied: true });
    await setStatus(id, 'cancelled', '2019-01-31T00:00:00.000Z');
    await askDue();
    expect((await confirm()).statusCode).toBe(200);
    await setStatus(id, 'waiting-info');
    await erasePersonalData(deps);
    expect(await tablesWith([payer.surname])).toContain('users');
    await setStatus(id, 'cancelled', '2019-01-31T00:00:00.000Z');
    expect(await listed(id)).toHaveLength(1);
    await askDue();
    await confirm();
    await erasePersonalData(deps);
    expect(await tablesWith([payer.surname])).toEqual([]);
  });
});

describe('the evidence of a co-payer', () => {
  it('survives the erasure of the other one, and the file goes with the last', async () => {
    const { id, payers } = await approved({ mobiles: ['0412 345 678', '0412 345 679'] });
    const [first, other] = [payers[0]!, payers[1]!];
    for (const payer of payers) expect((await signAs(id, payer)).statusCode).toBe(200);
    await setStatus(id, 'cancelled', '2019-01-31T00:00:00.000Z');
    const evidence = async () => {
      const signature = await db
        .selectFrom('signatures')
        .selectAll()
        .where('signatoryId', '=', other.id)
        .executeTakeFirstOrThrow();
      const { rows: events } = await sql`
        select * from signature_events where signatory_id = ${other.id} order by id`.execute(db);
      const document = await db
        .selectFrom('signedDocuments as d')
        .innerJoin('assets as f', 'f.id', 'd.assetId')
        .select(['d.sha256', 'f.sealedFileKey', 'f.fileName'])
        .where('d.agreementId', '=', id)
        .executeTakeFirstOrThrow();
      const { rows: filed } = await sql`
        select id from attachments where agreement_id = ${id} and purpose = 'lending-agreement'`.execute(db);
      return { signature, events, document, filed };
    };
    const before = await evidence();
    expect(before.document.sealedFileKey.length).toBeGreaterThan(0);
    await erase(first);
    expect(await evidence()).toEqual(before);
    await erase(other);
    expect((await evidence()).document).toMatchObject({
      sealedFileKey: Buffer.alloc(0),
      sha256: before.document.sha256,
    });
  });
});

describe('the photo of a property', () => {
  it('is deleted with its bytes when the last payer of the campaign is erased, and not before', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { payers: [build.aPayer(), build.aPayer()] });
    const photo = await givePhoto(stage, manager.userId, { id, tenantId });
    await setStatus(id, 'cancelled');
    await erase(payers[0]!);
    expect(await photo.isKept()).toBe(true);
    await erase(payers[1]!);
    expect(await photo.isKept()).toBe(false);
    await expect(deps.fileStore.get(photo.storageKey)).rejects.toThrow();
  });
});
