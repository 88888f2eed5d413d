import type { Cents } from '@kerb/domain/kernel/money.ts';

/** What is owed, as a share of what the sale leaves after the mortgage. `below` is in per cent; the last has no end. */
// biome-ignore format: a table
export const lvrBands = {
  'under-1': { label: 'Under 1%',                    below: 1    },
  'to-2':    { label: '1% to 2%',                    below: 2    },
  'to-3':    { label: '2% to 3%',                    below: 3    },
  'to-5':    { label: '3% to 5%',                    below: 5    },
  'over-5':  { label: '5% or more, or nothing left', below: null },
} as const satisfies Record<string, { label: string; below: number | null }>;

export const knownLvrNames = Object.keys(lvrBands) as [keyof typeof lvrBands, ...(keyof typeof lvrBands)[]];
export const lvrNames = [...knownLvrNames, 'unknown'] as const;
export type LvrName = (typeof lvrNames)[number];
export const lvrLabel = (name: LvrName): string => (name === 'unknown' ? 'Price not known' : lvrBands[name].label);

type Valued = {
  owed: Cents;
  soldPrice: Cents | null;
  sellingPriceMin: Cents | null;
  /** Null if nobody has entered it. It then counts as none. */
  mortgageBalance: Cents | null;
};

/** The band of a loan. The price of the sale counts before the lower expected price. */
export function lvrOf({ owed, soldPrice, sellingPriceMin, mortgageBalance }: Valued): LvrName {
  const price = soldPrice || sellingPriceMin;
  if (!price) return 'unknown';
  const left = BigInt(price) - BigInt(mortgageBalance ?? 0);
  if (left <= 0n) return 'over-5';
  const band = knownLvrNames.find((name) => {
    const { below } = lvrBands[name];
    return below === null || BigInt(owed) * 100n < BigInt(below) * left;
  });
  return band ?? 'over-5';
}
