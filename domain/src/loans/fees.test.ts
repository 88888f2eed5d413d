import { countries } from '@kerb/domain/countries/countries.ts';
import { estimatePayLater, type PayLaterTerms, securityRegistrationFee } from '@kerb/domain/loans/fees.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const termsOf = (code: 'AU' | 'NZ', change: Partial<PayLaterTerms> = {}): PayLaterTerms => ({
  budgetCents: 10_000_00,
  additionalCents: 0,
  caveatFeeCents: countries[code].securityRegistrationFeeCents,
  budgetOwnerFeeCents: 0,
  serviceFeeBasisPoints: countries[code].payLater.serviceFeeBasisPoints,
  interestRateBasisPoints: countries[code].payLater.interestRateBasisPoints,
  interestFreeDays: 0,
  days: countries[code].defaultCampaignPeriodDays,
  ...change,
});

describe('the estimate of a Pay Later loan', () => {
  // biome-ignore format: a table
  it.each<[string, 'AU' | 'NZ', Partial<PayLaterTerms>, number[], number, number | null]>([
    // why                        country  terms                                            budget      more      fee       caveat   owner   interest     total       compared
    ['the terms of AU',          'AU', {},                                               [10_000_00,        0, 550_00,   184_00,      0, 357_53], 11_091_53, 36_81],
    ['the terms of NZ',          'NZ', {},                                               [10_000_00,        0, 600_00,   120_00,      0, 393_29], 11_113_29, 40_28],
    ['more is financed',         'AU', { additionalCents: 2_000_00 },                    [10_000_00, 2_000_00, 660_00,   184_00,      0, 429_04], 13_273_04, 36_81],
    ['the owner has a fee',      'AU', { budgetOwnerFeeCents: 100_00 },                  [10_000_00,        0, 550_00,   184_00, 100_00, 357_53], 11_191_53, 40_86],
    ['no security registration', 'AU', { caveatFeeCents: 0 },                            [10_000_00,        0, 550_00,        0,      0, 357_53], 10_907_53, 36_81],
    ['30 days are free',         'AU', { interestFreeDays: 30 },                         [10_000_00,        0, 550_00,   184_00,      0, 238_36], 10_972_36, 36_81],
    ['all days are free',        'AU', { interestFreeDays: 90 },                         [10_000_00,        0, 550_00,   184_00,      0,      0], 10_734_00, 36_81],
    ['the longest loan',         'AU', { days: 180 },                                    [10_000_00,        0, 550_00,   184_00,      0, 715_07], 11_449_07, 36_81],
    ['repaid at once',           'AU', { days: 0 },                                      [10_000_00,        0, 550_00,   184_00,      0,      0], 10_734_00, 36_81],
    ['the fee is set by hand',   'AU', { serviceFeeCents: 300_00 },                      [10_000_00,        0, 300_00,   184_00,      0, 357_53], 10_841_53, 26_67],
    ['nothing is financed',      'AU', { budgetCents: 0 },                               [        0,        0,      0,   184_00,      0,      0],    184_00, null ],
  ])('%s', (_why, code, change, amounts, total, compared) => {
    const estimate = estimatePayLater(termsOf(code, change), countries[code]);
    expect(estimate.lines.map((line) => line.amountCents)).toEqual(amounts);
    expect(estimate.totalCents).toBe(total);
    expect(estimate.comparisonRateBasisPoints).toBe(compared);
  });

  // biome-ignore format: a table
  it.each([
    ['AU', null,            ['Campaign Budget', 'Additional Amount', 'Pay Later Fee',     'Security Registration Fee', 'Custom Fixed Fee', 'Estimated Interest']],
    ['NZ', 'Marketing Fee', ['Campaign Budget', 'Additional Amount', 'Establishment Fee', 'Security Registration Fee', 'Marketing Fee',    'Estimated Interest']],
  ] as const)("in %s has these labels if the owner's fee is called %j", (code, budgetOwnerFeeName, labels) => {
    const { lines } = estimatePayLater(termsOf(code, { budgetOwnerFeeName }), countries[code]);
    expect(lines.map((line) => line.label)).toEqual(labels);
    expect(lines.map((line) => line.key)).toEqual(['budget', 'additional', 'serviceFee', 'caveatFee', 'budgetOwnerFee', 'interest']);
  });

  const anyTerms = fc.record({
    budgetCents: fc.nat(100_000_000_00),
    additionalCents: fc.nat(100_000_000_00),
    caveatFeeCents: fc.nat(1_000_00),
    budgetOwnerFeeCents: fc.nat(10_000_00),
    serviceFeeBasisPoints: fc.nat(10_000),
    interestRateBasisPoints: fc.nat(10_000),
    interestFreeDays: fc.nat(365),
    days: fc.nat(365),
  });
  const estimate = (terms: PayLaterTerms) => estimatePayLater(terms, countries.AU);

  it('adds up to whole cents, none of them negative', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { lines, totalCents, financedCents } = estimate(terms);
        expect(lines.every(({ amountCents }) => Number.isSafeInteger(amountCents) && amountCents >= 0)).toBe(true);
        expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(totalCents);
        expect(totalCents).toBeGreaterThanOrEqual(financedCents);
      }),
    );
  });

  it('never falls with one more day, cent or basis point, and never rises with one more free day', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { totalCents } = estimate(terms);
        for (const name of Object.keys(terms) as (keyof typeof terms)[]) {
          const more = estimate({ ...terms, [name]: terms[name] + 1 }).totalCents;
          if (name === 'interestFreeDays') expect(more).toBeLessThanOrEqual(totalCents);
          else expect(more).toBeGreaterThanOrEqual(totalCents);
        }
      }),
    );
  });

  it('charges no interest on fees', () => {
    const interestOf = (terms: PayLaterTerms) =>
      estimate(terms).lines.find(({ key }) => key === 'interest')?.amountCents;
    fc.assert(
      fc.property(anyTerms, fc.nat(100_000), (terms, fee) => {
        const dearer = { ...terms, caveatFeeCents: fee, budgetOwnerFeeCents: fee, serviceFeeBasisPoints: fee };
        expect(interestOf(dearer)).toBe(interestOf(terms));
      }),
    );
  });

  it.each(Object.keys(termsOf('AU')))('refuses a negative %s', (name) => {
    expect(() => estimatePayLater({ ...termsOf('AU'), [name]: -1 }, countries.AU)).toThrow(RangeError);
  });
});

describe('the security registration fee', () => {
  // biome-ignore format: a table
  it.each([
    ['AU', 'example-agency',   [],               184_00],
    ['NZ', 'example-agency',   [],               120_00],
    ['AU', 'example-agency',   ['example'],      0],
    ['AU', 'Example-Agency',   ['EXAMPLE'],      0],
    ['AU', 'other',            ['example', 'x'], 184_00],
    ['AU', 'other',            [''],             184_00],
    ['AU', null,               ['example'],      184_00],
  ] as const)('in %s for %j if %j are exempt is %i', (code, identifier, exemptNames, expected) => {
    expect(securityRegistrationFee(identifier, exemptNames, countries[code])).toBe(expected);
  });
});
