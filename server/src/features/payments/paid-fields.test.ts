import { randomUUID } from 'node:crypto';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';
import { statementFile } from '../../../test/statement-file.ts';

let stage: Stage;
let fixture: PaymentFixture;
beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
});

const admin = () => stage.as(fixture.admin.userId);
const numbersOf = async (id: number): Promise<string[]> =>
  (await fixture.items(id, 'payments')).map(({ paymentNumber }: { paymentNumber: string }) => paymentNumber);

/** Money that came with a bank statement, for a campaign that its words name. */
async function arrives(id: number, amount: string) {
  const words = `AU${id} transfer`;
  const text = `Date,Amount,Description\r\n14/11/2026,${amount},${words}`;
  expect((await admin()('POST', '/v1/bank-statements', ...statementFile(text))).statusCode).toBe(200);
  const { items } = (await admin()('GET', '/v1/bank-statement-lines?state=unmatched')).json();
  const line = items.find((each: { words: string }) => each.words === words);
  const agreement = { href: `/v1/agreements/${id}` };
  const accepted = await admin()('POST', `/v1/bank-statement-lines/${line.id}/accept`, { agreement });
  expect(accepted.statusCode, accepted.body).toBe(200);
}

describe('the fields that say how a campaign was paid', () => {
  it('have the amount that is paid after the budget was lowered', async () => {
    const { id } = await fixture.aCampaign();
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer());
    const [number] = await numbersOf(id);
    const body = {
      change: { campaignBudget: 1000 },
      reason: 'Agreed',
      expected: { kept: 1000, billed: 0, held: 3200 },
    };
    const changed = await admin()('POST', `/v1/agreements/${id}/money-change`, body, {
      'idempotency-key': randomUUID(),
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'approved',
      campaignUpfrontAmount: 1000,
      campaignUpfrontPaymentRef: number,
    });
  });

  it('name the transfer that pays the campaign after its card was refunded, and a receipt is sent for it', async () => {
    const { id, payer } = await fixture.aCampaign();
    const paid = await fixture.pay(payer, id, await fixture.byCard());
    expect(paid.statusCode, paid.body).toBe(200);
    const card = await fixture.campaign(id);
    await arrives(id, '4200.00');
    expect(await fixture.campaign(id)).toMatchObject({
      campaignUpfrontPaymentRef: card.campaignUpfrontPaymentRef,
      campaignUpfrontPaymentMethod: 'card',
    });
    const voided = await admin()('POST', `/v1/payments/${paid.json().id}/void`, { reason: 'Paid twice' });
    expect(voided.statusCode, voided.body).toBe(200);
    const now = await fixture.campaign(id);
    expect(now).toMatchObject({
      status: 'approved',
      campaignUpfrontPaymentMethod: 'dc',
      campaignUpfrontPaymentDate: '2026-11-14',
      campaignUpfrontAmount: 4200,
    });
    expect(now.campaignUpfrontPaymentRef).not.toBe(card.campaignUpfrontPaymentRef);
    const receipt = { receiptNumber: now.campaignUpfrontPaymentRef, receiptEmail: 'pat@example.com' };
    const sent = await admin()('POST', `/v2/agreements/${id}/send-payment-receipt`, receipt);
    expect(sent.statusCode, sent.body).toBe(200);
    expect(await brokenInvariants(stage.db)).toEqual([]);
  });
});
