import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

/** Orders of steps in which money was lost or paid twice, or in which a campaign was never paid. */
describe.each(['AU', 'NZ'] as const)('in %s', (country) => {
  let stage: Stage;
  let fixture: PaymentFixture;
  beforeAll(async () => {
    stage = await startStage({ env: { COUNTRY: country } });
    fixture = await paymentFixture(stage);
  });
  afterEach(async () => expect(await brokenInvariants(stage.db)).toEqual([]));

  const admin = () => stage.as(fixture.admin.userId);
  const save = (userId: number, id: number, body: object) => stage.as(userId)('PUT', `/v1/agreements/${id}`, body);
  const moveTo = (id: number, status: string) => admin()('POST', `/v1/agreements/${id}/set-status`, { status });
  const choose = (userId: number, id: number, financeOptionCode: string) =>
    stage.as(userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode });
  const deposit = (id: number, amount: number) => fixture.pay(fixture.admin.userId, id, fixture.byTransfer(amount));

  /** A campaign with this budget, sent to its payer. */
  async function aCampaign(campaignBudget: number) {
    const { id, payer } = await fixture.aCampaign('draft');
    expect((await save(fixture.agent.userId, id, { campaignBudget })).statusCode).toBe(200);
    await moveTo(id, 'waiting-invite');
    return { id, payer };
  }

  describe('once money was received, a save', () => {
    it('of another budget is refused under its field, as a manager or an admin, in any status', async () => {
      const { id } = await aCampaign(1000);
      await deposit(id, 1000);
      for (const status of ['waiting-info', 'waiting-invite', 'draft']) {
        await moveTo(id, status);
        for (const userId of [fixture.agent.userId, fixture.admin.userId]) {
          const answer = await save(userId, id, { campaignBudget: 25_000 });
          expect([answer.statusCode, answer.json().type]).toEqual([400, '/problems/money-received']);
          const [{ message }] = answer.json().validation.campaignBudget;
          expect(message).toContain(
            userId === fixture.admin.userId ? 'Use ‘Change after payment’' : 'please call us on',
          );
        }
      }
      expect(await fixture.campaign(id)).toMatchObject({ campaignBudget: 1000, hasMoney: true });
    });

    it('of another option, or of none, is refused, and the stored values can be sent back', async () => {
      const { id } = await aCampaign(2000);
      await deposit(id, 700);
      for (const financeOptionCode of ['pl', null]) {
        const answer = await save(fixture.admin.userId, id, { financeOptionCode });
        expect(answer.json().validation.financeOptionCode[0].message).toContain('Money has been received');
      }
      const same = await save(fixture.admin.userId, id, {
        financeOptionCode: 'pn',
        campaignBudget: 2000,
      });
      expect(same.statusCode).toBe(200);
    });

    it('is possible again when all of the money went back', async () => {
      const { id } = await aCampaign(2000);
      await deposit(id, 700);
      const [payment] = await fixture.items(id, 'payments');
      await admin()('POST', `/v1/payments/${payment.id}/void`, { reason: 'Sent twice' });
      expect((await save(fixture.agent.userId, id, { campaignBudget: 3000 })).statusCode).toBe(200);
      expect(await fixture.campaign(id)).toMatchObject({ hasMoney: false });
    });
  });

  it('a payer cannot switch past a part payment, and is told whom to call', async () => {
    const { id, payer } = await aCampaign(2000);
    const intent = { intent: 'bank-transfer' };
    expect((await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, intent)).statusCode).toBe(200);
    await deposit(id, 700);
    const answer = await choose(payer, id, 'pl');
    expect([answer.statusCode, answer.json().type]).toEqual([400, '/problems/money-received']);
    expect(answer.json().validation.financeOptionCode[0].message).toMatch(/please call .+ or us on/);
    expect((await choose(payer, id, 'pn')).statusCode).toBe(200);
    expect((await admin()('DELETE', `/v1/agreements/${id}/finance-options/pn`)).json().type).toBe(
      '/problems/money-received',
    );
    expect(await fixture.ledgerOf(id)).toMatchObject({ received: -700, payer: 1300 });
  });

  it('without money, switching to Pay Later voids the upfront invoice', async () => {
    const { id, payer } = await aCampaign(2000);
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    expect(await fixture.ledgerOf(id)).toEqual({ payer: 2000, billed: -2000 });
    expect((await choose(payer, id, 'pl')).statusCode).toBe(200);
    expect(await fixture.items(id, 'invoices')).toMatchObject([{ status: 'voided' }]);
    expect(await fixture.ledgerOf(id)).toEqual({});
  });
});
