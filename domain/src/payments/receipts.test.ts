import {
  confirmationFileName,
  confirmationStamp,
  invoiceFileName,
  invoiceStamp,
  receiptNumberOf,
} from '@kerb/domain/payments/receipts.ts';
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

describe('the stamp of a payment confirmation', () => {
  it.each([
    ['approved', 'paid', 'Paid'],
    ['waiting-approval', 'part', 'Part paid'],
    ['waiting-approval', 'refunding', 'Refund pending'],
    ['approved', 'none', undefined],
    ['cancelled', 'paid', undefined],
  ] as const)('in %s with payment %s is %s', (status, paymentState, text) => {
    expect(confirmationStamp({ status, paymentState })?.text).toBe(text);
  });
});

describe('the stamp of an invoice', () => {
  // biome-ignore format: a table
  it.each([
    ['paid',   4200, 7,    [],     'Paid'],
    ['paid',   4200, 7,    [8],    'Paid'],
    ['issued', 0,    null, [],     undefined],
    ['issued', 1200, null, [],     'Part paid'],
    ['issued', 1200, null, [8],    'Refund pending'],
    ['voided', 0,    7,    [],     'Voided'],
    ['voided', 0,    7,    [7, 8], 'Refund pending'],
    ['voided', 0,    7,    [8],    'Voided'],
    ['voided', 0,    null, [8],    'Voided'],
  ] as const)('%s with %i paid by payment %s, refunds of %j: %s', (status, paidAmount, paymentId, refunded, text) => {
    expect(invoiceStamp({ status, paidAmount, paymentId }, refunded)?.text).toBe(text);
  });
});

describe('the names of documents', () => {
  it('contain the number by which they are found', () => {
    expect(confirmationFileName(10231)).toBe('Payment-Confirmation_10231.pdf');
    expect(invoiceFileName(31)).toBe('Tax-Invoice_31.pdf');
  });
});
