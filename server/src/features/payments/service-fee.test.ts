import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';
import { type Payer, signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';

const fixture = await startSigningFixture();
const { stage, build, admin, manager, tenantId } = fixture;
const steps = signingSteps(fixture);
let payments: PaymentFixture;

beforeAll(async () => {
  payments = await paymentFixture(stage);
});
afterEach(async () => expect(await brokenInvariants(stage.db)).toEqual([]));

const call = () => stage.as(admin.userId);
let serial = 0;

/** An approved campaign of 4,200 dollars with Pay On Success, whose fee is 504 dollars, and two payers. */
async function onSuccess() {
  serial += 1;
  const mobiles = [`0415 000 ${100 + serial}`, `0416 000 ${100 + serial}`];
  const asked = mobiles.map((mobilePhone) => build.aPayer({ mobilePhone }));
  const { id, payers } = await build.aCampaign(manager, tenantId, { payers: asked, status: 'waiting-invite' });
  await call()('POST', `/v1/agreements/${id}/finance-options`, { optionCode: 'pos' });
  const chosen = await call()('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pos' });
  expect(chosen.statusCode, chosen.body).toBe(200);
  await steps.approve(id);
  const [ann, bo] = payers as [Payer, Payer];
  return { id, ann, bo };
}

const sign = async (id: number, payer: Payer) => {
  const signed = await steps.signAs(id, payer, { termsVersion: serverCountries.AU.terms.pos!.version });
  expect(signed.statusCode, signed.body).toBe(200);
};
const record = (id: number, amount: number, more: object = {}) =>
  payments.pay(admin.userId, id, { financeOptionCode: 'pos', method: 'direct-deposit', amount, ...more });
const isSigned = async ({ id }: Payer) => (await call()('GET', `/v1/signatories/${id}`)).json().signatureDate !== null;
const feesOf = async (id: number) => {
  const details = (await call()('GET', `/v1/agreements/${id}/payment-details`)).json();
  return { campaign: (await payments.campaign(id)).serviceFee, asked: details.serviceFee, due: details.dueAmount };
};

describe('another fee of Pay On Success, recorded with a payment', { timeout: 60_000 }, () => {
  it('becomes the fee of the campaign, and ends the signatures on the earlier one', async () => {
    const { id, ann, bo } = await onSuccess();
    await sign(id, ann);
    const paid = await record(id, 654, { method: 'manual', serviceFee: 654 });
    expect(paid.statusCode, paid.body).toBe(200);
    expect(await payments.ledgerOf(id)).toEqual({ elsewhere: 654, fees: -594.55, tax: -59.45 });
    expect(await feesOf(id)).toMatchObject({ campaign: 654, asked: 654 });
    expect([await isSigned(ann), await isSigned(bo)]).toEqual([false, false]);
    await sign(id, bo);
    await sign(id, ann);
    expect(await payments.campaign(id)).toMatchObject({ status: 'signed', campaignFinanceServiceFee: 654 });
  });

  it('is refused once the agreement is signed, and the signed fee is recorded', async () => {
    const { id, ann, bo } = await onSuccess();
    await sign(id, ann);
    await sign(id, bo);
    for (const status of ['signed', 'executed']) {
      if (status !== 'signed') await call()('POST', `/v1/agreements/${id}/set-status`, { status });
      const refused = await record(id, 654, { serviceFee: 654 });
      expect([refused.statusCode, refused.json().type]).toEqual([400, '/problems/terms-signed']);
      expect(refused.json().validation.serviceFee[0].message).toContain('The terms are signed');
    }
    expect(await feesOf(id)).toEqual({ campaign: 504, asked: 504, due: 504 });
    expect((await record(id, 504, { serviceFee: 504 })).statusCode).toBe(200);
  });

  it('is refused once money was received, which only the step changes', async () => {
    const { id } = await onSuccess();
    expect((await record(id, 200)).statusCode).toBe(200);
    const refused = await record(id, 100, { serviceFee: 300 });
    expect([refused.statusCode, refused.json().type]).toEqual([400, '/problems/money-received']);
    expect(refused.json().validation.serviceFee[0].message).toContain('Use ‘Change after payment’');
    expect(await feesOf(id)).toEqual({ campaign: 504, asked: 504, due: 304 });
  });

  it('follows the campaign’s fee when the payment was voided and another fee is saved', async () => {
    const { id } = await onSuccess();
    await record(id, 654, { serviceFee: 654 });
    const [payment] = await payments.items(id, 'payments');
    await call()('POST', `/v1/payments/${payment.id}/void`, { reason: 'Never came' });
    expect(await feesOf(id)).toEqual({ campaign: 654, asked: 654, due: 654 });
    const saved = await call()('PUT', `/v1/agreements/${id}`, { serviceFee: 600 });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await feesOf(id)).toEqual({ campaign: 600, asked: 600, due: 600 });
  });
});

describe('another fee of Pay Upfront, recorded with a payment', () => {
  it('is refused once money was received', async () => {
    const { id } = await payments.aCampaign();
    expect((await payments.pay(admin.userId, id, payments.byTransfer(1000))).statusCode).toBe(200);
    const refused = await payments.pay(admin.userId, id, payments.byTransfer(3310, { serviceFee: 110 }));
    expect(refused.json().validation.serviceFee[0].message).toContain('Use ‘Change after payment’');
    expect(await payments.ledgerOf(id)).toEqual({ bank: 1000, payer: 3200, received: -1000, billed: -3200 });
  });
});

describe('a fee of Pay On Success that is paid in part', { timeout: 60_000 }, () => {
  it('is asked for by the loan without that part, and not at all once it is paid', async () => {
    const { id, ann, bo } = await onSuccess();
    await record(id, 200);
    await sign(id, ann);
    await sign(id, bo);
    await call()('POST', `/v1/agreements/${id}/set-status`, { status: 'executed' });
    const asked = async () => {
      const { balances } = (await call()('GET', `/v1/agreements/${id}/loan`)).json();
      const fee = balances.today.lines.find(({ key }: { key: string }) => key === 'serviceFee')?.amount;
      const { campaignFinanceTotalDue, campaignFinanceServiceFee } = await payments.campaign(id);
      return { fee, total: balances.today.total, campaignFinanceTotalDue, campaignFinanceServiceFee };
    };
    expect(await payments.ledgerOf(id)).toMatchObject({ bank: 200, received: -200, payer: 304 });
    const signed = { campaignFinanceServiceFee: 504 };
    expect(await asked()).toEqual({ fee: 304, total: 4504, campaignFinanceTotalDue: 4504, ...signed });
    await record(id, 304);
    expect(await asked()).toEqual({ fee: undefined, total: 4200, campaignFinanceTotalDue: 4200, ...signed });
  });
});
