import { decideVoidPayment } from '@kerb/domain/payments/void-payment.ts';
import { describe, expect, it } from 'vitest';

describe('voiding a payment', () => {
  const payment = { status: 'approved', voidRequestedDate: null, refunded: 0 } as const;

  // biome-ignore format: a table
  it.each([
    ['is possible once',                                  {},                                                  false, null             ],
    ['is refused if it was voided before',                { status: 'voided' },                                false, 'already-voided' ],
    ['is refused while it is pending',                    { status: 'pending' },                               false, 'payment-pending'],
    ['is refused once a part was refunded',               { refunded: 1 },                                     false, 'refunded-in-part'],
    ['is refused while a refund is pending',              { voidRequestedDate: '2026-11-15T02:30:00.000Z' },   false, 'being-voided'   ],
    ['is refused once money was returned to the payer',   {},                                                  true,  'money-returned' ],
  ] as const)('%s', (_what, more, hasReturned, code) => {
    const verdict = decideVoidPayment({ ...payment, ...more }, { hasReturned });
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });
});
