import { buffer } from 'node:stream/consumers';
import { type AttachmentPurpose, attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import { payerIsFull, tooManyLoose } from '@kerb/domain/documents/quotas.ts';
import { addDays, momentOf } from '@kerb/domain/kernel/dates.ts';
import { sweepFiles } from '@kerb/server/features/documents/documents.jobs.ts';
import { MissingFile } from '@kerb/server/platform/ports/file-store.ts';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { aForm } from '../../../test/multipart.ts';

type Who = 'admin' | 'manager' | 'agent' | 'colleague' | 'stranger' | 'payer' | 'coPayer' | 'otherPayer';
const everyone: Who[] = ['admin', 'manager', 'agent', 'colleague', 'stranger', 'payer', 'coPayer', 'otherPayer'];

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let otherTenantId: number;
let userIds: Record<Who, number>;
let agent: Person;
let campaign: Awaited<ReturnType<typeof build.aCampaign>>;
let otherCampaign: typeof campaign;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  [tenantId, otherTenantId] = [await build.aTenant(), await build.aTenant()];
  const admin = await build.aPerson('admin');
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const stranger = await build.aPerson('tenant_user', { tenantId: otherTenantId, as: 'manager' });
  campaign = await build.aCampaign(agent, tenantId, { payers: [build.aPayer(), build.aPayer()] });
  otherCampaign = await build.aCampaign(stranger, otherTenantId);
  userIds = {
    admin: admin.userId,
    manager: manager.userId,
    agent: agent.userId,
    colleague: colleague.userId,
    stranger: stranger.userId,
    payer: campaign.payers[0]!.userId,
    coPayer: campaign.payers[1]!.userId,
    otherPayer: otherCampaign.payers[0]!.userId,
  };
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
});

const as = (who: Who) => stage.as(userIds[who]);
const words = '%PDF-1.7 the plan';

async function anAsset(who: Who, into = tenantId): Promise<number> {
  const asset = { name: 'asset', value: words, fileName: 'plan.pdf' };
  const { payload, headers } = aForm({ name: 'tenantId', value: String(into) }, asset);
  const answer = await as(who)('POST', '/v1/assets', payload, headers);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id;
}

/** Files of refused requests, which would count for the quota of the next test. */
const removeLoose = () => stage.db.deleteFrom('assets').where('usedFor', 'is', null).execute();

type Filing = { agreement?: number; signatory?: number | null };
const attach = (who: Who, assetId: number, purpose: string, { agreement = campaign.id, signatory }: Filing = {}) =>
  as(who)('POST', '/v1/attachments', {
    agreement: { href: `/v1/agreements/${agreement}` },
    asset: { href: `/v1/assets/${assetId}` },
    purpose,
    ...(signatory !== undefined && { signatory: signatory && { href: `/v1/signatories/${signatory}` } }),
  });

