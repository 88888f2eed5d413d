import { largestAmountCents, largestBudgetCents } from '@kerb/domain/kernel/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
});

const largest = largestBudgetCents / 100;
const tooMuch = 'Enter at most $10,000,000.';
const create = (campaignBudget: number) =>
  stage.as(admin.userId)('POST', '/v1/agreements', {
    campaignBudget,
    campaignPlannedStartDate: '2026-12-01',
    campaignBudgetFundsPurpose: 'marketing',
    tenant: { href: `/v1/tenants/${tenantId}` },
  });
const save = (id: number, change: object) => stage.as(admin.userId)('PUT', `/v1/agreements/${id}`, change);
const firstError = (response: { json: () => { validation: Record<string, { message: string }[]> } }) =>
  Object.entries(response.json().validation).map(([field, errors]) => [field, errors[0]?.message]);
const reads = ['', '/costs', '/finance-options', '/payment-details', '/loan', '/payments', '/invoices'];

/** Every response about the campaign, by path; an amount beyond its codec's limit would be a 500. */
const statusesOf = async (id: number) => {
  const answers = await Promise.all(reads.map((path) => stage.as(admin.userId)('GET', `/v1/agreements/${id}${path}`)));
  return answers.map(({ statusCode }) => statusCode);
};

describe('the largest budget', () => {
  it('is 10,000,000, for a new campaign and for a save', async () => {
    const refused = await create(largest + 0.01);
    expect([refused.statusCode, firstError(refused)]).toEqual([400, [['campaignBudget', tooMuch]]]);
    const { id } = (await create(largest)).json();
    expect(await statusesOf(id)).toEqual(reads.map(() => 200));
    for (const field of ['campaignBudget', 'campaignAdditionalAmount', 'serviceFee', 'caveatFee', 'budgetOwnerFee']) {
      const answer = await save(id, { [field]: largest + 0.01 });
      expect([answer.statusCode, firstError(answer)]).toEqual([400, [[field, tooMuch]]]);
    }
  });

  it.each(['pn', 'pos', 'pl'] as const)(
    'with the largest fees of %s can be read in full',
    async (financeOptionCode) => {
      const { id } = (await create(largest)).json();
      await stage.as(admin.userId)('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
      const terms = {
        ...{ campaignAdditionalAmount: largest, serviceFee: largest, caveatFee: largest, budgetOwnerFee: largest },
        ...{ interestRate: 100, sellingPriceMin: 0.01, sellingPriceMax: 0.01, mortgageBalance: 99_999_999_999 },
      };
      const saved = await save(id, { ...terms, financeOptionCode });
      expect([saved.statusCode, saved.json().validation]).toEqual([200, undefined]);
      expect(await statusesOf(id)).toEqual(reads.map(() => 200));
    },
  );

  it('of a fee leaves a small loan without a comparison rate, so that it is not approved', async () => {
    const { id } = (await create(1_000)).json();
    await save(id, { financeOptionCode: 'pl' });
    const saved = await save(id, { serviceFee: largest });
    expect([saved.statusCode, saved.json().comparisonRate]).toEqual([200, null]);
    const { approval } = (await stage.as(admin.userId)('GET', `/v1/agreements/${id}/loan`)).json();
    const failed = approval.rules.filter(({ holds }: { holds: boolean }) => !holds);
    expect(failed.map(({ name }: { name: string }) => name)).toContain('comparisonRate');
  });

  it('does not hide a campaign that was saved with more before there was a limit', async () => {
    const { id } = (await create(largest)).json();
    await stage.db
      .updateTable('agreements')
      .set({ campaignBudget: `${largestAmountCents / 100}`, financeOptionCode: 'pl' })
      .where('id', '=', id)
      .execute();
    expect(await statusesOf(id)).toEqual(reads.map(() => 200));
  });
});
