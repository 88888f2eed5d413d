import type { CampaignOptions } from '@kerb/domain/options/options.contract.ts';
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
  tenantId = await build.aTenant({ enableDeposits: true });
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const pathOf = (id: number, code = '') => `/v1/agreements/${id}/finance-options${code && `/${code}`}`;
const optionsOf = async (userId: number, id: number): Promise<CampaignOptions> =>
  (await stage.as(userId)('GET', pathOf(id))).json();
const codesOf = async (id: number) => (await optionsOf(admin.userId, id)).items.map(({ optionCode }) => optionCode);
const offer = (userId: number, id: number, optionCode: string) => stage.as(userId)('POST', pathOf(id), { optionCode });
const withdraw = (userId: number, id: number, code: string) => stage.as(userId)('DELETE', pathOf(id, code));
const logOf = async (id: number) => {
  const entries = stage.db.selectFrom('logEntries').select(['activityCode', 'logData']);
  const all = await entries.where('targetAgreementId', '=', id).orderBy('id').execute();
  return all.filter(({ activityCode }) => activityCode.startsWith('campaign_fo'));
};

type Settings = {
  active?: boolean;
  enabled?: boolean;
  offeredByDefault?: boolean;
  interestRate?: string;
  serviceFeePercent?: string;
  interestFreeOffered?: boolean;
  interestFreeDays?: number;
  interestFreeOfferExpiryDate?: string;
};
const settle = (tenant: number, optionCode: 'pn' | 'pos' | 'pl', settings: Settings) =>
  stage.db
    .insertInto('tenantFinanceOptions')
    .values({ tenantId: tenant, optionCode, ...settings, lastUpdateDate: '2026-11-01T00:00:00Z' })
    .onConflict((row) => row.columns(['tenantId', 'optionCode']).doUpdateSet(settings))
    .execute();

describe('a new campaign', () => {
  it('offers its organisation’s default options, and logs them', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    expect(await codesOf(id)).toEqual(['pn', 'pl']);
    expect(await logOf(id)).toEqual([{ activityCode: 'campaign_fo_create', logData: { optionCodes: ['pn', 'pl'] } }]);
  });

  it('offers no Pay Later for a deposit or below 1000, and nothing that the organisation switched off', async () => {
    const body = {
      campaignBudget: 5000,
      campaignPlannedStartDate: '2026-12-01',
      tenant: { href: `/v1/tenants/${tenantId}` },
    };
    const raise = async (more: object) =>
      (await stage.as(manager.userId)('POST', '/v1/agreements', { ...body, ...more })).json().id as number;
    expect(await codesOf(await raise({ campaignBudgetFundsPurpose: 'deposit' }))).toEqual(['pn']);
    expect(await codesOf(await raise({ campaignBudgetFundsPurpose: 'marketing', campaignBudget: 999.99 }))).toEqual([
      'pn',
    ]);
    const other = await build.aTenant();
    await settle(other, 'pn', { enabled: false });
    await settle(other, 'pos', { offeredByDefault: true });
    const { id } = await build.aCampaign(admin, other);
    expect(await codesOf(id)).toEqual(['pos', 'pl']);
  });
});

describe('toggling an option', () => {
  it('adds or removes it, returns the offered options, and logs each change once', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const added = await offer(manager.userId, id, 'pos');
    expect([added.statusCode, added.json().items.length]).toEqual([201, 3]);
    expect((await offer(manager.userId, id, 'pos')).statusCode).toBe(201);
    const removed = await withdraw(manager.userId, id, 'pn');
    expect(removed.json().items.map((item: { optionCode: string }) => item.optionCode)).toEqual(['pos', 'pl']);
    expect((await withdraw(manager.userId, id, 'pn')).statusCode).toBe(200);
    expect((await logOf(id)).map(({ activityCode }) => activityCode)).toEqual([
      'campaign_fo_create',
      'campaign_fo_create',
      'campaign_fo_delete',
    ]);
  });

  it('is refused with a message if the budget, the organisation or the status does not allow it', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, { campaignBudget: 999.99 });
    const small = await offer(admin.userId, id, 'pos');
    expect([small.statusCode, small.json().displayText]).toEqual([
      409,
      'This campaign is not eligible for Pay On Success Finance as the Campaign Budget is less than $1000.',
    ]);
    expect((await withdraw(manager.userId, id, 'pl')).statusCode).toBe(409);
    expect((await withdraw(admin.userId, id, 'pl')).statusCode).toBe(200);
    const approved = await build.aCampaign(manager, tenantId, { status: 'approved' });
    expect((await withdraw(admin.userId, approved.id, 'pn')).json().displayText).toBe(
      'The payment options of this campaign can no longer be changed.',
    );
  });

  it('cannot remove a chosen option', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await stage.as(manager.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    const answer = await withdraw(admin.userId, id, 'pl');
    expect([answer.statusCode, answer.json().displayText]).toEqual([
      409,
      'Pay Later has been chosen. It can be switched off once another option is chosen.',
    ]);
    expect(await codesOf(id)).toEqual(['pn', 'pl']);
  });

  it('follows the organisation: an option that it loses is not offered, and is offered again with it', async () => {
    const other = await build.aTenant();
    const { id } = await build.aCampaign(admin, other);
    await settle(other, 'pl', { active: false });
    expect(await codesOf(id)).toEqual(['pn']);
    expect((await offer(admin.userId, id, 'pl')).json().displayText).toBe(
      'Pay Later is not available for this campaign.',
    );
    await settle(other, 'pl', { active: true });
    expect(await codesOf(id)).toEqual(['pn', 'pl']);
  });

  it('by several people at once ends in the state that one of them set', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        turn % 2 === 0 ? offer(manager.userId, id, 'pos') : withdraw(admin.userId, id, 'pos'),
      ),
    );
    for (const { statusCode } of answers) expect([200, 201]).toContain(statusCode);
    const entries = (await logOf(id)).slice(1).map(({ activityCode }) => activityCode);
    const isOffered = (await codesOf(id)).includes('pos');
    expect(entries).toEqual(entries.map((_, turn) => (turn % 2 === 0 ? 'campaign_fo_create' : 'campaign_fo_delete')));
    expect(entries.length % 2 === 1).toBe(isOffered);
  });
});

