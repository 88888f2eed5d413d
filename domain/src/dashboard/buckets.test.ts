import { ageLabels, ageOf, dashboardBuckets, dashboardLines, isIn } from '@kerb/domain/dashboard/buckets.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const noDates = { sentDate: null, statusLastUpdate: null, applicationApprovedDate: null };

describe('the bars of the dashboard', () => {
  it('are these, each ageing from its own date', () => {
    expect(dashboardBuckets).toEqual([
      { label: 'Sent', status: 'waiting-invite', since: 'sentDate' },
      { label: 'Waiting Info', status: 'waiting-info', since: 'statusLastUpdate' },
      { label: 'Awaiting Signature', status: 'approved', since: 'applicationApprovedDate' },
    ]);
  });

  it('leave approved campaigns of Pay Upfront to two lines: paid ones wait for us, others for money', () => {
    for (const status of agreementStatuses) {
      for (const financeOptionCode of [...financeOptionCodes, null]) {
        for (const paymentState of paymentStates) {
          const row = { status, financeOptionCode, paymentState };
          const bars = dashboardBuckets.filter((bucket) => isIn(bucket, row));
          const lines = dashboardLines.filter(({ holds }) => holds(row)).map(({ name }) => name);
          const isUpfront = status === 'approved' && financeOptionCode === 'pn';
          const line = paymentState === 'paid' ? 'paid' : 'unpaid';
          expect(lines).toEqual(isUpfront ? [line] : []);
          expect(bars).toEqual(isUpfront ? [] : dashboardBuckets.filter((bucket) => bucket.status === status));
        }
      }
    }
  });

  const now = '2026-11-15T02:00:00.000Z';
  // biome-ignore format: a table
  const aged = [
    ['just now',                        '2026-11-15T02:00:00.000Z', 'green' ],
    ['3 days',                          '2026-11-12T02:00:00.000Z', 'green' ],
    ['a moment short of 4 days',        '2026-11-11T02:00:00.001Z', 'green' ],
    ['4 days',                          '2026-11-11T02:00:00.000Z', 'yellow'],
    ['7 days',                          '2026-11-08T02:00:00.000Z', 'yellow'],
    ['a moment short of 8 days',        '2026-11-07T02:00:00.001Z', 'yellow'],
    ['8 days',                          '2026-11-07T02:00:00.000Z', 'red'   ],
    ['a year',                          '2025-11-15T02:00:00.000Z', 'red'   ],
    ['a moment from now, clocks apart', '2026-11-15T02:00:01.000Z', 'green' ],
    ['no date',                         null,                       'red'   ],
  ] as const;
  describe.each(dashboardBuckets)('for $label', (bucket) => {
    it.each(aged)('age by %s', (_age, since, expected) => {
      expect(ageOf(bucket, { ...noDates, [bucket.since]: since }, now)).toBe(expected);
    });

    it('use only their own date', () => {
      const others = { sentDate: now, statusLastUpdate: now, applicationApprovedDate: now, [bucket.since]: null };
      expect(ageOf(bucket, others, now)).toBe('red');
    });
  });

  it('say how old each colour is', () => {
    expect(ageLabels).toEqual({ green: 'Under 4 days', yellow: '4 to 7 days', red: 'Over 7 days' });
  });
});
