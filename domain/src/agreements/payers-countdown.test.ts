import { payersCountdown } from '@kerb/domain/agreements/payers-countdown.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const today = '2026-11-15';
const submitted = '2026-11-05T03:00:00.000Z';

describe('what a payer reads about days', () => {
  // biome-ignore format: a table
  it.each([
    ['2026-12-15', 'Settles in 30 days'],
    ['2026-11-16', 'Settles in 1 day'  ],
    ['2026-11-15', 'Settles today'     ],
    ['2026-11-10', undefined           ],
    [null,         undefined           ],
  ])('with a settlement on %s is %s', (propertySettlementDate, text) => {
    const campaign = { status: 'executed', propertySettlementDate, applicationSubmitDate: submitted } as const;
    expect(payersCountdown(campaign, today)?.text).toBe(text);
  });

  it('never counts how long we have had the application', () => {
    const said = agreementStatuses.map((status) =>
      payersCountdown({ status, propertySettlementDate: null, applicationSubmitDate: submitted }, today),
    );
    expect(new Set(said)).toEqual(new Set([null]));
  });
});
