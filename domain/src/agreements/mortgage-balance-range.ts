import { must } from '@kerb/domain/kernel/must.ts';
import { mortgageBalanceRangeLabels, mortgageBalanceRanges } from '@kerb/domain/vocabulary/value-lists.ts';
import * as z from 'zod/mini';

/** Accepts both spellings, `lt90` and `75-90`; stores and sends the first. */
export const mortgageBalanceRange = z.codec(
  z.enum([...mortgageBalanceRanges, ...Object.values(mortgageBalanceRangeLabels)]),
  z.enum(mortgageBalanceRanges),
  {
    decode: (sent) =>
      must(
        mortgageBalanceRanges.find((kept) => kept === sent || mortgageBalanceRangeLabels[kept] === sent),
        'range of that name',
      ),
    encode: (kept) => kept,
  },
);
