import { randomUUID } from 'node:crypto';
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

    it('over the limit of the Marketing Schedule is refused by the step too, where the country has one', async () => {
      const { id } = await aCampaign(2000);
      await deposit(id, 2000);
      const change = { campaignBudget: 15_000 };
      const answer = await admin()('POST', `/v1/agreements/${id}/money-change/preview`, { change });
      const isAsked = stage.deps.country.marketingScheduleOverCents !== null;
      expect(answer.statusCode, answer.body).toBe(isAsked ? 400 : 200);
      if (isAsked) expect(answer.json().validation.campaignBudget[0].message).toContain('Marketing Schedule');
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

  const preview = (id: number, wanted: object) =>
    admin()('POST', `/v1/agreements/${id}/money-change/preview`, { change: wanted });
  const post = (id: number, body: object, key: string = randomUUID()) =>
    admin()('POST', `/v1/agreements/${id}/money-change`, body, { 'idempotency-key': key });

  /** Looks at the plan, then carries it out. Returns the answer. */
  async function change(id: number, wanted: object, more: object = {}) {
    const shown = await preview(id, wanted);
    expect(shown.statusCode, shown.body).toBe(200);
    const { kept, due: billed, held } = shown.json().after;
    const answer = await post(id, { change: wanted, reason: 'Agreed', expected: { kept, billed, held }, ...more });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().plan).toEqual(shown.json());
    return answer.json();
  }

  it('raising a paid budget by the step asks for the difference, and approves it once that is paid', async () => {
    const { id, payer } = await aCampaign(1000);
    await deposit(id, 1000);
    const { plan } = await change(id, { campaignBudget: 1500 });
    expect(plan).toMatchObject({
      lines: [
        { what: 'kept', amount: 1000 },
        { what: 'billed', amount: 500 },
      ],
      voidedInvoices: [],
      newInvoice: { amount: 500, paidAmount: 0, lines: [{ type: 'sale', amount: 500 }] },
      status: { before: 'approved', after: 'waiting-approval' },
    });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 1000, organisation: -1000, payer: 500, billed: -500 });
    expect(await fixture.campaign(id)).toMatchObject({ campaignBudget: 1500, status: 'waiting-approval' });
    const details = await stage.as(payer)('GET', `/v1/agreements/${id}/payment-details`);
    expect(details.json()).toMatchObject({ isPaid: false, dueAmount: 500 });
    expect((await deposit(id, 500)).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 1500, organisation: -1500 });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
  });

  it('a voided invoice asks for nothing, and the rest of a paid bill cannot be voided', async () => {
    const { id } = await aCampaign(1000);
    await deposit(id, 600);
    await change(id, { campaignBudget: 400 });
    await change(id, { campaignBudget: 900 });
    type Listed = { id: number; status: string; unpaidAmount: number; mayVoid: boolean };
    const invoices: Listed[] = await fixture.items(id, 'invoices');
    expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['voided', 'paid', 'issued']));
    const unpaid = invoices.map(({ unpaidAmount }) => unpaidAmount).reduce((sum, each) => sum + each, 0);
    expect({ payer: unpaid }).toEqual({ payer: (await fixture.ledgerOf(id)).payer });
    for (const { id: invoice, mayVoid } of invoices) {
      const answer = await admin()('POST', `/v1/invoices/${invoice}/void`, { reason: 'Wrong' });
      expect([mayVoid, answer.statusCode]).toEqual([false, 409]);
    }
    const other = await aCampaign(1000);
    await stage.as(other.payer)('POST', `/v1/agreements/${other.id}/payment-method`, { intent: 'bank-transfer' });
    expect((await fixture.items(other.id, 'invoices'))[0]).toMatchObject({ mayVoid: true });
  });

  it('lowering a paid budget by the step holds the difference for the payer, who reads it', async () => {
    const { id, payer } = await aCampaign(1000);
    await deposit(id, 1000);
    const { plan, money } = await change(id, { campaignBudget: 400 });
    expect(plan.voidedInvoices).toHaveLength(1);
    expect(plan).toMatchObject({ newInvoice: { amount: 400, paidAmount: 400 }, status: { after: 'approved' } });
    expect(money).toMatchObject({ paymentState: 'paid', paid: 400, due: 0, held: 600, kept: 400 });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 1000, organisation: -400, held: -600 });
    const seen = (await stage.as(payer)('GET', `/v1/agreements/${id}/money`)).json();
    expect(seen).toEqual({ paymentState: 'paid', paid: 400, due: 0, held: 600, underRefund: 0, returned: 0 });
    const [message] = await stage.db
      .selectFrom('messages')
      .select(['subject', 'body', 'audience'])
      .where('agreementId', '=', id)
      .where('kind', '=', 'money-changed')
      .execute();
    expect(message).toMatchObject({ audience: 'vendor', subject: expect.stringContaining('has changed') });
    expect(message?.body).toContain('We hold $600');
  });

  it('lowering a budget that was paid by card keeps its surcharge and holds the rest', async () => {
    const { id, payer } = await fixture.aCampaign();
    const { dueAmount, surcharges } = (await stage.as(payer)('GET', `/v1/agreements/${id}/payment-details`)).json();
    type Row = { schemes: string[]; fundings: string[]; surcharge: number };
    const isOfCard = ({ schemes, fundings }: Row) => schemes.includes('visa') && fundings.includes('credit');
    const { surcharge } = surcharges.find(isOfCard) as Row;
    const paid = await fixture.pay(payer, id, await fixture.byCard(undefined, { amount: dueAmount, surcharge }));
    expect(paid.statusCode, paid.body).toBe(200);
    await change(id, { campaignBudget: 400 });
    const ledger = await fixture.ledgerOf(id);
    expect(ledger).toMatchObject({ gateway: 4200 + surcharge, organisation: -400, held: -3800 });
    expect((ledger.fees ?? 0) + (ledger.tax ?? 0)).toBeCloseTo(-surcharge, 2);
  });

  it('a part payment is held and returnable when the campaign becomes Pay Later by the step', async () => {
    const { id, payer } = await aCampaign(2000);
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    await deposit(id, 700);
    const { plan } = await change(id, { financeOptionCode: 'pl' });
    expect(plan).toMatchObject({ lines: [{ what: 'held', amount: 700 }], newInvoice: null });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 700, held: -700 });
    expect(await fixture.campaign(id)).toMatchObject({ financeOptionCode: 'pl', paymentState: 'none', hasMoney: true });
    expect((await fixture.items(id, 'invoices')).map(({ status }: { status: string }) => status)).toEqual(['voided']);
    const details = await stage.as(payer)('GET', `/v1/agreements/${id}/payment-details`);
    expect(details.json()).toMatchObject({ dueAmount: 0, amount: 0 });
    const returned = { amount: 700, description: 'Transfer 9' };
    const key = { 'idempotency-key': randomUUID() };
    const back = await admin()('POST', `/v1/agreements/${id}/return-held-money`, returned, key);
    expect(back.json()).toMatchObject({ heldAmount: 0 });
    expect((await choose(payer, id, 'pn')).statusCode).toBe(200);
  });

  it('money that is held pays for the campaign again when it goes back to Pay Upfront', async () => {
    const { id } = await aCampaign(2000);
    await deposit(id, 2000);
    await change(id, { financeOptionCode: 'pl' });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'waiting-approval', campaignUpfrontPaymentRef: null });
    await change(id, { financeOptionCode: 'pn', campaignBudget: 1900 });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 2000, organisation: -1900, held: -100 });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
  });

  it('a budget lowered after a part payment is paid once the rest came, and at once if nothing is left', async () => {
    const { id, payer } = await aCampaign(4200);
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    await deposit(id, 500);
    await change(id, { campaignBudget: 1000 });
    expect(await fixture.ledgerOf(id)).toMatchObject({ received: -500, payer: 500 });
    await deposit(id, 500);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 1000, organisation: -1000 });

    const { id: other } = await aCampaign(4200);
    await deposit(other, 500);
    await change(other, { campaignBudget: 500 });
    expect(await fixture.campaign(other)).toMatchObject({ status: 'approved', paymentState: 'paid' });
  });

  it('a budget raised after its transfer is asked for and owed again, and never lowered below it', async () => {
    const { id } = await aCampaign(1000);
    await deposit(id, 1000);
    expect((await save(fixture.admin.userId, id, { fundManually: true })).statusCode).toBe(200);
    const transfer = { date: '2026-11-01', description: 'Transfer 3' };
    const key = { 'idempotency-key': randomUUID() };
    const transferred = await admin()('POST', `/v1/agreements/${id}/record-transfer`, transfer, key);
    expect(transferred.statusCode, transferred.body).toBe(200);
    const low = await preview(id, { campaignBudget: 900 });
    expect(low.json().validation['change.campaignBudget'][0].message).toContain('$1,000 has been transferred');
    const other = await preview(id, { financeOptionCode: 'pl' });
    expect(other.json().type).toBe('/problems/funds-transferred');
    const { plan } = await change(id, { campaignBudget: 1500 });
    expect(plan.status.after).toBe('waiting-approval');
    await deposit(id, 500);
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 500, organisation: -500 });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
  });

  it('nothing is due for Pay Later', async () => {
    const { id, payer } = await aCampaign(2000);
    await choose(payer, id, 'pl');
    const details = await stage.as(payer)('GET', `/v1/agreements/${id}/payment-details`);
    expect(details.json()).toMatchObject({ dueAmount: 0, dueNowDisplay: 0, serviceFee: 0 });
  });

  describe('the step', () => {
    it('does nothing if the figures are no longer those that were shown', async () => {
      const { id } = await aCampaign(1000);
      await deposit(id, 400);
      const wanted = {
        change: { campaignBudget: 1500 },
        reason: 'Agreed',
        expected: { kept: 0, billed: 1100, held: 0 },
      };
      await deposit(id, 100);
      const stale = await post(id, wanted);
      expect([stale.statusCode, stale.json().type]).toEqual([409, '/problems/money-changed']);
      expect(await fixture.campaign(id)).toMatchObject({ campaignBudget: 1000 });
      expect((await preview(id, { campaignBudget: 1500 })).json().after).toMatchObject({ due: 1000 });
      expect(await fixture.ledgerOf(id)).toMatchObject({ received: -500, payer: 500 });
    });

    it('is done once for each key, and returns held money with it', async () => {
      const { id } = await aCampaign(1000);
      await deposit(id, 1000);
      const body = {
        change: { campaignBudget: 400 },
        reason: 'Fewer photos',
        expected: { kept: 400, billed: 0, held: 600 },
        returned: { amount: 600, description: 'Transfer 12' },
      };
      const tooMuch = await post(id, { ...body, returned: { amount: 601, description: 'Transfer 12' } });
      expect(tooMuch.json().validation).toHaveProperty(['returned.amount']);
      expect(await fixture.ledgerOf(id)).toEqual({ bank: 1000, organisation: -1000 });
      const key = randomUUID();
      const [first, second] = [await post(id, body, key), await post(id, body, key)];
      expect(first.statusCode, first.body).toBe(200);
      expect(second.body).toBe(first.body);
      expect(first.json().money).toMatchObject({ held: 0, returned: 600, kept: 400 });
      expect(await fixture.ledgerOf(id)).toEqual({ bank: 400, organisation: -400 });
      const entry = await stage.db
        .selectFrom('logEntries')
        .select('logData')
        .where('targetAgreementId', '=', id)
        .where('description', '=', 'Changed after payment')
        .executeTakeFirstOrThrow();
      expect(entry.logData).toMatchObject({
        reason: 'Fewer photos',
        campaignBudget: { after: 40_000 },
        returned: 60_000,
      });
    });

    it('is refused without money, with nothing to change, below what an option needs, and after the end', async () => {
      const { id } = await aCampaign(2000);
      expect((await preview(id, { campaignBudget: 3000 })).json().type).toBe('/problems/no-money');
      await deposit(id, 700);
      expect((await preview(id, { campaignBudget: 2000 })).json().type).toBe('/problems/nothing-changes');
      const none = await preview(id, { campaignBudget: 0 });
      expect(none.json().validation['change.campaignBudget'][0].message).toBe('Enter an amount.');
      const small = await preview(id, { campaignBudget: 900, financeOptionCode: 'pl' });
      if (country === 'AU') expect(small.json().validation).toHaveProperty(['change.campaignBudget']);
      const empty = await post(id, { change: {}, reason: ' ', expected: { kept: 0, billed: 0, held: 0 } });
      expect(empty.json().validation).toHaveProperty('reason');
      await moveTo(id, 'cancelled');
      expect((await preview(id, { campaignBudget: 3000 })).json().type).toBe('/problems/campaign-ended');
      expect((await preview(id, {})).statusCode).toBe(409);
    });
  });
});