async function aDocument(purpose: AttachmentPurpose, who: Who = 'admin', filing: Filing = {}) {
  const answer = await attach(who, await anAsset(who), purpose, filing);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const statusFor = async (who: Who, url: string) => (await as(who)('GET', url)).statusCode;
const logOf = (agreementId: number) =>
  stage.db.selectFrom('logEntries').selectAll().where('targetAgreementId', '=', agreementId).orderBy('id').execute();

describe('who may upload for an organisation', () => {
  // biome-ignore format: a table
  it.each<[Who, boolean, boolean]>([
    //             its own  another's
    ['admin',      true,    true ],
    ['manager',    true,    false],
    ['agent',      true,    false],
    ['colleague',  true,    false],
    ['stranger',   false,   true ],
    ['payer',      true,    false],
    ['otherPayer', false,   true ],
  ])('%s', async (who, first, second) => {
    const outcomes: boolean[] = [];
    for (const into of [tenantId, otherTenantId, 1, 999_999]) {
      const asset = { name: 'asset', value: words, fileName: 'plan.pdf' };
      const { payload, headers } = aForm({ name: 'tenantId', value: String(into) }, asset);
      const { statusCode } = await as(who)('POST', '/v1/assets', payload, headers);
      expect([201, 404]).toContain(statusCode);
      outcomes.push(statusCode === 201);
    }
    expect(outcomes).toEqual([first, second, false, false]);
  });
});

describe('access to a document', () => {
  // biome-ignore format: a table
  const seen: Record<AttachmentPurpose, Who[]> = {
    'lending-agreement':       ['admin', 'manager', 'agent', 'payer', 'coPayer'],
    marketing:                 ['admin', 'manager', 'agent'],
    'marketing-vendor':        ['admin', 'manager', 'agent', 'payer', 'coPayer'],
    'property-photo':          ['admin', 'manager', 'agent', 'payer', 'coPayer'],
    'supporting-doc':          ['admin', 'payer', 'coPayer'],
    'internal-doc':            ['admin'],
    // About the first payer; hidden from the second.
    'vendor-id':               ['admin', 'payer'],
    'upfront-payment-receipt': ['admin', 'manager', 'agent', 'payer', 'coPayer'],
  };

  it.each(attachmentPurposes)('%s: the same in the list, on its own and as a file', async (purpose) => {
    const document = await aDocument(purpose, 'admin', { signatory: campaign.payers[0]!.id });
    const content = `${document.asset.href}/content`;
    const inList: Who[] = [];
    const byItself: Who[] = [];
    const asFile: Who[] = [];
    for (const who of everyone) {
      const list = await as(who)('GET', `/v1/attachments?agreementId=${campaign.id}`);
      if (list.json().items?.some((item: { id: number }) => item.id === document.id)) inList.push(who);
      if ((await statusFor(who, document.href)) === 200) byItself.push(who);
      if ((await statusFor(who, content)) === 200) asFile.push(who);
    }
    expect({ inList, byItself, asFile }).toEqual({
      inList: seen[purpose],
      byItself: seen[purpose],
      asFile: seen[purpose],
    });
    expect((await stage.as(null)('GET', content)).statusCode).toBe(401);
  });

  it('gets the same response for a hidden document as for a missing one', async () => {
    const { href, asset } = await aDocument('internal-doc');
    for (const [hidden, absent] of [
      [href, '/v1/attachments/999999'],
      [`${asset.href}/content`, '/v1/assets/999999/content'],
      [`/v1/attachments?agreementId=${otherCampaign.id}`, '/v1/attachments?agreementId=999999'],
    ] as const) {
      const [one, other] = [await as('manager')('GET', hidden), await as('manager')('GET', absent)];
      // `instance` names the request.
      expect({ ...one.json(), instance: null }).toEqual({ ...other.json(), instance: null });
      expect(one.statusCode).toBe(404);
    }
  });

  it('with a Payment URL is limited to its campaign', async () => {
    const payer = build.aPayer();
    const [first, second] = [
      await build.aCampaign(agent, tenantId, { payers: [payer] }),
      await build.aCampaign(agent, tenantId, { payers: [payer] }),
    ];
    const documents = [
      await aDocument('marketing-vendor', 'agent', { agreement: first.id }),
      await aDocument('marketing-vendor', 'agent', { agreement: second.id }),
    ];
    const link = { agreementId: first.id, signatoryId: first.payers[0]!.id };
    const token = await stage.accessTokenFor(first.payers[0]!.userId, link);
    const headers = { authorization: `Bearer ${token}` };
    const statuses = await Promise.all(
      documents.map(({ asset }) => stage.app.inject({ url: `${asset.href}/content`, headers })),
    );
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404]);
  });

  it('that is filed nowhere is for its uploader only', async () => {
    const id = await anAsset('agent');
    const readers: Who[] = [];
    for (const who of everyone) if ((await statusFor(who, `/v1/assets/${id}/content`)) === 200) readers.push(who);
    expect(readers).toEqual(['agent']);
  });
});

