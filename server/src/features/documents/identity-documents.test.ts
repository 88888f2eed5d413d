import { beforeAll, describe, expect, it } from 'vitest';
import { up } from '../../../migrations/0040-identity-documents.ts';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let admin: Person;
let tenantId: number;
let campaign: Awaited<ReturnType<ReturnType<typeof buildersFor>['aCampaign']>>;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const payers = [build.aPayer({ firstName: 'Ann' }), build.aPayer({ firstName: 'Bo' })];
  campaign = await build.aCampaign(manager, tenantId, { payers });
});

const ann = () => campaign.payers[0]!;

async function file(userId: number, more: object = {}) {
  const asset = { name: 'asset', value: '%PDF-1.7 a licence', fileName: 'licence.pdf' };
  const { payload, headers } = aForm({ name: 'tenantId', value: String(tenantId) }, asset);
  const { href } = (await stage.as(userId)('POST', '/v1/assets', payload, headers)).json();
  const answer = await stage.as(userId)('POST', '/v1/attachments', {
    agreement: { href: `/v1/agreements/${campaign.id}` },
    asset: { href },
    purpose: 'vendor-id',
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const lastEntry = async () =>
  (await openedLog(stage)).findLast(({ targetAgreementId }) => targetAgreementId === campaign.id);

describe('a payer’s identity document', () => {
  it('is about the payer who uploads it, even if the request does not say so', async () => {
    expect((await file(ann().userId)).signatory).toEqual({ href: `/v1/signatories/${ann().id}` });
    expect((await file(admin.userId)).signatory).toBeNull();
  });

  it('is logged with the payer’s name when it is opened and when it is removed', async () => {
    const { href, asset } = await file(ann().userId);
    expect((await stage.as(admin.userId)('GET', `${asset.href}/content`)).statusCode).toBe(200);
    const logData = { fileName: 'licence.pdf', purpose: 'vendor-id', payer: `Ann ${ann().surname}` };
    expect(await lastEntry()).toMatchObject({ description: 'Identity document opened', userId: admin.userId, logData });
    expect((await stage.as(admin.userId)('DELETE', href)).statusCode).toBe(204);
    expect(await lastEntry()).toMatchObject({ userId: admin.userId, logData });
  });

  it('that was filed without a payer before this release is given to the payer who uploaded it', async () => {
    const [own, staff] = [await file(ann().userId), await file(admin.userId)];
    await stage.db.updateTable('attachments').set({ signatoryId: null }).where('id', '=', own.id).execute();
    await up(stage.db as never);
    const rows = await stage.db
      .selectFrom('attachments')
      .select(['id', 'signatoryId'])
      .where('id', 'in', [own.id, staff.id])
      .orderBy('id')
      .execute();
    expect(rows.map(({ signatoryId }) => signatoryId)).toEqual([ann().id, null]);
  });
});
