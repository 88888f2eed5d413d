import { countries } from '@kerb/domain/countries/countries.ts';
import { financialYear, fundedAnswer, fundedStatuses, fundedYears } from '@kerb/domain/dashboard/funded.ts';
import { daysBetween } from '@kerb/domain/kernel/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const startMonth = (country: keyof typeof countries) => countries[country].financialYearStartMonth;

describe('what has been funded', () => {
  it('counts what has gone live, whatever happened to the sale', () => {
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
    expect(financialYear(startMonth(country), today)).toEqual({ label, from, until });
  });

  // biome-ignore format: a table
  it.each([
    ['AU', '2026-11-15', 'FY25/26', '2025-11-15'],
    ['AU', '2026-07-01', 'FY25/26', '2025-07-01'],
    ['AU', '2027-06-30', 'FY25/26', '2026-06-30'],
    ['AU', '2028-02-29', 'FY26/27', '2027-02-28'],
    ['NZ', '2029-02-28', 'FY27/28', '2028-02-28'],
    ['NZ', '2026-03-31', 'FY24/25', '2025-03-31'],
  ] as const)('in %s on %s is compared with %s, to date with %s', (country, today, label, sameDay) => {
    const { lastYear, sameDayLastYear } = fundedYears(startMonth(country), today);
    expect([lastYear.label, sameDayLastYear]).toEqual([label, sameDay]);
  });

  it('is compared with the year that ends where this one begins, on any day', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(4, 7), (date, month) => {
        const { today, year, lastYear, sameDayLastYear } = fundedYears(month, date.toISOString().slice(0, 10));
        expect(lastYear.until).toBe(year.from);
        expect(year.from <= today && today < year.until).toBe(true);
        expect(lastYear.from <= sameDayLastYear && sameDayLastYear < lastYear.until).toBe(true);
        expect([365, 366]).toContain(daysBetween(lastYear.from, lastYear.until));
      }),
    );
  });
});

describe('the answer', () => {
  const years = fundedYears(startMonth('AU'), '2026-11-15');
  const rows = [
    { month: '2025-07', cents: 100, centsToDate: 100, campaigns: 1 },
    { month: '2025-11', cents: 50, centsToDate: 20, campaigns: 2 },
    { month: '2026-06', cents: 7, centsToDate: 0, campaigns: 1 },
    { month: '2026-07', cents: 1000, centsToDate: 0, campaigns: 3 },
    { month: '2026-11', cents: 500, centsToDate: 0, campaigns: 1 },
  ];

  it('adds up each year, and last year also up to the same day', () => {
    expect(fundedAnswer(years, rows)).toMatchObject({
      label: 'FY26/27',
      total: 1500,
      campaigns: 4,
      asOf: '2026-11-15',
      lastYear: { label: 'FY25/26', total: 157, totalToDate: 120, campaigns: 4 },
    });
  });

  it('has the twelve months of the year in order, each beside the same month of last year', () => {
    const { months } = fundedAnswer(years, rows);
    expect(months.map(({ month }) => month)).toEqual([
      ...['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'],
      ...['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06'],
    ]);
    expect(months[0]).toEqual({ month: '2026-07', total: 1000, lastYearTotal: 100 });
    expect(months[4]).toEqual({ month: '2026-11', total: 500, lastYearTotal: 50 });
    expect(months[11]).toEqual({ month: '2027-06', total: 0, lastYearTotal: 7 });
    expect(months[1]).toEqual({ month: '2026-08', total: 0, lastYearTotal: 0 });
  });
});