describe('a download', () => {
  it('is sent as an attachment, with headers that prevent scripts', async () => {
    const { asset } = await aDocument('marketing');
    const answer = await as('agent')('GET', `${asset.href}/content`);
    expect(answer.body).toBe(words);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(words.length),
      'content-disposition': `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`,
      'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
  });

  it('of a picture has a thumbnail, for anyone who may see the picture', async () => {
    const { asset } = await aDocument('marketing');
    expect((await as('agent')('GET', `${asset.href}/thumbnail`)).statusCode).toBe(404);
    const picture = sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#4A7B93' } });
    const sent = { name: 'asset', value: await picture.png().toBuffer(), fileName: 'house.png' };
    const { payload, headers } = aForm({ name: 'tenantId', value: String(tenantId) }, sent);
    const { id, href } = (await as('agent')('POST', '/v1/assets', payload, headers)).json();
    expect((await attach('agent', id, 'marketing')).statusCode).toBe(201);
    const small = await as('manager')('GET', `${href}/thumbnail`);
    const { width, height, format } = await sharp(small.rawPayload).metadata();
    expect([width, height, format]).toEqual([320, 240, 'webp']);
    expect(small.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
    expect((await as('stranger')('GET', `${href}/thumbnail`)).statusCode).toBe(404);
  });
});

describe('the list of documents', () => {
  it('can be filtered by purpose, in both spellings', async () => {
    const document = await aDocument('internal-doc');
    for (const purpose of ['internal-doc', 'internalDoc']) {
      const { items } = (
        await as('admin')('GET', `/v1/attachments?agreementId=${campaign.id}&purpose=${purpose}`)
      ).json();
      expect(items.every((item: { purpose: string }) => item.purpose === 'internal-doc')).toBe(true);
      expect(items.map((item: { id: number }) => item.id)).toContain(document.id);
    }
    const unknown = await as('admin')('GET', `/v1/attachments?agreementId=${campaign.id}&purpose=other`);
    expect(unknown.statusCode).toBe(400);
  });

  it('has the contract’s fields', async () => {
    const signatory = campaign.payers[0]!.id;
    const document = await aDocument('supporting-doc', 'payer', { signatory });
    expect((await as('admin')('GET', document.href)).json()).toEqual({
      id: document.id,
      href: `/v1/attachments/${document.id}`,
      purpose: 'supporting-doc',
      uploadDate: expect.stringMatching(/^\d{4}-.*Z$/),
      agreement: { href: `/v1/agreements/${campaign.id}` },
      signatory: { href: `/v1/signatories/${signatory}` },
      uploadedByUser: { href: `/v1/users/${userIds.payer}` },
      uploadedByName: expect.stringMatching(/^Pat Payer \d+$/),
      externalRef: null,
      metadata: {},
      asset: {
        id: expect.any(Number),
        href: expect.stringMatching(/^\/v1\/assets\/\d+$/),
        fileName: 'plan.pdf',
        contentType: 'application/pdf',
        size: words.length,
      },
    });
  });
});

describe('filing a document', () => {
  // biome-ignore format: a table
  const added: Record<AttachmentPurpose, Who[]> = {
    'lending-agreement':       ['admin', 'manager', 'agent'],
    marketing:                 ['admin', 'manager', 'agent'],
    'marketing-vendor':        ['admin', 'manager', 'agent'],
    'property-photo':          ['admin', 'manager', 'agent'],
    'supporting-doc':          ['admin', 'payer'],
    'internal-doc':            ['admin'],
    'vendor-id':               ['admin', 'payer'],
    'upfront-payment-receipt': ['admin'],
  };

  it.each(attachmentPurposes)('as %s is permitted only to the people in the table', async (purpose) => {
    for (const who of ['admin', 'manager', 'agent', 'payer'] as const) {
      const assetId = await anAsset(who);
      const answer = await attach(who, assetId, purpose);
      const isAllowed = added[purpose].includes(who);
      expect([who, answer.statusCode]).toEqual([who, isAllowed ? 201 : 403]);
      if (!isAllowed) expect(Object.keys(answer.json().validation)).toEqual(['purpose']);
    }
    await removeLoose();
  });

  it('needs a campaign that the actor can see', async () => {
    for (const who of ['colleague', 'manager', 'payer'] as const) {
      const agreement = who === 'colleague' ? campaign.id : otherCampaign.id;
      const answer = await attach(who, await anAsset(who), 'supporting-doc', { agreement });
      expect([who, answer.statusCode]).toEqual([who, 404]);
    }
  });

  it('cannot be used to read a hidden file, nor an organisation’s own file', async () => {
    const { asset: internal } = await aDocument('internal-doc');
    const { asset: identity } = await aDocument('vendor-id', 'payer');
    const loose = await anAsset('colleague');
    for (const assetId of [internal.id, identity.id, loose, 999_999]) {
      for (const who of ['manager', 'agent'] as const) {
        const answer = await attach(who, assetId, 'marketing');
        expect(answer.json().validation).toMatchObject({ asset: [{ message: 'Upload the file again.' }] });
      }
    }
    const { asset: marketing } = await aDocument('marketing-vendor', 'agent');
    for (const who of ['payer', 'admin', 'manager', 'agent'] as const) {
      const purpose = who === 'payer' ? 'supporting-doc' : 'property-photo';
      expect((await attach(who, marketing.id, purpose)).statusCode).toBe(400);
    }
  });

  it('takes a file only for the purpose that it was uploaded for', async () => {
    const asset = { name: 'asset', value: words, fileName: 'plan.pdf' };
    const purpose = { name: 'purpose', value: 'propertyPhoto' };
    const { payload, headers } = aForm({ name: 'tenantId', value: String(tenantId) }, purpose, asset);
    const { id } = (await as('agent')('POST', '/v1/assets', payload, headers)).json();
    expect((await attach('agent', id, 'marketing')).statusCode).toBe(400);
    expect((await attach('agent', id, 'property-photo')).statusCode).toBe(201);
  });

  it('of one organisation under another’s campaign is refused', async () => {
    const answer = await attach('admin', await anAsset('admin', otherTenantId), 'marketing');
    expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, ['asset']]);
  });

  it('may name only a payer of the campaign, and a payer only themselves', async () => {
    const [own, other] = [campaign.payers[0]!.id, campaign.payers[1]!.id];
    const stranger = otherCampaign.payers[0]!.id;
    // biome-ignore format: a table
    const tries: [Who, number | null, number][] = [
      ['admin', own, 201], ['admin', other, 201], ['admin', null, 201], ['admin', stranger, 400], ['admin', 999_999, 400],
      ['payer', own, 201], ['payer', null, 201],  ['payer', other, 400], ['payer', stranger, 400],
    ];
    for (const [who, signatory, status] of tries) {
      const answer = await attach(who, await anAsset(who), 'vendor-id', { signatory });
      expect([who, signatory, answer.statusCode]).toEqual([who, signatory, status]);
      if (status === 400) expect(Object.keys(answer.json().validation)).toEqual(['signatory']);
    }
    await removeLoose();
  });

  it('is logged, with the name and the purpose', async () => {
    const { id } = await build.aCampaign(agent, tenantId);
    await aDocument('marketing', 'agent', { agreement: id });
    const entry = (await logOf(id)).at(-1);
    expect(entry).toMatchObject({ activityCode: 'attachment_create', userId: userIds.agent, targetTenantId: tenantId });
    expect(entry?.logData).toEqual({ fileName: 'plan.pdf', purpose: 'marketing' });
  });
});

