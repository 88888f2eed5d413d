import { countries } from '@kerb/domain/countries/countries.ts';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { refundAdministrationFee } from '@kerb/domain/payments/payment-terms.ts';
import {
  decideRefundAmount,
  decideRefundable,
  keptFee,
  leftOfPayment,
  paidBack,
  type RefundedPayment,
  refundAmounts,
} from '@kerb/domain/payments/refunds.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const payment: RefundedPayment = {
  ...{ kind: 'upfront', status: 'approved', amount: 4_200_00, surcharge: 63_00, refunded: 0 },
  ...{ voidRequestedDate: null, isRefunding: false },
};
const code = (verdict: { ok: true } | { ok: false; code: string }) => (verdict.ok ? null : verdict.code);

describe('refunding a part of a payment', () => {
  // biome-ignore format: a table
  it.each([
    ['is possible',                                 {},                                                null              ],
    ['is possible again',                           { refunded: 4_262_99 },                            null              ],
    ['is refused once all of it was refunded',      { refunded: 4_263_00 },                            'already-refunded'],
    ['is refused for a repayment of a loan',        { kind: 'repayment' },                             'repayment'       ],
    ['is refused once it was voided',               { status: 'voided' },                              'already-voided'  ],
    ['is refused while it is pending',              { status: 'pending' },                             'payment-pending' ],
    ['is refused while all of it is refunded',      { voidRequestedDate: '2026-11-15T02:30:00.000Z' }, 'being-voided'    ],
    ['is refused while another part is refunded',   { isRefunding: true },                             'being-voided'    ],
  ] as const)('%s', (_what, more, expected) => {
    expect(code(decideRefundable({ ...payment, ...more }))).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    [100_00,   false, null                                                         ],
    [500_00,   false, null                                                         ],
    [500_01,   false, 'No more than $500 of this payment can be refunded.'],
    [0,        false, 'Enter an amount.'                                           ],
    [25_00,    true,  'Enter more than the fee of $25 that is kept.'            ],
    [25_01,    true,  null                                                         ],
    [25_00,    false, null                                                         ],
  ] as const)('of %d cents, the fee kept: %s, is refused under the amount: %s', (amount, keepsFee, words) => {
    const verdict = decideRefundAmount(refundAmounts(amount, keepsFee), 500_00, countries.AU);
    expect(verdict.ok ? null : verdict.because).toBe(words);
    expect(verdict.ok || verdict.validation?.amount?.[0]?.message === words).toBe(true);
  });

  it('is refused once its money was passed on or returned', () => {
    expect(code(decideRefundAmount(refundAmounts(1, false), 0, countries.AU))).toBe('nothing-refundable');
  });

  it('keeps 25 dollars if the fee is kept, and the payer gets the rest', () => {
    expect(refundAdministrationFee).toBe(25_00);
    expect(paidBack(refundAmounts(700_00, true))).toBe(675_00);
    expect(paidBack(refundAmounts(700_00, false))).toBe(700_00);
    expect(leftOfPayment({ ...payment, refunded: 700_00 })).toBe(3_563_00);
  });

  it.each(countryCodes)('has the GST of %s within the fee', (country) => {
    const { gstBasisPoints } = countries[country];
    expect(keptFee(0, { gstBasisPoints })).toBeNull();
    const { amount, income, tax } = keptFee(25_00, { gstBasisPoints }) ?? { amount: 0, income: 0, tax: 0 };
    expect([amount, income + tax]).toEqual([25_00, 25_00]);
    expect(Math.abs((tax * (10_000 + gstBasisPoints)) / gstBasisPoints - 25_00)).toBeLessThan(10);
  });

  it('several times never refunds more than was paid', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ amount: fc.nat(5_000_00), keepsFee: fc.boolean() })), (asked) => {
        let refunded = 0;
        for (const { amount, keepsFee } of asked) {
          const left = leftOfPayment({ ...payment, refunded });
          const amounts = refundAmounts(amount, keepsFee);
          const isAllowed =
            decideRefundable({ ...payment, refunded }).ok && decideRefundAmount(amounts, left, countries.NZ).ok;
          if (!isAllowed) continue;
          expect(paidBack(amounts)).toBeGreaterThan(0);
          refunded += amounts.amount;
        }
        expect(refunded).toBeLessThanOrEqual(4_263_00);
      }),
    );
  });
});
