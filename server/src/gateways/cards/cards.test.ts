import { randomUUID } from 'node:crypto';
import { testCardOf, testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { GatewayUnavailable } from '@kerb/server/gateways/cards/cards.ts';
import { describe, expect, it } from 'vitest';
import { startStage } from '../../../test/harness.ts';

const { deps, cards } = await startStage();
const gateway = deps.cards!;
const order = (token: string) => ({
  reference: `P-${randomUUID()}`,
  token,
  amountCents: 123_45,
  currency: 'AUD',
  description: 'Campaign AU7',
  receiptEmail: null,
});

describe('the card gateway', () => {
  it('charges each card as its scheme and funding say', async () => {
    for (const { number, scheme, funding, country, behaviour } of testCards) {
      if (behaviour !== 'approve') continue;
      const token = await cards.tokenOf(number);
      const card = { scheme, funding, country, last4: number.slice(-4) };
      expect(await gateway.describe(token)).toEqual(card);
      expect(await gateway.charge(order(token))).toMatchObject({ state: 'approved', reason: null, card });
      expect(await gateway.describe(token)).toBeNull();
    }
  });

  it('charges once for one reference, however many ask at once', async () => {
    const asked = order(await cards.tokenOf(testCardOf('approve').number));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(asked)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  });

  it('knows a charge whose answer never came', async () => {
    const asked = order(await cards.tokenOf(testCardOf('no-answer').number));
    await expect(gateway.charge(asked)).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(await gateway.find(asked.reference)).toMatchObject({ state: 'approved' });
  });

  it('has never heard of a charge that did not reach it', async () => {
    const asked = order(await cards.tokenOf(testCardOf('unreachable').number));
    await expect(gateway.charge(asked)).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(await gateway.find(asked.reference)).toBeNull();
  });
});