describe('removing a document', () => {
  it('deletes the file permanently, and logs it', async () => {
    const { id } = await build.aCampaign(agent, tenantId);
    const { href, asset } = await aDocument('marketing', 'agent', { agreement: id });
    const row = await stage.db.selectFrom('assets').selectAll().where('id', '=', asset.id).executeTakeFirstOrThrow();
    expect((await as('agent')('DELETE', href)).statusCode).toBe(204);
    expect((await as('agent')('DELETE', href)).statusCode).toBe(404);
    expect(await statusFor('admin', `${asset.href}/content`)).toBe(404);
    await expect.poll(async () => (await readAll(row.storageKey)).length).toBe(0);
    const entry = (await logOf(id)).at(-1);
    expect(entry).toMatchObject({ activityCode: 'attachment_delete', userId: userIds.agent });
    expect(entry?.logData).toEqual({ fileName: 'plan.pdf', purpose: 'marketing' });
  });

  it('keeps the file if another campaign uses it since an earlier release', async () => {
    const { id } = await build.aCampaign(agent, tenantId);
    const first = await aDocument('marketing', 'agent', { agreement: id });
    const second = await aDocument('marketing', 'agent');
    const double = { assetId: first.asset.id, isOnly: false };
    await stage.db.updateTable('attachments').set(double).where('id', '=', second.id).execute();
    await stage.db.updateTable('attachments').set({ isOnly: false }).where('id', '=', first.id).execute();
    await as('admin')('DELETE', first.href);
    expect((await as('agent')('GET', `${first.asset.href}/content`)).body).toBe(words);
  });
});

