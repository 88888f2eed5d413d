import {
  decideVoidInvoice,
  invoiceAmount,
  invoiceLines,
  statusByPaid,
  taxWithin,
  unpaidAmount,
} from '@kerb/domain/payments/invoices.ts';
import { describe, expect, it } from 'vitest';

const words = { budget: 'Campaign budget', serviceFee: 'Service fee', surcharge: 'Card surcharge' };

describe('the tax within an amount', () => {
  // biome-ignore format: a table
  it.each([
    [110_00, 1_000, 10_00],
    [63_00,  1_000, 5_73 ],
    [115_00, 1_500, 15_00],
    [121_80, 1_500, 15_89],
    [0,      1_000, 0    ],
    [5,      1_000, 0    ],
    [6,      1_000, 1    ],
  ])('of %i cents at %i basis points is %i', (amount, rate, tax) => {
    expect(taxWithin(amount, rate)).toBe(tax);
  });
});

describe('an invoice', () => {
  it('lists budget, discount, fees without tax, and the tax; the sum is the amount paid', () => {
    const billed = { campaignBudget: 4_200_00, discount: 200_00, serviceFee: 110_00, surcharge: 63_00 };
    const lines = invoiceLines(billed, words, { gstBasisPoints: 1_000 });
    expect(lines).toEqual([
      { type: 'sale', amount: 4_200_00, description: 'Campaign budget' },
      { type: 'disc', amount: -200_00, description: 'Discount' },
      { type: 'fee', amount: 100_00, description: 'Service fee' },
      { type: 'fee', amount: 57_27, description: 'Card surcharge' },
      { type: 'tax', amount: 15_73, description: 'GST 10%' },
    ]);
    expect(invoiceAmount(lines)).toBe(4_173_00);
  });

  it('leaves out zero amounts', () => {
    const billed = { campaignBudget: 4_200_00, discount: 0, serviceFee: 0, surcharge: 0 };
    expect(invoiceLines(billed, words, { gstBasisPoints: 1_500 })).toHaveLength(1);
  });

  it('is paid once nothing is left to pay', () => {
    expect(unpaidAmount({ status: 'issued', amount: 100, paidAmount: 40 })).toBe(60);
    expect(unpaidAmount({ status: 'paid', amount: 100, paidAmount: 100 })).toBe(0);
    expect(statusByPaid({ amount: 100, paidAmount: 40 })).toBe('issued');
    expect(statusByPaid({ amount: 100, paidAmount: 100 })).toBe('paid');
  });

  it.each(['draft', 'voided'] as const)('that is %s asks for nothing', (status) => {
    expect(unpaidAmount({ status, amount: 100, paidAmount: 0 })).toBe(0);
  });

  it('can be voided once, while nothing is paid on it', () => {
    const unpaid = { hasMoney: false };
    expect(decideVoidInvoice({ status: 'issued', paidAmount: 0 }, unpaid).ok).toBe(true);
    expect(decideVoidInvoice({ status: 'issued', paidAmount: 0 }, { hasMoney: true })).toMatchObject({
      code: 'still-due',
    });
    expect(decideVoidInvoice({ status: 'issued', paidAmount: 1 }, unpaid)).toMatchObject({ code: 'invoice-paid' });
    expect(decideVoidInvoice({ status: 'paid', paidAmount: 100 }, unpaid)).toMatchObject({ code: 'invoice-paid' });
    expect(decideVoidInvoice({ status: 'voided', paidAmount: 0 }, unpaid)).toMatchObject({ code: 'already-voided' });
  });
});
