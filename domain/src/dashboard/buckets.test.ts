import { countries } from '@kerb/domain/countries/countries.ts';
import { ageLabels, ageOf, dashboardBuckets, financialYear, fundedStatuses } from '@kerb/domain/dashboard/buckets.ts';
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

    it("look at their own date and at no other's", () => {
      const others = { sentDate: now, statusLastUpdate: now, applicationApprovedDate: now, [bucket.since]: null };
      expect(ageOf(bucket, others, now)).toBe('red');
    });
  });

  it('say how old each colour is', () => {
    expect(ageLabels).toEqual({ green: 'Under 4 days', yellow: '4 to 7 days', red: 'Over 7 days' });
  });
});

describe('what has been funded', () => {
  it('is what has gone live, whatever became of the sale', () => {
    expect(fundedStatuses).toEqual(['executed', 'withdrawn', 'waiting-settlement', 'complete']);
  });

  // biome-ignore format: a table
  it.each([
    ['AU', '2026-06-30', 'FY25/26', '2025-07-01', '2026-07-01'],
    ['AU', '2026-07-01', 'FY26/27', '2026-07-01', '2027-07-01'],
    ['AU', '2026-12-31', 'FY26/27', '2026-07-01', '2027-07-01'],
    ['NZ', '2026-03-31', 'FY25/26', '2025-04-01', '2026-04-01'],
    ['NZ', '2026-04-01', 'FY26/27', '2026-04-01', '2027-04-01'],
    ['NZ', '2100-01-01', 'FY99/00', '2099-04-01', '2100-04-01'],
  ] as const)('in %s on %s is counted over %s', (country, today, label, from, until) => {
    expect(financialYear(countries[country].financialYearStartMonth, today)).toEqual({ label, from, until });
  });
});