/** The stored bytes; none if there is no such file. */
async function readAll(storageKey: string): Promise<Buffer> {
  const read = stage.deps.fileStore.get(storageKey).then(buffer);
  return read.catch((error) => {
    if (error instanceof MissingFile) return Buffer.alloc(0);
    throw error;
  });
}

describe('the quota', () => {
  const refusalOf = async (who: Who) => {
    const asset = { name: 'asset', value: words, fileName: 'plan.pdf' };
    const { payload, headers } = aForm({ name: 'tenantId', value: String(tenantId) }, asset);
    const answer = await as(who)('POST', '/v1/assets', payload, headers);
    return answer.statusCode === 201 ? null : [answer.statusCode, answer.json().validation.asset[0].message];
  };

  it('of a payer is five files that nothing uses, and leaves everybody else alone', async () => {
    await removeLoose();
    for (let count = 0; count < 5; count += 1) expect(await refusalOf('coPayer')).toBeNull();
    expect(await refusalOf('coPayer')).toEqual([409, tooManyLoose]);
    expect(await refusalOf('payer')).toBeNull();
    expect(await refusalOf('agent')).toBeNull();
    await removeLoose();
    expect(await refusalOf('coPayer')).toBeNull();
  });

  it('of a payer is 60 MB in all', async () => {
    await removeLoose();
    const { id } = (await attach('coPayer', await anAsset('coPayer'), 'supporting-doc')).json().asset;
    await stage.db
      .updateTable('assets')
      .set({ size: 60 * 1_048_576 })
      .where('id', '=', id)
      .execute();
    expect(await refusalOf('coPayer')).toEqual([409, payerIsFull(stage.deps.country.supportPhone)]);
    await stage.db.updateTable('assets').set({ size: 1 }).where('id', '=', id).execute();
  });
});

describe('the job that deletes unused files', () => {
  it('deletes files that nothing has used for a day, a payer’s after an hour, and no others', async () => {
    const ids = { old: await anAsset('agent'), fresh: await anAsset('agent'), filed: await anAsset('agent') };
    await attach('agent', ids.filed, 'marketing');
    const now = stage.deps.clock.now();
    const dayAgo = `${addDays(now.slice(0, 10), -1)}${now.slice(10)}`;
    for (const id of [ids.old, ids.filed]) {
      await stage.db.updateTable('assets').set({ uploadDate: dayAgo }).where('id', '=', id).execute();
    }
    const keyOf = async (id: number) =>
      (await stage.db.selectFrom('assets').select('storageKey').where('id', '=', id).executeTakeFirst())?.storageKey;
    const oldKey = await keyOf(ids.old);
    await sweepFiles(stage.deps);
    expect(await keyOf(ids.old)).toBeUndefined();
    expect(await readAll(oldKey!)).toHaveLength(0);
    const byPayer = await anAsset('payer');
    const hourAgo = momentOf(Temporal.Instant.from(now).subtract({ minutes: 61 }));
    for (const id of [byPayer, ids.fresh]) {
      await stage.db.updateTable('assets').set({ uploadDate: hourAgo }).where('id', '=', id).execute();
    }
    await sweepFiles(stage.deps);
    expect(await keyOf(byPayer)).toBeUndefined();
    for (const id of [ids.fresh, ids.filed]) expect(await statusFor('agent', `/v1/assets/${id}/content`)).toBe(200);
  });
});