describe('Pay On Success in AU', () => {
  it('a raised service fee is invoiced as a fee with its tax', async () => {
    const stage = await startStage();
    const fixture = await paymentFixture(stage);
    const { id } = await fixture.aCampaign('approved');
    const at = { createdDate: '2026-11-01T00:00:00Z', lastUpdateDate: '2026-11-01T00:00:00Z' };
    const offer = { agreementId: id, optionCode: 'pos' as const, ...at };
    await stage.db
      .insertInto('campaignFinanceOptions')
      .values(offer)
      .onConflict((row) => row.columns(['agreementId', 'optionCode']).doNothing())
      .execute();
    const chosen = { financeOptionCode: 'pos' as const, serviceFee: '500.00' };
    await stage.db.updateTable('agreements').set(chosen).where('id', '=', id).execute();
    const sent = { financeOptionCode: 'pos', method: 'direct-deposit', amount: 500 };
    expect((await fixture.pay(fixture.admin.userId, id, sent)).statusCode).toBe(200);
    const path = `/v1/agreements/${id}`;
    const admin = stage.as(fixture.admin.userId);
    const direct = await admin('PUT', path, { serviceFee: 650 });
    expect(direct.json().validation.serviceFee[0].message).toContain('Money has been received');
    const change = { serviceFee: 650 };
    const body = { change, reason: 'Agreed', expected: { kept: 0, billed: 150, held: 0 } };
    const answer = await admin('POST', `${path}/money-change`, body, { 'idempotency-key': randomUUID() });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().plan.newInvoice.lines).toMatchObject([
      { type: 'fee', amount: 136.36 },
      { type: 'tax', amount: 13.64 },
    ]);
    await fixture.pay(fixture.admin.userId, id, { ...sent, amount: 150 });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 650, fees: -590.91, tax: -59.09 });
    expect(await fixture.campaign(id)).toMatchObject({ serviceFee: 650, status: 'approved', paymentState: 'paid' });
    expect(await brokenInvariants(stage.db)).toEqual([]);
  });
});
