import { must } from '@kerb/domain/kernel/must.ts';
import { attachmentMakers } from '@kerb/server/attachment-makers.ts';
import { reconcilePayments } from '@kerb/server/features/payments/reconcile-payments.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import type { ChargeOutcome } from '@kerb/server/platform/ports/card-gateway.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';
import { pdfInfo, pdfText } from '../../../test/pdf-text.ts';

let stage: Stage;
let fixture: PaymentFixture;
// The 15th in UTC, 4:00 on the 16th in Sydney.
beforeAll(async () => {
  const env = {
    COMPANY_NAME: 'Kerb Pty Ltd',
    TAX_NUMBER: '51 824 753 556',
    COMPANY_ADDRESS: '1 Example Street, Sydney',
  };
  stage = await startStage({ now: '2026-11-15T17:00:00.000Z', env });
  fixture = await paymentFixture(stage);
});
beforeEach(async () => {
  await stage.db.deleteFrom('messages').execute();
  stage.sent.mails.length = 0;
});

const deliver = () => deliverMessages(stage.deps, { now: realNow(), makers: attachmentMakers });
const confirmation = (who: number | null, id: number) =>
  stage.as(who)('GET', `/v2/agreements/${id}/payment-confirmation`);
const send = (who: number | null, id: number, body: object) =>
  stage.as(who)('POST', `/v2/agreements/${id}/send-payment-receipt`, body);

async function aPaidCampaign() {
  const { id, payer } = await fixture.aCampaign();
  const answer = await fixture.pay(payer, id, await fixture.byCard());
  expect(answer.statusCode, answer.body).toBe(200);
  return { id, payer, receiptNumber: answer.json().paymentNumber as string };
}

type Row = { status: string };
const voidPayment = (receiptNumber: string) =>
  stage.as(fixture.admin.userId)('POST', `/v1/payments/${receiptNumber.slice(1)}/void`, { reason: 'Paid twice' });

/** The card gateway does not know the outcome of a refund that is requested meanwhile. */
async function withoutAnswer(act: () => Promise<unknown>): Promise<void> {
  const { cards } = stage.deps;
  const undecided: ChargeOutcome = { state: 'pending', gatewayRef: null, reason: null, card: null };
  stage.deps.cards = { ...must(cards, 'card gateway'), refund: async () => undecided };
  await act();
  stage.deps.cards = cards;
}

/** The job asks the gateway about the refunds, later. */
async function finishRefunds(): Promise<void> {
  await sql`update payments set started_at = started_at - interval '5 minutes'`.execute(stage.db);
  await reconcilePayments(stage.deps);
}

describe('a campaign under refund', () => {
  it('is found by the words of its badge, in every plan of the search, and no longer once it is refunded', async () => {
    const { id, receiptNumber } = await aPaidCampaign();
    await withoutAnswer(() => voidPayment(receiptNumber));
    const found = async (who: number, more = '') =>
      (await stage.as(who)('GET', `/v1/agreements?textQuery=refund%20pending${more}`)).json();
    for (const seen of [
      await found(fixture.admin.userId),
      await found(fixture.admin.userId, `&tenantId=${fixture.tenantId}`),
      await found(fixture.agent.userId),
    ]) {
      expect(seen).toMatchObject({ items: [{ id }], totalItems: 1 });
    }
    expect(await found(fixture.admin.userId, '&status=complete')).toMatchObject({ items: [], totalItems: 0 });
    await finishRefunds();
    expect(await found(fixture.admin.userId)).toMatchObject({ items: [], totalItems: 0 });
  });
});

describe('the payment confirmation', () => {
  it('states the amount, the method and the day in the organisation’s time zone', async () => {
    const { id, payer, receiptNumber } = await aPaidCampaign();
    const answer = await confirmation(payer, id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(`filename="Payment-Confirmation_${id}.pdf"`);
    const text = pdfText(answer.rawPayload);
    for (const words of ['KerbPay', 'Kerb Pty Ltd', 'ABN 51 824 753 556', 'Payment Confirmation', 'Paid', `AU${id}`])
      expect(text).toContain(words);
    expect(text).not.toContain('undefined');
    for (const words of [receiptNumber, 'Visa ending 4242', '16 November 2026', '$4,200.00', '$63.00', '$4,263.00'])
      expect(text).toContain(words);
  });

  it('says what is still to pay after a part, and what is held after too much', async () => {
    const { id } = await fixture.aCampaign();
    const { userId } = fixture.admin;
    const textOf = async () => pdfText((await confirmation(userId, id)).rawPayload);
    await fixture.pay(userId, id, fixture.byTransfer(1200));
    const part = await textOf();
    for (const words of ['Part paid', 'Still to pay', '$3,000.00']) expect(part).toContain(words);
    await fixture.pay(userId, id, fixture.byTransfer(3100));
    const over = await textOf();
    for (const words of ['Held for you', '$100.00', '$4,300.00']) expect(over).toContain(words);
    for (const words of ['Part paid', 'Still to pay']) expect(over).not.toContain(words);
  });

  it('is refused if nothing has been paid', async () => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await confirmation(payer, id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().displayText).toBe('Nothing has been paid for this campaign yet.');
  });

  it('is hidden from other payers and from anyone signed out', async () => {
    const { id } = await aPaidCampaign();
    const other = await fixture.aCampaign();
    expect((await confirmation(other.payer, id)).statusCode).toBe(404);
    expect((await confirmation(null, id)).statusCode).toBe(401);
  });
});

