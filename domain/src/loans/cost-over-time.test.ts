import { countries } from '@kerb/domain/countries/countries.ts';
import { totalsOverTime } from '@kerb/domain/loans/cost-over-time.ts';
import { describe, expect, it } from 'vitest';

const terms = {
  ...{ budgetCents: 10_000_00, additionalCents: 0, caveatFeeCents: 0, budgetOwnerFeeCents: 0 },
  ...{ serviceFeeBasisPoints: 5_50, interestRateBasisPoints: 14_50, interestFreeDays: 0 },
};

describe.each(Object.values(countries))('the cost over time in $code', (country) => {
  it('goes from the start to the longest loan in steps, and never falls', () => {
    const points = totalsOverTime(terms, country);
    expect([points[0]?.day, points.at(-1)?.day]).toEqual([0, country.longestLoanDays]);
    const totals = points.map(({ totalCents }) => totalCents);
    expect(totals).toEqual(totals.toSorted((one, other) => one - other));
  });

  it('has a point on the day that interest starts', () => {
    const points = totalsOverTime({ ...terms, interestFreeDays: 22 }, country);
    expect(points.filter(({ totalCents }) => totalCents === 10_550_00).map(({ day }) => day)).toEqual([0, 15, 22]);
    expect(totalsOverTime({ ...terms, interestFreeDays: 365 }, country).some(({ day }) => day === 365)).toBe(false);
  });
});
