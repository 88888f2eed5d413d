import { fieldsOncePaid, fieldsOnceUnpaid } from '@kerb/domain/payments/payment-fields.ts';
import { describe, expect, it } from 'vitest';

const payment = { paymentNumber: 'P100001', date: '2026-11-15', paidCents: 4_200_00 } as const;

describe('a campaign that has been paid', () => {
  // biome-ignore format: a table
  it.each([
    ['card',           'card'],
    ['direct-deposit', 'dc'],
    ['manual',         'manual'],
  ] as const)('upfront by %s shows the payment, its day and its amount', (method, named) => {
    expect(fieldsOncePaid({ ...payment, kind: 'upfront', method })).toEqual({
      campaignUpfrontPaymentRef: 'P100001',
      campaignUpfrontPaymentMethod: named,
      campaignUpfrontPaymentDate: '2026-11-15',
      campaignUpfrontAmount: 4_200_00,
    });
  });

  it('for the service fee shows only that payment', () => {
    expect(fieldsOncePaid({ ...payment, kind: 'service-fee', method: 'direct-deposit' })).toEqual({
      serviceFeePaymentRef: 'P100001',
      serviceFeePaymentMethod: 'dc',
    });
  });

  it.each(['upfront', 'service-fee'] as const)('%s shows none of it once the payment is voided', (kind) => {
    const shown = Object.keys(fieldsOncePaid({ ...payment, kind, method: 'card' }));
    expect(fieldsOnceUnpaid(kind)).toEqual(Object.fromEntries(shown.map((name) => [name, null])));
  });
});
