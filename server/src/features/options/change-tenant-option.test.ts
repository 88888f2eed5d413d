import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let [admin, manager]: Person[] = [];
let tenantId: number;

// Half past midnight in Sydney on the 15th, still the 14th in UTC.
beforeAll(async () => {
  stage = await startStage({ now: '2026-11-14T13:30:00.000Z' });
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});
beforeEach(async () => {
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const save = (by: Person | undefined, code: string, sent: object) =>
  stage.as(by!.userId)('PUT', `/v1/tenants/${tenantId}/finance-options/${code}`, sent);
const optionOf = (answer: { json: () => { items: { optionCode: string }[] } }, code: string) =>
  answer.json().items.find(({ optionCode }) => optionCode === code);
const logged = async () =>
  (
    await stage.db
      .selectFrom('logEntries')
      .select('logData')
      .where('targetTenantId', '=', tenantId)
      .where('activityCode', '=', 'tenant_fo_update')
      .orderBy('id')
      .execute()
  ).map(({ logData }) => logData);

describe('the payment options of an organisation', () => {
  it('can be enabled by a manager, are then offered by default, and are logged with both values', async () => {
    const answer = await save(manager, 'pl', { enabled: false });
    expect(optionOf(answer, 'pl')).toMatchObject({ active: true, enabled: false, offeredByDefault: false });
    expect(await logged()).toEqual([
      {
        optionCode: 'pl',
        enabled: { before: true, after: false },
        offeredByDefault: { before: true, after: false },
      },
    ]);
  });

  it('are activated and priced by admins only', async () => {
    for (const sent of [{ active: false }, { serviceFeePercent: 0.03 }, { interestFreeOffered: true }]) {
      const answer = await save(manager, 'pl', sent);
      expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, Object.keys(sent)]);
    }
    expect((await save(manager, 'pos', { enabled: false })).json().validation).toHaveProperty('enabled');
    const fees = { serviceFeePercent: 0.0475, interestRate: 12.5, budgetOwnerFee: 55, budgetOwnerFeeName: 'Handling' };
    expect(optionOf(await save(admin, 'pl', fees), 'pl')).toMatchObject(fees);
    expect(JSON.stringify((await save(manager, 'pn', {})).json())).not.toContain('interestRate');
  });

  it('keep fields that were not sent', async () => {
    await save(admin, 'pl', { interestRate: 12.5 });
    await save(admin, 'pl', { active: false });
    const answer = await save(admin, 'pl', { active: true });
    expect(optionOf(answer, 'pl')).toMatchObject({ active: true, interestRate: 12.5 });
  });

  it('start an interest-free offer with default days, for thirty days in the organisation’s zone', async () => {
    const answer = await save(admin, 'pl', { interestFreeOffered: true });
    expect(optionOf(answer, 'pl')).toMatchObject({
      interestFreeDays: 90,
      interestFreeOfferExpiryDate: '2026-12-15',
    });
    expect(optionOf(await save(admin, 'pl', { interestFreeOffered: false }), 'pl')).toMatchObject({
      interestFreeDays: null,
      interestFreeOfferExpiryDate: null,
    });
  });

  // biome-ignore format: a table
  it.each([
    ['pl',  { interestFreeDays: 121 },          'interestFreeDays'],
    ['pl',  { serviceFeePercent: 5.5 },         'serviceFeePercent'],
    ['pl',  { interestRate: 101 },              'interestRate'],
    ['pl',  { budgetOwnerFee: -1 },             'budgetOwnerFee'],
    ['pn',  { budgetOwnerFee: 1 },              'budgetOwnerFee'],
    ['pl',  { offeredByDefault: true },         'offeredByDefault'],
  ])('refuse %s %o and name the field %s', async (code, sent, field) => {
    const answer = await save(admin, code, sent);
    expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, [field]]);
  });

  it('refuse an offer that ended yesterday in the organisation’s time zone', async () => {
    const answer = await save(admin, 'pl', { interestFreeOffered: true, interestFreeOfferExpiryDate: '2026-11-14' });
    expect(answer.json().validation).toHaveProperty('interestFreeOfferExpiryDate');
  });

  it('log nothing if nothing changes', async () => {
    await save(admin, 'pn', { active: true });
    expect(await logged()).toEqual([]);
  });
});
