import { randomBytes } from 'node:crypto';
import { countries } from '@kerb/domain/countries/countries.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { retentionDate } from '@kerb/domain/payers/retention.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { decryptDetails } from '@kerb/server/features/payers/encrypted-details.ts';
import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import { personalDataUnder } from '@kerb/server/platform/personal-data.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { describe, expect, it } from 'vitest';
import { aForm } from '../../../test/multipart.ts';
import { startSigningFixture } from '../../../test/signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

/** A payer who has entered their date of birth and uploaded their passport. */
async function aKnownPayer() {
  const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const payer = payers[0]!;
  await stage.as(payer.userId)('PUT', `/v1/signatories/${payer.id}`, { dateOfBirth: '1980-01-31' });
  await stage.as(payer.userId)('PUT', `/v1/agreements/${id}/flow`, { answers: { city: 'Yass' } });
  const form = aForm(
    { name: 'tenantId', value: String(tenantId) },
    { name: 'asset', value: '%PDF-1.4\n%%EOF\n', fileName: 'passport.pdf' },
  );
  const uploaded = await stage.as(payer.userId)('POST', '/v1/assets', form.payload, form.headers);
  expect(uploaded.statusCode, uploaded.body).toBe(201);
  await stage.as(payer.userId)('POST', '/v1/attachments', {
    agreement: { href: `/v1/agreements/${id}` },
    asset: { href: uploaded.json().href },
    signatory: { href: `/v1/signatories/${payer.id}` },
    purpose: 'vendor-id',
  });
  return { id, payer, assetHref: uploaded.json().href as string, assetId: uploaded.json().id as number };
}

describe('an identity document', () => {
  it('is logged each time it is opened, with the person who opened it', async () => {
    const { id, assetHref } = await aKnownPayer();
    const hook = { url: 'http://127.0.0.1:9/kerb', events: ['attachment_update'] };
    await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
    for (let n = 0; n < 2; n += 1) {
      expect((await stage.as(admin.userId)('GET', `${assetHref}/content`)).statusCode).toBe(200);
    }
    const entries = await stage.db
      .selectFrom('logEntries')
      .select(['userId', 'description'])
      .where('targetAgreementId', '=', id)
      .where('description', '=', 'Identity document opened')
      .execute();
    expect(entries.map(({ userId }) => userId)).toEqual([admin.userId, admin.userId]);
    expect((await stage.as(manager.userId)('GET', `${assetHref}/content`)).statusCode).toBe(404);
    // The organisation's webhook must not reveal that the document exists.
    expect(await stage.db.selectFrom('webhookDeliveries').selectAll().execute()).toEqual([]);
  });
});

describe('the keys of personal data', () => {
  it('are rotated for everything encrypted, including files from before', async () => {
    const { payer, assetId, assetHref } = await aKnownPayer();
    const asset = await stage.db.selectFrom('assets').selectAll().where('id', '=', assetId).executeTakeFirstOrThrow();
    const fileKey = stage.deps.secrets.personal.decrypt(asset.sealedFileKey, asset.storageKey);
    // Without the id of the key, as an earlier release wrote it.
    const asBefore = stage.deps.secrets.encrypt(fileKey).subarray(5);
    await stage.db.updateTable('assets').set({ sealedFileKey: asBefore }).where('id', '=', assetId).execute();
    const key = { id: '2027', key: randomBytes(32) };
    const secrets = secretsFrom(Buffer.alloc(32, 7), [key]);
    const rotation = await rotateKeys({ ...stage.deps, secrets });
    expect(rotation.resealed).toBeGreaterThanOrEqual(3);
    expect(rotation.failed).toBe(0);
    expect(await rotateKeys({ ...stage.deps, secrets })).toMatchObject({ resealed: 0, failed: 0 });
    const row = await stage.db
      .selectFrom('signatories')
      .selectAll()
      .where('id', '=', payer.id)
      .executeTakeFirstOrThrow();
    expect(personalDataUnder([key]).isCurrent(row.sealedDetails!)).toBe(true);
    expect(decryptDetails(secrets, row).dateOfBirth).toBe('1980-01-31');
    // With only the old keys it cannot be decrypted; with the new key it can again.
    await rotateKeys({
      ...stage.deps,
      secrets: { ...secrets, personal: secretsFrom(Buffer.alloc(32, 7)).personal },
    }).catch(() => {});
    expect((await stage.as(admin.userId)('GET', `${assetHref}/content`)).statusCode).toBe(410);
    Object.assign(stage.deps.secrets, { personal: secrets.personal });
    expect((await stage.as(admin.userId)('GET', `${assetHref}/content`)).statusCode).toBe(200);
  });
});

describe('the report on personal data due for disposal', () => {
  it('lists the data still held for each person, and the day from which it may be deleted', async () => {
    const { id, payer } = await aKnownPayer();
    const rows = async () =>
      (await stage.as(admin.userId)('GET', '/reports/personal-data')).body
        .split('\r\n')
        .filter((row) => row.includes(`AU${id},`));
    expect((await rows())[0]).toContain(payer.surname);
    expect((await rows())[0]).toMatch(/,No$/);
    await stage.db
      .updateTable('agreements')
      .set({ status: 0, statusLastUpdate: '2015-11-15T00:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    const [due] = await rows();
    expect(due).toMatch(/Yes$/);
    expect((await stage.as(manager.userId)('GET', '/reports/personal-data')).statusCode).toBe(403);
  });

  it.each([
    // Already the next day in Sydney.
    '2019-11-14T13:30:00.000Z',
    '2019-11-14T12:59:00.000Z',
    // 29 February in Sydney, the day before in UTC.
    '2024-02-28T20:00:00.000Z',
    '2024-02-29T20:00:00.000Z',
    // The hour that is repeated when daylight saving time ends.
    '2025-04-05T15:30:00.000Z',
  ])('counts from the organisation’s day, as retentionDate does, for an end at %s', async (ended) => {
    const { id } = await aKnownPayer();
    const status = 'cancelled';
    await stage.db
      .updateTable('agreements')
      .set({ status: statusRank(status), statusLastUpdate: ended })
      .where('id', '=', id)
      .execute();
    const expected = retentionDate({ status, statusDay: dayIn('Australia/Sydney', ended) }, countries.AU);
    const line = (await stage.as(admin.userId)('GET', '/reports/personal-data')).body
      .split('\r\n')
      .find((row) => row.includes(`AU${id},`));
    expect(line).toMatch(new RegExp(`,${expected?.split('-').reverse().join('/')},(Yes|No)$`));
  });
});