describe('the tax invoice', () => {
  const invoiceOf = async (id: number) => (await fixture.items(id, 'invoices'))[0];
  const pdfOf = (who: number, invoiceId: number) => stage.as(who)('GET', `/v1/invoices/${invoiceId}/pdf`);

  it('has everything that Australian law requires', async () => {
    const { id, payer } = await aPaidCampaign();
    const invoice = await invoiceOf(id);
    const answer = await pdfOf(payer, invoice.id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`filename="Tax-Invoice_${invoice.id}.pdf"`);
    const text = pdfText(answer.rawPayload);
    for (const words of ['Tax Invoice', 'Kerb Pty Ltd', 'ABN 51 824 753 556', '16 November 2026', 'Card surcharge'])
      expect(text).toContain(words);
    for (const words of [
      'GST (10%) $5.73',
      'Total excluding GST $4,257.27',
      'Total including GST $4,263.00',
      'Unpaid $0.00',
    ])
      expect(text).toContain(words);
  });

  it('is not called a tax invoice if the supplier has no tax number', async () => {
    const { id, payer } = await aPaidCampaign();
    const { supplier } = stage.deps.config;
    stage.deps.config.supplier = { ...supplier, taxNumber: null };
    const text = pdfText((await pdfOf(payer, (await invoiceOf(id)).id)).rawPayload);
    stage.deps.config.supplier = supplier;
    expect(text).not.toContain('Tax Invoice');
    expect(text).toContain('Invoice');
  });

  it('says that a refund is pending, and how much goes back to the card', async () => {
    const { id, payer, receiptNumber } = await aPaidCampaign();
    await withoutAnswer(() => voidPayment(receiptNumber));
    const text = pdfText((await pdfOf(payer, (await invoiceOf(id)).id)).rawPayload);
    for (const words of ['Refund pending', 'Paid $0.00', 'Unpaid $0.00', 'Being refunded to your card $4,263.00'])
      expect(text).toContain(words);
    expect(text).not.toContain('Voided');
    const receipt = pdfText((await confirmation(payer, id)).rawPayload);
    for (const words of ['Refund pending', 'being refunded', 'Being refunded to your card $4,263.00'])
      expect(receipt).toContain(words);
    await finishRefunds();
    expect(pdfText((await pdfOf(payer, (await invoiceOf(id)).id)).rawPayload)).toContain('Voided');
  });

  it('of a transfer whose rest was paid by card says it too, and asks for that rest again', async () => {
    const { id, payer } = await fixture.aCampaign();
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(1200));
    const paid = await fixture.pay(payer, id, await fixture.byCard(undefined, { amount: 3000, surcharge: 45 }));
    expect(paid.statusCode, paid.body).toBe(200);
    await withoutAnswer(() => voidPayment(paid.json().paymentNumber));
    const [transfer] = (await fixture.items(id, 'invoices')).filter(({ status }: Row) => status === 'issued');
    const text = pdfText((await pdfOf(payer, transfer.id)).rawPayload);
    for (const words of [
      'Refund pending',
      'Paid $1,200.00',
      'Unpaid $3,000.00',
      'Being refunded to your card $3,045.00',
    ])
      expect(text).toContain(words);
    await finishRefunds();
  });

  it('of a part payment has the ledger’s figures, and opens in a viewer with its title', async () => {
    const { id, payer } = await fixture.aCampaign();
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(1200));
    const file = (await pdfOf(payer, (await invoiceOf(id)).id)).rawPayload;
    for (const words of ['Part paid', 'Total including GST $4,200.00', 'Paid $1,200.00', 'Unpaid $3,000.00'])
      expect(pdfText(file)).toContain(words);
    expect(await fixture.ledgerOf(id)).toMatchObject({ received: -1200, payer: 3000 });
    expect(pdfInfo(file)).toMatchObject({ Title: 'Tax Invoice', Tagged: 'yes', Pages: '1' });
  });

  it('is visible to those who see its campaign', async () => {
    const { id } = await aPaidCampaign();
    const other = await fixture.aCampaign();
    expect((await pdfOf(other.payer, (await invoiceOf(id)).id)).statusCode).toBe(404);
    expect((await pdfOf(other.payer, 999_999)).statusCode).toBe(404);
  });
});

