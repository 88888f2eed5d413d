import { confirmationFileName, invoiceFileName, receiptNumberOf } from '@kerb/domain/payments/receipts.ts';
import { describe, expect, it } from 'vitest';

describe('the number by which a receipt is requested', () => {
  // biome-ignore format: a table
  it.each([
    ['P2', 'P1', 'P2'],
    [null, 'P1', 'P1'],
    ['P2', null, 'P2'],
    [null, null, null],
  ])('with service fee %s and upfront payment %s is %s', (serviceFeePaymentRef, campaignUpfrontPaymentRef, expected) => {
    expect(receiptNumberOf({ serviceFeePaymentRef, campaignUpfrontPaymentRef })).toBe(expected);
  });
});

describe('the names of documents', () => {
  it('contain the number by which they are found', () => {
    expect(confirmationFileName(10231)).toBe('Payment-Confirmation_10231.pdf');
    expect(invoiceFileName(31)).toBe('Tax-Invoice_31.pdf');
  });
});
