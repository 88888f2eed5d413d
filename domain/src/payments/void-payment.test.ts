import { decideVoidPayment } from '@kerb/domain/payments/void-payment.ts';
import { describe, expect, it } from 'vitest';

describe('voiding a payment', () => {
  const payment = { status: 'approved', kind: 'upfront', voidRequestedDate: null } as const;
  const kept = { campaignAgencySettlementCreated: null, campaignAgencySettlementDate: null };
  const underWay = { ...kept, campaignAgencySettlementCreated: '2026-11-14' };
  const transferred = { ...underWay, campaignAgencySettlementDate: '2026-11-15' };

  // biome-ignore format: a table
  it.each([
    ['is possible while the money is kept',               {},                                                  kept,        null                ],
    ['is refused if it was voided before',                { status: 'voided' },                                kept,        'already-voided'    ],
    ['is refused while it is pending',                    { status: 'pending' },                               kept,        'payment-pending'   ],
    ['is refused while a refund is pending',              { voidRequestedDate: '2026-11-15T02:30:00.000Z' },   kept,        'being-voided'      ],
    ['is refused once the organisation has the money',    {},                                                  transferred, 'funds-transferred' ],
    ['is refused while a batch pays it',                  {},                                                  underWay,    'funds-under-way'   ],
    ['is possible for a fee, which no organisation gets', { kind: 'service-fee' },                      transferred, null                ],
  ] as const)('%s', (_what, more, campaign, code) => {
    const verdict = decideVoidPayment({ ...payment, ...more }, campaign, { hasReturned: false });
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });

  it('is refused once held money was returned to the payer', () => {
    expect(decideVoidPayment(payment, kept, { hasReturned: true })).toMatchObject({ code: 'money-returned' });
  });
});
