import { gstReportOf, gstSectionNames } from '@kerb/domain/books/gst.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { describe, expect, it } from 'vitest';

const services = { section: 'services', net: 1_000_00, tax: 100_00, lines: 2 } as const;

describe('a GST report', () => {
  it('adds up taxable sales with their GST, and other sales apart', () => {
    const interest = { section: 'interest', net: 55_00, tax: 0, lines: 9 } as const;
    const fees = { section: 'loan-fees', net: 200_00, tax: 20_00, lines: 1 } as const;
    const report = gstReportOf([services, interest, fees], 1_000);
    expect(report).toMatchObject({ taxableSales: 1_320_00, otherSales: 55_00, tax: 120_00, atRate: 120_00 });
    expect(report.sections.map(({ section }) => section)).toEqual(gstSectionNames);
  });

  it.each(Object.values(countries))('of $name compares with the rate of the country', ({ gstBasisPoints }) => {
    const tax = (1_000_00 * gstBasisPoints) / 10_000;
    expect(gstReportOf([{ ...services, tax }], gstBasisPoints)).toMatchObject({ tax, atRate: tax });
  });

  it('may be negative, when more was reversed than sold', () => {
    const report = gstReportOf([{ ...services, net: -10_00, tax: -1_00 }], 1_000);
    expect(report).toMatchObject({ taxableSales: -11_00, tax: -1_00 });
  });
});
