import {
  comparisonText,
  type FundedMonth,
  lastYearText,
  monthText,
  shortMoneyText,
  topOf,
} from '@kerb/web/features/dashboard/funded-figures.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const month = (total: number, lastYearTotal: number, name = '2026-11'): FundedMonth => ({
  month: name,
  total,
  lastYearTotal,
});
const lastYear = { label: 'FY25/26', total: 300_000, totalToDate: 100_000, campaigns: 1 };

describe('the funded figures', () => {
  // biome-ignore format: a table
  it.each([
    [month(420_050, 320_000),        'November 2026: $4,200.50; November 2025: $3,200'   ],
    [month(0, 0, '2026-07'),         'July 2026: $0; July 2025: $0'                      ],
    [month(0, 320_000, '2027-01'),   'January 2027: yet to come; January 2026: $3,200'   ],
    [month(0, 1_00, '2026-12'),      'December 2026: yet to come; December 2025: $1'     ],
  ])('describe %o as: %s', (item, text) => expect(monthText(item, '2026-11-15')).toBe(text));

  // biome-ignore format: a table
  it.each([
    [126_000, '26% more than FY25/26 to the same date'    ],
    [ 74_000, '26% less than FY25/26 to the same date'    ],
    [1_100_000, 'Over ten times FY25/26 to the same date' ],
    [100_400, 'About the same as FY25/26 to the same date'],
    [      0, '100% less than FY25/26 to the same date'   ],
  ])('compare %i cents as: %s', (total, text) => expect(comparisonText({ total, lastYear })).toBe(text));

  it('have no comparison if last year is zero', () => {
    expect(comparisonText({ total: 5, lastYear: { ...lastYear, totalToDate: 0 } })).toBeNull();
  });

  it('show last year to the same date and in total', () => {
    expect(lastYearText({ lastYear })).toBe('FY25/26: $1,000 to the same date, $3,000 in all, 1 campaign');
  });

  // biome-ignore format: a table
  it.each([
    [        0,          0],
    [        1,          1],
    [  100_000,    100_000],
    [  100_001,    200_000],
    [  430_000,    500_000],
    [  510_000,  1_000_000],
    [9_900_000, 10_000_000],
  ])('with a maximum of %i have the axis top %i', (most, top) => {
    expect(topOf([month(0, 0), month(most, 0)])).toBe(top);
    expect(topOf([month(0, most), month(0, 0)])).toBe(top);
  });

  it('abbreviate the axis top', () => {
    expect([shortMoneyText(5_000_000), shortMoneyText(250_000_000)]).toEqual(['$50K', '$2.5M']);
  });
});
