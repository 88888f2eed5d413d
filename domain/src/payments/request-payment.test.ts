import {
  paymentReference,
  requestedAtFirst,
  requestPaymentLink,
  requestRefusal,
} from '@kerb/domain/payments/request-payment.ts';
import { describe, expect, it } from 'vitest';

describe('a request for payment', () => {
  it('links to the biller’s page with everything filled in', () => {
    const biller = { url: 'https://biller.example/pay', billerCode: '565572', merchantId: 'KERB & CO' };
    const request = {
      amountCents: 4_200_50,
      reference: paymentReference('AU', 10_231),
      receiptAddress: 'pat+1@example.com',
    };
    expect(requestPaymentLink(biller, request)).toBe(
      'https://biller.example/pay?billerCode=565572&merchantId=KERB%20%26%20CO&paymentAmount=4200.50&paymentReference=FLOW-AU10231&receiptAddress=pat%2B1%40example.com',
    );
  });

  it('asks for what is due now, else for the budget, or for 100 without one', () => {
    const all = [requestedAtFirst(500_00, 4_200_00), requestedAtFirst(0, 4_200_00), requestedAtFirst(0, null)];
    expect(all).toEqual([500_00, 4_200_00, 100_00]);
    expect(requestedAtFirst(0, 0)).toBe(100_00);
  });

  it('is refused where nothing can be paid now, except for Pay Later, which is repaid later', () => {
    const refusal = 'This campaign has already been paid.';
    expect(requestRefusal({ kind: 'upfront', refusal })).toBe(refusal);
    expect(requestRefusal({ kind: 'service-fee', refusal })).toBe(refusal);
    expect(requestRefusal({ kind: 'upfront', refusal: null })).toBeNull();
    expect(requestRefusal({ kind: null, refusal: 'Pay Later is repaid at the end, and not paid here.' })).toBeNull();
  });
});
