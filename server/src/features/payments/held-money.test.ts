import { randomUUID } from 'node:crypto';
import { bannerOf } from '@kerb/domain/campaign-page/status-banner.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

let stage: Stage;
let fixture: PaymentFixture;
beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
});

const moveTo = (id: number, status: string) =>
  stage.as(fixture.admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status });
const giveBack = (id: number, amount: number, key: string = randomUUID()) =>
  stage.as(fixture.admin.userId)(
    'POST',
    `/v1/agreements/${id}/return-held-money`,
    { amount, description: 'Transfer 118' },
    { 'idempotency-key': key },
  );
const held = async (id: number) =>
  (await stage.as(fixture.admin.userId)('GET', `/v1/agreements/${id}/held-money`)).json();
const voidLatest = async (id: number) => {
  const [payment] = await fixture.items(id, 'payments');
  return stage.as(fixture.admin.userId)('POST', `/v1/payments/${payment.id}/void`, { reason: 'Cancelled' });
};

type Way = 'card' | 'transfer' | 'part';
async function aPaidCampaign(way: Way) {
  const { id, payer } = await fixture.aCampaign();
  if (way === 'card') await fixture.pay(payer, id, await fixture.byCard());
  else await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(way === 'part' ? 1000 : 4200));
  return id;
}

describe('a paid campaign that is cancelled or declined', () => {
  // biome-ignore format: a table
  it.each([
    ['card',     'cancelled', { gateway: 4263, fees: -57.27, tax: -5.73, held: -4200 }   ],
    ['transfer', 'cancelled', { bank: 4200, held: -4200 }                                ],
    ['transfer', 'rejected',  { bank: 4200, held: -4200 }                                ],
    ['part',     'cancelled', { bank: 1000, held: -1000 }],
  ] as const)('(paid by %s, then %s) has its money held for the payer', async (way, status, expected) => {
    const id = await aPaidCampaign(way);
    expect((await moveTo(id, status)).statusCode).toBe(200);
    expect(await fixture.ledgerOf(id)).toEqual(expected);
    expect(await held(id)).toEqual({ heldAmount: -expected.held, returns: [] });
    expect((await stage.as(fixture.admin.userId)('GET', '/v1/batch-payments/owed')).body).not.toContain(`AU${id}"`);
    expect(bannerOf(await fixture.campaign(id), 'KerbPay').sentence).toContain('turn to return it.');
    await giveBack(id, -expected.held);
    expect(bannerOf(await fixture.campaign(id), 'KerbPay').sentence).toContain('nobody has anything left');
  });

  it('and reopened has its money kept for the organisation again', async () => {
    const id = await aPaidCampaign('transfer');
    const before = await fixture.ledgerOf(id);
    await moveTo(id, 'cancelled');
    await moveTo(id, 'approved');
    expect(await fixture.ledgerOf(id)).toEqual(before);
    await moveTo(id, 'cancelled');
    expect(await fixture.ledgerOf(id)).toMatchObject({ held: -4200 });
  });

  it('can still have its payment voided, with all fees', async () => {
    const id = await aPaidCampaign('card');
    await moveTo(id, 'cancelled');
    expect((await fixture.items(id, 'payments'))[0]).toMatchObject({ mayVoid: true });
    expect((await voidLatest(id)).json()).toMatchObject({ status: 'voided' });
    expect(await fixture.ledgerOf(id)).toEqual({});
    expect(await fixture.taken(id)).toBe(0);
  });

  it('with two transfers keeps the rest held if one of them is voided', async () => {
    const id = await aPaidCampaign('part');
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(3200));
    await moveTo(id, 'cancelled');
    await voidLatest(id);
    expect(await fixture.ledgerOf(id)).toMatchObject({ bank: 1000, held: -1000 });
  });
});

describe('held money', () => {
  it('can be returned in parts, and never more than is held', async () => {
    const id = await aPaidCampaign('transfer');
    await moveTo(id, 'cancelled');
    const first = await giveBack(id, 1200.5);
    expect(first.json()).toMatchObject({
      heldAmount: 2999.5,
      returns: [{ amount: 1200.5, description: 'Transfer 118', returnedByName: expect.any(String) }],
    });
    const over = await giveBack(id, 2999.51);
    expect(over.statusCode).toBe(400);
    expect(over.json().validation.amount[0].message).toBe('No more than $2,999.50 is held for the payer.');
    expect((await giveBack(id, 0)).json().validation.amount[0].message).toBe('Enter an amount.');
    expect((await giveBack(id, 2999.5)).json()).toMatchObject({ heldAmount: 0 });
    expect(await fixture.ledgerOf(id)).toEqual({});
    expect((await giveBack(id, 1)).json().displayText).toBe('No money is held for the payer of this campaign.');
  });

  it('is returned once for a key, and once for any number of concurrent requests', async () => {
    const id = await aPaidCampaign('transfer');
    await moveTo(id, 'cancelled');
    const key = randomUUID();
    const [once, twice] = [await giveBack(id, 100, key), await giveBack(id, 100, key)];
    expect(twice.json()).toEqual(once.json());
    expect((await held(id)).returns).toHaveLength(1);
    const answers = await Promise.all([giveBack(id, 4100), giveBack(id, 4100)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await fixture.ledgerOf(id)).toEqual({});
  });

  it('that was returned prevents voiding the payment and reopening the campaign', async () => {
    const id = await aPaidCampaign('transfer');
    await moveTo(id, 'cancelled');
    await giveBack(id, 10);
    expect((await fixture.items(id, 'payments'))[0]).toMatchObject({ status: 'approved', mayVoid: false });
    const returned = 'Money for this campaign has been returned to the payer.';
    for (const [answer, next] of [
      [await voidLatest(id), 'Cancel the campaign and return the rest by bank transfer.'],
      [await moveTo(id, 'approved'), 'Raise a new campaign.'],
    ] as const) {
      expect([answer.statusCode, answer.json().displayText]).toEqual([409, `${returned} ${next}`]);
    }
    expect(await fixture.campaign(id)).toMatchObject({ status: 'cancelled' });
    expect((await giveBack(id, 4190)).statusCode).toBe(200);
  });

  // biome-ignore format: a table
  it.each([
    ['executed', { paymentState: 'paid', isMoneyHeld: false }, 'names its payment'],
    ['draft',    { paymentState: 'none', isMoneyHeld: true },  'names no payment'],
  ])('pays for a campaign that is open again in %s: %j, and the campaign %s', async (status, expected, says) => {
    const id = await aPaidCampaign('transfer');
    await moveTo(id, 'cancelled');
    expect((await moveTo(id, status)).statusCode).toBe(200);
    const { campaignUpfrontPaymentRef, ...campaign } = await fixture.campaign(id);
    expect({ status, ...campaign }).toMatchObject({ status, ...expected });
    expect(campaignUpfrontPaymentRef === null ? 'names no payment' : 'names its payment').toBe(says);
  });

  it('is logged with the person who returned it', async () => {
    const { id } = await fixture.aCampaign();
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(4300));
    await giveBack(id, 100);
    const entry = await stage.db
      .selectFrom('logEntries')
      .select(['description', 'logData', 'userId'])
      .where('targetAgreementId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ description: 'Held money returned to the payer', userId: fixture.admin.userId });
    expect(JSON.stringify(entry.logData)).toContain('Transfer 118');
  });
});
