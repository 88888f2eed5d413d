import type { CampaignCosts } from '@kerb/domain/options/options.contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-15T02:00:00Z' });
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const choose = (userId: number, id: number, financeOptionCode: string, headers = {}) =>
  stage.as(userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode }, headers);
const campaignOf = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
const setStatus = (id: number, status: string) =>
  stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });
/** A loan is approved only if the property's price is high enough. */
const worthEnough = (id: number) =>
  stage.db.updateTable('agreements').set({ sellingPriceMin: '900000.00' }).where('id', '=', id).execute();
const applicationsOf = (id: number) =>
  stage.db
    .selectFrom('financeApplications')
    .select(['optionCode', 'status', 'amount'])
    .where('agreementId', '=', id)
    .orderBy('id')
    .execute();
const logOf = async (id: number) => {
  const entries = stage.db.selectFrom('logEntries').select('activityCode').where('targetAgreementId', '=', id);
  const codes = (await entries.orderBy('id').execute()).map(({ activityCode }) => activityCode);
  return codes.filter((code) => code.startsWith('application'));
};

describe('choosing how to pay', () => {
  it('as the payer stores the default fees and creates an application', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const answer = await choose(payers[0]!.userId, id, 'pl');
    expect(answer.statusCode).toBe(200);
    expect(await campaignOf(id)).toMatchObject({
      financeOptionCode: 'pl',
      serviceFee: 231,
      caveatFee: 184,
      interestRate: 14.5,
      comparisonRate: 36.81,
    });
    expect(await applicationsOf(id)).toEqual([{ optionCode: 'pl', status: 'draft', amount: '4200.00' }]);
  });

  it('again cancels the earlier application and deletes nothing', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-approval' });
    await stage.as(manager.userId)('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
    for (const code of ['pl', 'pos', 'pn', 'pl']) expect((await choose(manager.userId, id, code)).statusCode).toBe(200);
    expect(await applicationsOf(id)).toEqual([
      { optionCode: 'pl', status: 'cancelled', amount: '4200.00' },
      { optionCode: 'pos', status: 'cancelled', amount: '4200.00' },
      { optionCode: 'pl', status: 'waiting-approval', amount: '4200.00' },
    ]);
    expect((await logOf(id)).filter((code) => code === 'application_status_change')).toHaveLength(2);
  });

  it('stores only the fees of the chosen option', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(manager.userId)('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
    await choose(manager.userId, id, 'pl');
    await choose(manager.userId, id, 'pos');
    expect(await campaignOf(id)).toMatchObject({
      serviceFee: 504,
      fullServiceFee: 504,
      interestRate: null,
      caveatFee: null,
    });
    await choose(manager.userId, id, 'pn');
    expect(await campaignOf(id)).toMatchObject({ serviceFee: null, fullServiceFee: null });
  });

  it('with the same option again changes nothing', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await choose(manager.userId, id, 'pl');
    const before = await campaignOf(id);
    await choose(manager.userId, id, 'pl');
    expect(await campaignOf(id)).toEqual(before);
  });

  it('is refused if not offered, after approval, and to a user who has read an older choice', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const refused = await choose(manager.userId, id, 'pos');
    expect([refused.statusCode, refused.json().displayText]).toEqual([
      409,
      'Pay On Success is not available for this campaign.',
    ]);
    const first = await stage.as(manager.userId)('GET', `/v1/agreements/${id}`);
    await choose(manager.userId, id, 'pl');
    const late = await choose(manager.userId, id, 'pn', { 'if-match': first.headers.etag });
    expect([late.statusCode, late.json().type]).toEqual([412, expect.stringContaining('precondition-failed')]);
    await worthEnough(id);
    await setStatus(id, 'approved');
    expect((await choose(admin.userId, id, 'pn')).json().displayText).toBe(
      'The payment option of this campaign can no longer be changed.',
    );
    const saved = await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { financeOptionCode: 'pn' });
    expect(saved.statusCode).toBe(400);
  });

  it('by several people at once leaves one active application', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(manager.userId)('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
    const codes = ['pl', 'pos', 'pl', 'pos', 'pl', 'pos'];
    const answers = await Promise.all(codes.map((code) => choose(manager.userId, id, code)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(codes.map(() => 200));
    const standing = (await applicationsOf(id)).filter(({ status }) => status !== 'cancelled');
    expect(standing.map(({ optionCode }) => optionCode)).toEqual([(await campaignOf(id)).financeOptionCode]);
  });

  it('by an admin’s save is the same choice', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { financeOptionCode: 'pl' });
    expect(await applicationsOf(id)).toHaveLength(1);
    expect((await campaignOf(id)).serviceFee).toBe(231);
    await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { financeOptionCode: null });
    expect(await applicationsOf(id)).toEqual([{ optionCode: 'pl', status: 'cancelled', amount: '4200.00' }]);
    expect((await campaignOf(id)).serviceFee).toBeNull();
  });
});