describe('a tax invoice in New Zealand', () => {
  it('has the taxable supply information that the law requires, dated in the organisation’s time zone', async () => {
    const env = {
      COUNTRY: 'NZ',
      COMPANY_NAME: 'Kerb Limited',
      TAX_NUMBER: '123-456-789',
      COMPANY_ADDRESS: '1 Quay St',
    };
    const there = await startStage({ now: '2026-11-15T17:00:00.000Z', env });
    const fixtureInNewZealand = await paymentFixture(there);
    const { id, payer } = await fixtureInNewZealand.aCampaign();
    const paid = await fixtureInNewZealand.pay(
      payer,
      id,
      await fixtureInNewZealand.byCard(undefined, { surcharge: 121.8 }),
    );
    expect(paid.statusCode, paid.body).toBe(200);
    const [invoice] = await fixtureInNewZealand.items(id, 'invoices');
    const text = pdfText((await there.as(payer)('GET', `/v1/invoices/${invoice.id}/pdf`)).rawPayload);
    for (const words of [
      'Tax Invoice',
      'KerbFlow',
      'Kerb Limited',
      'Taxable supply information',
      'GST number 123-456-789',
      '16 November 2026',
      `NZ${id}`,
    ])
      expect(text).toContain(words);
    for (const words of [
      'Card surcharge',
      'GST (15%) $15.89',
      'Total excluding GST $4,305.91',
      'Total including GST $4,321.80',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('ABN');
  });
});

describe('a receipt by email', () => {
  it('is sent automatically after a payment that named an address, with the confirmation attached', async () => {
    const { id } = await aPaidCampaign();
    await deliver();
    const mail = stage.sent.mails.find(({ to }) => to === 'pat@example.com');
    expect(mail?.attachment).toMatchObject({
      fileName: `Payment-Confirmation_${id}.pdf`,
      contentType: 'application/pdf',
    });
    expect(pdfText(mail!.attachment!.content)).toContain('$4,263.00');
  });

  it('can be sent again to any address, and is logged', async () => {
    const { id, payer, receiptNumber } = await aPaidCampaign();
    await stage.db.deleteFrom('messages').execute();
    const answer = await send(payer, id, { receiptNumber, receiptEmail: 'vic@example.com' });
    expect(answer.json()).toEqual({ success: true });
    await deliver();
    expect(stage.sent.mails).toMatchObject([
      { to: 'vic@example.com', attachment: { fileName: `Payment-Confirmation_${id}.pdf` } },
    ]);
    const entry = (await openedLog(stage)).findLast(({ targetAgreementId }) => targetAgreementId === id);
    expect(entry).toMatchObject({
      description: 'Payment receipt sent',
      logData: { receiptNumber, receiptEmail: 'vic@example.com' },
    });
  });

  // biome-ignore format: a table
  it.each([
    ['an invalid address', { receiptEmail: 'nobody' },        'receiptEmail',  'That email address is not valid.'],
    ['an unknown number',  { receiptNumber: 'P999999' },      'receiptNumber', 'There is no payment with this number.'],
    ['a malformed number', { receiptNumber: "' or 1=1 --" },  'receiptNumber', 'There is no payment with this number.'],
  ])('is refused for %s, with an error on the field', async (_why, changed, field, message) => {
    const { id, payer, receiptNumber } = await aPaidCampaign();
    const answer = await send(payer, id, { receiptNumber, receiptEmail: 'vic@example.com', ...changed });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation[field][0].message).toBe(message);
  });

  it('is refused for a payment of another campaign, and to strangers', async () => {
    const { receiptNumber, id } = await aPaidCampaign();
    const other = await aPaidCampaign();
    expect((await send(other.payer, other.id, { receiptNumber, receiptEmail: 'a@example.com' })).statusCode).toBe(400);
    expect((await send(other.payer, id, { receiptNumber, receiptEmail: 'a@example.com' })).statusCode).toBe(404);
  });

  it('is rate limited per person', async () => {
    const { id, payer, receiptNumber } = await aPaidCampaign();
    const codes: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      codes.push((await send(payer, id, { receiptNumber, receiptEmail: 'vic@example.com' })).statusCode);
    }
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.at(-1)).toBe(429);
  });

  it('has no attachment if its payment has been voided since', async () => {
    const { receiptNumber } = await aPaidCampaign();
    const paymentId = receiptNumber.slice(1);
    await stage.as(fixture.admin.userId)('POST', `/v1/payments/${paymentId}/void`, { reason: 'Paid twice' });
    await deliver();
    const mail = stage.sent.mails.find(({ to }) => to === 'pat@example.com');
    expect(mail).toBeDefined();
    expect(mail?.attachment).toBeUndefined();
  });
});
