import { countries } from '@kerb/domain/countries/countries.ts';
import {
  decideSaleDetails,
  decideSaleOf,
  priceFromTyped,
  pricesAreCrossed,
  requiredSaleFields,
  type SaleDetails,
  shownSaleFields,
} from '@kerb/domain/properties/sale-details.ts';
import { describe, expect, it } from 'vitest';

const none: SaleDetails = {
  natureOfOwnership: null,
  methodOfSale: null,
  auctionDate: null,
  sellingPriceMin: null,
  sellingPriceMax: null,
  soldPrice: null,
};
const full: SaleDetails = {
  ...none,
  natureOfOwnership: 'investment',
  methodOfSale: 'auction',
  auctionDate: '2026-12-12',
  sellingPriceMin: 800_000_00,
  sellingPriceMax: 900_000_00,
};
const supplier = { country: countries.AU, isAgency: false, purpose: 'marketing' } as const;
const agency = { ...supplier, isAgency: true };
const deposit = { ...agency, purpose: 'deposit' } as const;

describe('a typed price', () => {
  // biome-ignore format: a table
  it.each([
    ['1.25',      1_250_000  ],
    ['99.99',     99_990_000 ],
    ['100',       100_000    ],
    ['850',       850_000    ],
    ['999.99',    999_990    ],
    ['1000',      1_000      ],
    ['1,250,000', 1_250_000  ],
    ['$850,000',  850_000    ],
    ['0',         0          ],
  ])('%s means %d', (typed, dollars) => {
    expect(priceFromTyped(typed)).toBe(dollars * 100);
  });

  it.each(['', 'abc', '-5', '1.234', '999999999999'])('is null for %j', (typed) => {
    expect(priceFromTyped(typed)).toBeNull();
  });
});

describe('the sale details of a form', () => {
  it('are those of a sale, with a date for an auction', () => {
    const usual = ['natureOfOwnership', 'methodOfSale', 'sellingPriceMin', 'sellingPriceMax'];
    expect(shownSaleFields(agency, null)).toEqual(usual);
    expect(shownSaleFields(agency, 'auction')).toEqual([...usual.slice(0, 2), 'auctionDate', ...usual.slice(2)]);
    expect(shownSaleFields(deposit, null)).toEqual(['soldPrice']);
  });

  it('are required for agencies; while a property is added, all but the method of sale', () => {
    expect(requiredSaleFields(agency, 'auction')).toEqual(shownSaleFields(agency, 'auction'));
    expect(requiredSaleFields({ ...agency, isAdding: true }, null)).not.toContain('methodOfSale');
    expect(requiredSaleFields(supplier, 'auction')).toEqual([]);
    expect(requiredSaleFields(deposit, null)).toEqual([]);
  });
});

describe('a change of the sale details', () => {
  const errorsOf = (...args: Parameters<typeof decideSaleDetails>) => {
    const decision = decideSaleDetails(...args);
    return decision.ok ? {} : (decision.validation ?? {});
  };

  it('contains only what differs', () => {
    expect(decideSaleDetails(full, { ...full, sellingPriceMax: 950_000_00 }, agency)).toEqual({
      ok: true,
      value: { sellingPriceMax: 950_000_00 },
    });
  });

  it('never lets the high price be lower than the low one', () => {
    expect(errorsOf(full, { sellingPriceMax: 799_999_99 }, supplier).sellingPriceMax?.[0]?.message).toBe(
      'Search Price High should be higher than Search Price Low.',
    );
    expect(errorsOf(full, { sellingPriceMin: 900_000_01 }, supplier).sellingPriceMax?.[0]?.message).toBe(
      pricesAreCrossed,
    );
    expect(errorsOf(full, { sellingPriceMax: 800_000_00 }, supplier)).toEqual({});
  });

  it('clears the auction date with the auction', () => {
    const moved = decideSaleDetails(full, { methodOfSale: 'private-treaty' }, agency);
    expect(moved).toEqual({ ok: true, value: { methodOfSale: 'private-treaty', auctionDate: null } });
    const dated = { methodOfSale: 'eoi', auctionDate: '2026-12-13' } as const;
    expect(decideSaleDetails(none, dated, supplier)).toEqual({ ok: true, value: { methodOfSale: 'eoi' } });
  });

  it.each([
    ['AU', 'negotiation'],
    ['NZ', 'private-treaty'],
  ] as const)('in %s refuses %s', (code, methodOfSale) => {
    const there = { ...supplier, country: countries[code] };
    expect(errorsOf(none, { methodOfSale }, there).methodOfSale?.[0]?.type).toBe('notValid');
  });

  // biome-ignore format: a table
  it.each<[Partial<SaleDetails>]>([
    [{ methodOfSale: 'eoi' }],
    [{ natureOfOwnership: 'investment' }],
    [{ sellingPriceMin: 800_000_00 }],
    [{ sellingPriceMax: 900_000_00 }],
    [{ soldPrice: 850_000_00 }],
    [{ methodOfSale: 'auction', auctionDate: '2026-12-12' }],
  ])('of a single detail may be saved although others are missing: %j', (change) => {
    expect(decideSaleDetails(none, change, agency)).toEqual({ ok: true, value: change });
  });

  it('needs a date for an auction, and takes no required detail away', () => {
    expect(Object.keys(errorsOf(none, { methodOfSale: 'auction' }, agency))).toEqual(['auctionDate']);
    const dated = { ...none, auctionDate: '2026-12-12' };
    expect(errorsOf({ ...dated, methodOfSale: 'auction' }, { auctionDate: null }, agency)).toHaveProperty(
      'auctionDate',
    );
    expect(errorsOf({ ...none, sellingPriceMin: 1_00 }, { sellingPriceMin: null }, agency)).toHaveProperty(
      'sellingPriceMin',
    );
  });

  it('requires everything of an agency in its form, and nothing of a supplier', () => {
    const form = { ...agency, isWholeForm: true };
    expect(Object.keys(errorsOf(none, { methodOfSale: 'auction' }, form)).sort()).toEqual([
      'auctionDate',
      'natureOfOwnership',
      'sellingPriceMax',
      'sellingPriceMin',
    ]);
    expect(errorsOf(none, { methodOfSale: 'auction' }, supplier)).toEqual({});
    expect(errorsOf(full, { natureOfOwnership: null }, agency).natureOfOwnership?.[0]?.type).toBe('missing');
  });

  it('of a deposit only contains the sold price', () => {
    expect(decideSaleDetails(none, { soldPrice: 1_000_000_00 }, { ...deposit, isAdding: true }).ok).toBe(true);
    expect(errorsOf(none, { sellingPriceMin: 1 }, deposit).sellingPriceMin?.[0]?.type).toBe('notValid');
  });

  it('requires all of them if a property is added without any', () => {
    expect(errorsOf(none, {}, { ...agency, isAdding: true })).toHaveProperty('sellingPriceMin');
    expect(decideSaleDetails(none, {}, agency)).toEqual({ ok: true, value: {} });
  });

  it('is saved with other changes of the campaign', () => {
    const campaign = { ...full, campaignBudgetFundsPurpose: 'marketing', tenantType: 'agency' } as const;
    const changes = { campaignNotes: 'Moved', methodOfSale: 'other' } as const;
    expect(decideSaleOf(campaign, changes, countries.AU)).toEqual({
      ok: true,
      value: { ...changes, auctionDate: null },
    });
    expect(decideSaleOf({ ...campaign, ...none }, { campaignNotes: 'x' }, countries.AU).ok).toBe(true);
  });
});