describe('the finance application', () => {
  it('follows the campaign from status to status, and logs each step', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await choose(manager.userId, id, 'pl');
    await worthEnough(id);
    const seen = [];
    for (const status of ['waiting-invite', 'waiting-approval', 'waiting-info', 'approved', 'signed', 'executed']) {
      await setStatus(id, status);
      seen.push((await applicationsOf(id))[0]!.status);
    }
    expect(seen).toEqual(['draft', 'waiting-approval', 'waiting-info', 'approved', 'signed', 'signed']);
    expect(await logOf(id)).toEqual([
      'application_create',
      'application_status_change',
      'application_status_change',
      'application_approve',
      'application_status_change',
    ]);
  });

  it('is cancelled with its campaign; a reopened campaign gets a new one', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await choose(manager.userId, id, 'pl');
    await setStatus(id, 'cancelled');
    expect((await applicationsOf(id)).map(({ status }) => status)).toEqual(['cancelled']);
    await setStatus(id, 'waiting-approval');
    expect((await applicationsOf(id)).map(({ status }) => status)).toEqual(['cancelled', 'waiting-approval']);
  });

  it('and the default fees follow the budget, but not the fees that staff entered', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await choose(manager.userId, id, 'pl');
    await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { campaignBudget: 6000 });
    expect(await applicationsOf(id)).toEqual([{ optionCode: 'pl', status: 'draft', amount: '6000.00' }]);
    expect((await campaignOf(id)).serviceFee).toBe(330);
    await stage.db
      .updateTable('agreements')
      .set({ serviceFee: '99.00' } as never)
      .where('id', '=', id)
      .execute();
    await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { campaignBudget: 8000 });
    expect((await campaignOf(id)).serviceFee).toBe(99);
  });
});

describe('the quote', () => {
  const quote = (userId: number, id: number, financeOptionCode = 'pos') =>
    stage.as(userId)('POST', `/v1/agreements/${id}/quote`, { financeOptionCode });
  const property = { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582', type: 'house' };
  const sale = {
    natureOfOwnership: 'investment',
    methodOfSale: 'other',
    sellingPriceMin: 500_000,
    sellingPriceMax: 600_000,
  };

  it('is twelve per cent of the budget if there is a property; otherwise it says what is missing', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const missing = await quote(manager.userId, id);
    expect([missing.statusCode, missing.json().validation]).toEqual([
      400,
      { property: [{ type: 'missing', message: 'The property has not been added' }] },
    ]);
    const added = await stage.as(admin.userId)('POST', `/v1/agreements/${id}/property`, { ...property, ...sale });
    expect(added.statusCode, added.body).toBeLessThan(300);
    expect((await quote(manager.userId, id)).json()).toEqual({ serviceFee: 504 });
    await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { externalListingUrl: 'https://example.com/listing' });
    expect((await quote(manager.userId, id)).json().validation).toHaveProperty('externalListingUrl');
    await setStatus(id, 'approved');
    expect((await quote(admin.userId, id)).statusCode).toBe(409);
  });
});

describe('the true cost', () => {
  const costsOf = async (userId: number, id: number): Promise<CampaignCosts> =>
    (await stage.as(userId)('GET', `/v1/agreements/${id}/costs`)).json();

  it('is in dollars for everyone, with rates for those who may see them', async () => {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const forPayer = await costsOf(payers[0]!.userId, id);
    const forManager = await costsOf(manager.userId, id);
    expect(forPayer.items.find(({ key }) => key === 'pl-90')).toMatchObject({
      total: 4765.16,
      extra: 565.16,
      isEstimate: true,
    });
    expect(forPayer).toMatchObject({ comparisonRate: 36.81, interestRate: 14.5, startDate: '2026-12-01' });
    expect(forManager.items).toEqual(forPayer.items);
    expect(Object.keys(forManager)).not.toContain('comparisonRate');
    expect(Object.keys(forManager)).not.toContain('interestRate');
  });

  it('leaves out the options that the budget is too small for', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(manager.userId)('PUT', `/v1/agreements/${id}`, { campaignBudget: 999.99 });
    const { items, crossovers } = await costsOf(manager.userId, id);
    expect(items.every(({ optionCode }) => optionCode === 'pn')).toBe(true);
    expect(crossovers).toEqual([]);
  });
});
