import { type Cents, divideRounded, largestAmountCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { refuseNegative } from '@kerb/domain/loans/interest.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { MortgageBalanceRange } from '@kerb/domain/vocabulary/value-lists.ts';

export type ExpectedPrices = { sellingPriceMin: Cents | null; sellingPriceMax: Cents | null };

/** Twice the midpoint, which is always whole, so that a comparison never rounds. Null if no price is known. */
function twiceMidpoint({ sellingPriceMin, sellingPriceMax }: ExpectedPrices): bigint | null {
  if (!sellingPriceMin) return null;
  return BigInt(sellingPriceMin) + BigInt(sellingPriceMax || sellingPriceMin);
}

/** The property's assumed value: the average of the two search prices, or the lower one alone. */
export function valuationMidpoint(prices: ExpectedPrices): Cents | null {
  const twice = twiceMidpoint(prices);
  return twice === null ? null : Number(divideRounded(twice, 2n));
}

/**
 * An amount's share of the valuation in basis points, for display; rules compare exactly instead. The share of a
 * mistyped price is limited, because a number would lose digits beyond.
 */
export function shareOfValuation(amountCents: Cents, prices: ExpectedPrices): number | null {
  refuseNegative({ amountCents });
  const twice = twiceMidpoint(prices);
  if (twice === null) return null;
  return Math.min(Number(divideRounded(BigInt(amountCents) * 20_000n, twice)), largestAmountCents);
}

const isBelow = (amountCents: Cents, perCent: number, twice: bigint): boolean =>
  BigInt(amountCents) * 200n < BigInt(perCent) * twice;

type LoanToValue = { range: MortgageBalanceRange; belowPerCent: number | null; tone: Tone };

/** The ranges of the mortgage as a share of the valuation, in ascending order. */
// biome-ignore format: a table
const loanToValueRanges: readonly LoanToValue[] = [
  { range: 'lt75', belowPerCent: 75,   tone: 'success'   },
  { range: 'lt90', belowPerCent: 90,   tone: 'attention' },
  { range: 'gt90', belowPerCent: null, tone: 'danger'    },
];

/** The range of the mortgage against the valuation, and its colour. */
export function loanToValueRange(
  mortgageCents: Cents,
  prices: ExpectedPrices,
): Pick<LoanToValue, 'range' | 'tone'> | null {
  refuseNegative({ mortgageCents });
  const twice = twiceMidpoint(prices);
  if (twice === null) return null;
  const range = loanToValueRanges.find(
    ({ belowPerCent }) => belowPerCent === null || isBelow(mortgageCents, belowPerCent, twice),
  );
  return must(range, 'range for every share');
}

/** A loan is approved only below this share of the valuation. */
export const approvalLimitPerCent = 3;
/** The end of the scale on which a screen shows that share. */
export const approvalScalePerCent = 5;

export function isBelowApprovalLimit(totalFinanceCents: Cents, prices: ExpectedPrices): boolean {
  refuseNegative({ totalFinanceCents });
  const twice = twiceMidpoint(prices);
  return twice !== null && isBelow(totalFinanceCents, approvalLimitPerCent, twice);
}

/** The largest budget within the limit, given the additional amount; null if none is. */
export function largestBudgetBelowLimit(additionalCents: Cents, prices: ExpectedPrices): Cents | null {
  refuseNegative({ additionalCents });
  const twice = twiceMidpoint(prices);
  if (twice === null) return null;
  // The largest whole number of cents strictly below the limit.
  const largestTotal = (BigInt(approvalLimitPerCent) * twice - 1n) / 200n;
  const budget = Number(largestTotal) - additionalCents;
  return budget > 0 ? budget : null;
}
