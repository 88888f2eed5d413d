import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { commonSurcharge, surchargeOf, surchargeRate, surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import { type CardFunding, cardFundings, cardSchemes, cardWallets } from '@kerb/domain/vocabulary/card-schemes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const today = '2026-11-15';

/** In the order of the fundings: credit, debit, prepaid, unknown. */
// biome-ignore format: a table
const expected = {
  AU: {
    visa:       [150, 80,  80,  80 ],
    mastercard: [150, 80,  80,  80 ],
    unionpay:   [250, 250, 250, 250],
    amex:       [250, 250, 250, 250],
    jcb:        [250, 250, 250, 250],
    other:      [0,   0,   0,   0  ],
  },
  NZ: {
    visa:       [290, 290, 290, 290],
    mastercard: [290, 290, 290, 290],
    unionpay:   [290, 290, 290, 290],
    amex:       [290, 290, 290, 290],
    jcb:        [290, 290, 290, 290],
    other:      [0,   0,   0,   0  ],
  },
};

describe.each(['AU', 'NZ'] as const)('the surcharge in %s', (code) => {
  it.each(cardSchemes)('of a card by %s follows the table, for every funding', (scheme) => {
    const rates = cardFundings.map((funding) =>
      surchargeRate(countries[code], today, { scheme, funding, wallet: null }),
    );
    expect(rates).toEqual(expected[code][scheme]);
  });

  it.each(cardWallets)('of a card in %s is the lowest of the table, whichever card it is', (wallet) => {
    const rates = cardSchemes.flatMap((scheme) =>
      cardFundings.map((funding) => surchargeRate(countries[code], today, { scheme, funding, wallet })),
    );
    expect(new Set(rates)).toEqual(new Set([{ AU: 80, NZ: 290 }[code]]));
    expect(surchargeRate({ surcharges: [] }, today, { scheme: 'visa', funding: 'debit', wallet })).toBe(0);
  });

  it('has exactly one row for each card', () => {
    const rows = surchargesOn(countries[code], today);
    for (const scheme of cardSchemes) {
      for (const funding of cardFundings) {
        const naming = rows.filter((row) => row.schemes.includes(scheme) && row.fundings.includes(funding));
        expect(naming.length).toBeLessThanOrEqual(1);
      }
    }
  });
});

it('every card has the same surcharge in New Zealand, and not in Australia', () => {
  expect(commonSurcharge(surchargesOn(newZealand, today))).toMatchObject({ basisPoints: 290 });
  expect(commonSurcharge(surchargesOn(australia, today))).toBeNull();
  const [first] = surchargesOn(newZealand, today);
  expect(commonSurcharge([{ ...first!, schemes: ['visa'] }])).toBeNull();
  expect(commonSurcharge([])).toBeNull();
});

it('a surcharge in several rows is that of every card if the rows together name every card', () => {
  const [first] = surchargesOn(newZealand, today);
  const known = cardSchemes.filter((scheme) => scheme !== 'other');
  const row = (fundings: readonly CardFunding[]) => ({ ...first!, schemes: known, fundings });
  const [one, ...others] = cardFundings;
  expect(commonSurcharge([row([one!]), row(others)])).toMatchObject({ basisPoints: 290 });
  expect(commonSurcharge([row(others)])).toBeNull();
});

describe('a surcharge', () => {
  const earlier = { from: '2020-01-01', rows: [] };
  const later = { from: '2027-01-01', rows: australia.surcharges[0]!.rows };

  it("applies from its table's day on, whatever the order of the tables", () => {
    const country = { surcharges: [later, earlier] };
    expect(surchargesOn(country, '2026-12-31')).toEqual([]);
    expect(surchargesOn(country, '2027-01-01')).toBe(later.rows);
    expect(surchargesOn(country, '2019-12-31')).toEqual([]);
  });

  // biome-ignore format: a table
  it.each([
    [4_200_00,  150, 63_00],
    [4_200_00,  290, 121_80],
    [1,         150, 0],
    [33,        150, 0],
    [34,        150, 1],
    [100,       50,  1],
    [99,        50,  0],
    [33_33,     80,  27],
  ])('on %i cents at %i basis points is %i cents, rounded half up', (amount, rate, surcharge) => {
    expect(surchargeOf(amount, rate)).toBe(surcharge);
  });

  it('is never more than half a cent from the exact figure', () => {
    const rate = fc.constantFrom(
      ...[...australia.surcharges, ...newZealand.surcharges].flatMap(({ rows }) => rows.map((row) => row.basisPoints)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), rate, (amount, basisPoints) => {
        const distance = BigInt(surchargeOf(amount, basisPoints)) * 10_000n - BigInt(amount) * BigInt(basisPoints);
        expect(distance <= 5_000n && distance > -5_000n).toBe(true);
      }),
    );
  });
});