describe('the interest-free offer', () => {
  const put = (userId: number, id: number, interestFreeOffered: boolean) =>
    stage.as(userId)('PUT', pathOf(id, 'pl'), { interestFreeOffered });

  it('is included in a new campaign while it runs, can be switched, and is logged', async () => {
    const other = await build.aTenant();
    const agent = await build.aPerson('tenant_user', { tenantId: other, as: 'employee' });
    await settle(other, 'pl', {
      interestFreeOffered: true,
      interestFreeDays: 45,
      interestFreeOfferExpiryDate: '2026-11-15',
    });
    const { id } = await build.aCampaign(agent, other);
    const isFree = async () => (await optionsOf(agent.userId, id)).items.at(-1)!.interestFreeOffered;
    expect(await isFree()).toBe(true);
    await stage.as(agent.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
    const days = async () => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json().interestFreeDays;
    expect(await days()).toBe(45);
    expect((await put(agent.userId, id, false)).statusCode).toBe(200);
    expect([await isFree(), await days()]).toEqual([false, 0]);
    expect((await logOf(id)).at(-1)).toEqual({
      activityCode: 'campaign_fo_update',
      logData: { optionCode: 'pl', interestFreeOffered: { before: true, after: false } },
    });
  });

  it('cannot be added once it has ended, but an admin can still remove it', async () => {
    const other = await build.aTenant();
    const agent = await build.aPerson('tenant_user', { tenantId: other, as: 'employee' });
    await settle(other, 'pl', {
      interestFreeOffered: true,
      interestFreeDays: 45,
      interestFreeOfferExpiryDate: '2026-11-20',
    });
    const { id } = await build.aCampaign(agent, other);
    await settle(other, 'pl', { interestFreeOfferExpiryDate: '2026-11-14' });
    expect((await put(agent.userId, id, false)).json().displayText).toBe(
      'The interest-free offer of this organisation has ended.',
    );
    expect((await put(admin.userId, id, false)).statusCode).toBe(200);
    expect((await put(admin.userId, id, true)).statusCode).toBe(409);
  });

  it('accepts no other field, and needs an offered option', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const more = await stage.as(admin.userId)('PUT', pathOf(id, 'pl'), { interestFreeOffered: true, discount: 500 });
    expect(more.statusCode).toBe(400);
    expect((await stage.as(admin.userId)('PUT', pathOf(id, 'pos'), { interestFreeOffered: true })).statusCode).toBe(
      404,
    );
    expect((await stage.as(admin.userId)('PUT', pathOf(id, 'xx'), { interestFreeOffered: true })).statusCode).toBe(404);
  });
});

describe('the visible fields', () => {
  it('exclude interest rates for team members, and the available options for a payer', async () => {
    await settle(tenantId, 'pl', { interestRate: '9.90', serviceFeePercent: '0.0300' });
    const { id, payers } = await build.aCampaign(manager, tenantId);
    const [forAdmin, forManager, forPayer] = [
      await optionsOf(admin.userId, id),
      await optionsOf(manager.userId, id),
      await optionsOf(payers[0]!.userId, id),
    ];
    expect(forAdmin.items.at(-1)).toMatchObject({ interestRate: 9.9, serviceFeePercent: 0.03, serviceFee: 126 });
    expect(JSON.stringify(forManager)).not.toContain('interestRate');
    expect(forPayer.available).toBeUndefined();
    const own = await stage.as(manager.userId)('GET', `/v1/tenants/${tenantId}/finance-options`);
    expect(own.json().items.map(({ optionCode }: { optionCode: string }) => optionCode)).toEqual(['pn', 'pos', 'pl']);
    expect(own.body).not.toContain('interestRate');
  });
});
