import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

async function aCampaignWithPayer() {
  const { id, payers } = await build.aCampaign(manager, tenantId);
  return { id, payerId: payers[0]!.userId! };
}
const say = (userId: number, id: number, vendorAgentDataConsent: unknown) =>
  stage.as(userId)('POST', `/v1/agreements/${id}/consent`, { vendorAgentDataConsent });
const wattle = { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' };
const sale = {
  natureOfOwnership: 'investment',
  methodOfSale: 'other',
  sellingPriceMin: 800_000,
  sellingPriceMax: 900_000,
};
const addProperty = (id: number) =>
  stage.as(manager.userId)('POST', `/v1/agreements/${id}/property`, { ...wattle, ...sale });
const setStatus = (id: number, status: string) =>
  stage.as(admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });

describe('a payer’s consent', () => {
  it('lets the agent change the property, is visible to both, and is logged', async () => {
    const { id, payerId } = await aCampaignWithPayer();
    expect((await addProperty(id)).json().type).toBe('/problems/property-not-allowed');
    expect((await say(payerId, id, true)).json()).toMatchObject({ id, vendorAgentDataConsent: true });
    expect((await stage.as(manager.userId)('GET', `/v1/agreements/${id}`)).json().vendorAgentDataConsent).toBe(true);
    expect((await addProperty(id)).statusCode).toBe(201);

    const { items } = (await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}`)).json();
    expect(items.map(({ description }: { description: string }) => description)).toContain(
      'Consent to property details given',
    );
  });

  it('can be withdrawn, and then the agent may no longer change the property', async () => {
    const { id, payerId } = await aCampaignWithPayer();
    await say(payerId, id, true);
    expect((await say(payerId, id, false)).json().vendorAgentDataConsent).toBe(false);
    expect((await addProperty(id)).json().type).toBe('/problems/property-not-allowed');
  });

  it('cannot be given by the agent or a stranger, nor by saving the campaign', async () => {
    const { id } = await aCampaignWithPayer();
    expect((await say(manager.userId, id, true)).statusCode).toBe(403);
    for (const { userId } of [admin, manager]) {
      const saved = await stage.as(userId)('PUT', `/v1/agreements/${id}`, { vendorAgentDataConsent: true });
      expect(saved.json().validation).toHaveProperty('vendorAgentDataConsent');
    }
    const stranger = await aCampaignWithPayer();
    expect((await say(stranger.payerId, id, true)).statusCode).toBe(404);
  });

  it('can be recorded by an admin if the payer gave it in another way', async () => {
    const { id } = await aCampaignWithPayer();
    expect((await say(admin.userId, id, true)).json().vendorAgentDataConsent).toBe(true);
  });

  it.each(['executed', 'complete'] as const)(
    'cannot change in %s, and repeating it changes nothing',
    async (status) => {
      const { id, payerId } = await aCampaignWithPayer();
      await say(payerId, id, true);
      await setStatus(id, status);
      expect((await say(payerId, id, false)).json().type).toBe('/problems/consent-closed');
      expect((await say(payerId, id, true)).statusCode).toBe(200);
    },
  );

  it.each([null, 'yes', 1])('must be true or false, not %j', async (word) => {
    const { id, payerId } = await aCampaignWithPayer();
    expect((await say(payerId, id, word)).json().validation).toHaveProperty('vendorAgentDataConsent');
  });
});
