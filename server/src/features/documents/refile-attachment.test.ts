import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';

type Who = 'admin' | 'manager' | 'agent' | 'stranger' | 'payer';
let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let userIds: Record<Who, number>;
let campaign: Awaited<ReturnType<typeof build.aCampaign>>;
let other: typeof campaign;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  campaign = await build.aCampaign(agent, tenantId, { payers: [build.aPayer(), build.aPayer()] });
  other = await build.aCampaign(agent, tenantId);
  const elsewhere = await build.aTenant();
  userIds = {
    admin: (await build.aPerson('admin')).userId,
    manager: (await build.aPerson('tenant_user', { tenantId, as: 'manager' })).userId,
    agent: agent.userId,
    stranger: (await build.aPerson('tenant_user', { tenantId: elsewhere, as: 'manager' })).userId,
    payer: campaign.payers[0]!.userId,
  };
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
  await standAt('draft');
});

const as = (who: Who) => stage.as(userIds[who]);
const standAt = (status: AgreementStatus) =>
  stage.db
    .updateTable('agreements')
    .set({ status: statusRank(status) })
    .where('id', '=', campaign.id)
    .execute();

async function aDocument(purpose: AttachmentPurpose) {
  const asset = { name: 'asset', value: '%PDF-1.7 the plan', fileName: 'plan.pdf' };
  const { payload, headers } = aForm({ name: 'tenantId', value: String(tenantId) }, asset);
  const { href } = (await as('admin')('POST', '/v1/assets', payload, headers)).json();
  const agreement = { href: `/v1/agreements/${campaign.id}` };
  const answer = await as('admin')('POST', '/v1/attachments', { agreement, asset: { href }, purpose });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const lastEntry = () =>
  stage.db
    .selectFrom('logEntries')
    .selectAll()
    .where('targetAgreementId', '=', campaign.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('refiling a document', () => {
  it('changes its purpose, in both spellings, and logs the old and new purpose', async () => {
    const { href, id } = await aDocument('marketing');
    const answer = await as('agent')('PUT', href, { purpose: 'marketingVendor' });
    expect([answer.statusCode, answer.json().purpose]).toEqual([200, 'marketing-vendor']);
    const seen = (await as('payer')('GET', `/v1/attachments?agreementId=${campaign.id}`)).json().items;
    expect(seen.map((item: { id: number }) => item.id)).toContain(id);
    const entry = await lastEntry();
    expect(entry).toMatchObject({ activityCode: 'attachment_update', userId: userIds.agent, targetTenantId: tenantId });
    expect(entry.logData).toEqual({
      fileName: 'plan.pdf',
      purpose: { before: 'marketing', after: 'marketing-vendor' },
    });
  });

  it('names the payer that it is about, and refuses a stranger', async () => {
    const { href } = await aDocument('vendor-id');
    const signatory = (id: number) => ({ signatory: { href: `/v1/signatories/${id}` } });
    const about = campaign.payers[1]!.id;
    expect((await as('admin')('PUT', href, signatory(about))).json()).toMatchObject(signatory(about));
    expect((await as('payer')('GET', href)).statusCode).toBe(404);
    const wrong = await as('admin')('PUT', href, signatory(other.payers[0]!.id));
    expect([wrong.statusCode, Object.keys(wrong.json().validation)]).toEqual([400, ['signatory']]);
    expect((await as('admin')('PUT', href, { signatory: null })).json().signatory).toBeNull();
  });

  it('writes nothing if nothing changes', async () => {
    const document = await aDocument('marketing');
    const { id } = await lastEntry();
    const { agreement, asset, signatory, purpose } = document;
    const same = { agreement, asset: { href: asset.href }, signatory, purpose };
    expect((await as('agent')('PUT', document.href, same)).json()).toEqual(document);
    expect((await lastEntry()).id).toBe(id);
  });

  it('cannot change its campaign or its file', async () => {
    const { href } = await aDocument('internal-doc');
    const { asset } = await aDocument('internal-doc');
    const answer = await as('admin')('PUT', href, {
      agreement: { href: `/v1/agreements/${other.id}` },
      asset: { href: asset.href },
    });
    expect([answer.statusCode, Object.keys(answer.json().validation).toSorted()]).toEqual([
      400,
      ['agreement', 'asset'],
    ]);
  });

  // biome-ignore format: a table
  it.each<[Who, AttachmentPurpose, AttachmentPurpose, AgreementStatus, number]>([
    ['admin',    'internal-doc',      'supporting-doc',    'complete',         200],
    ['admin',    'lending-agreement', 'internal-doc',      'approved',         200],
    ['admin',    'lending-agreement', 'internal-doc',      'signed',           409],
    ['manager',  'marketing-vendor',  'marketing',         'waiting-info',     200],
    ['manager',  'marketing-vendor',  'marketing',         'waiting-approval', 409],
    ['admin',    'marketing-vendor',  'internal-doc',      'executed',         200],
    ['manager',  'marketing',         'internal-doc',      'draft',            403],
    ['manager',  'lending-agreement', 'marketing',         'draft',            403],
    ['manager',  'supporting-doc',    'marketing',         'draft',            404],
    ['stranger', 'marketing',         'marketing-vendor',  'draft',            404],
    ['payer',    'supporting-doc',    'vendor-id',         'draft',            403],
    ['payer',    'marketing-vendor',  'supporting-doc',    'draft',            403],
  ])('by %s, from %s to %s, while %s: %d', async (who, from, to, status, expected) => {
    const { href } = await aDocument(from);
    await standAt(status);
    const answer = await as(who)('PUT', href, { purpose: to });
    expect(answer.statusCode, answer.body).toBe(expected);
    const { purpose } = (await as('admin')('GET', href)).json();
    expect(purpose).toBe(expected === 200 ? to : from);
  });

  it('and removing it at once: one succeeds, the other gets an error', async () => {
    const { href } = await aDocument('marketing');
    const [put, gone] = await Promise.all([
      as('agent')('PUT', href, { purpose: 'marketing-vendor' }),
      as('manager')('DELETE', href),
    ]);
    expect(gone.statusCode).toBe(204);
    expect([200, 404]).toContain(put.statusCode);
    expect((await as('admin')('GET', href)).statusCode).toBe(404);
  });
});
