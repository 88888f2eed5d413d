import type { Cents } from '@kerb/domain/kernel/money.ts';
import {
  approvalLimitPerCent,
  approvalScalePerCent,
  type ExpectedPrices,
  isBelowApprovalLimit,
  loanToValueRange,
  shareOfValuation,
  valuationMidpoint,
} from '@kerb/domain/loans/valuation.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { ShareBar } from '@kerb/web/features/loans/share-bar.tsx';

/** An amount that is being typed may be invalid. */
const known = (cents: Cents | null | undefined): Cents | null =>
  cents === null || cents === undefined || !Number.isSafeInteger(cents) ? null : cents;

const unknown = 'The valuation is not known yet.';
const unknownMortgage = 'The mortgage is not known yet.';

/** The mortgage as a share of the valuation. */
export function LoanToValueBar({ mortgage, prices }: { mortgage: Cents | null | undefined; prices: ExpectedPrices }) {
  const cents = known(mortgage);
  const range = cents === null ? null : loanToValueRange(cents, prices);
  const missing = cents === null ? unknownMortgage : unknown;
  const words = { lt75: 'Below 75%.', lt90: 'From 75% to below 90%.', gt90: '90% or more.' } as const;
  return (
    <ShareBar
      label="Loan to Value (LVR)"
      basisPoints={cents === null ? null : shareOfValuation(cents, prices)}
      scalePerCent={100}
      marks={[75, 90]}
      tone={range?.tone ?? 'neutral'}
      sentence={range ? words[range.range] : missing}
    />
  );
}

function approvalVerdict(cents: Cents | null, prices: ExpectedPrices) {
  if (cents === null) return { tone: 'neutral', sentence: unknown } as const;
  const limit = `${approvalLimitPerCent}%`;
  if (isBelowApprovalLimit(cents, prices))
    return { tone: 'success', sentence: `Below the limit of ${limit}.` } as const;
  return { tone: 'danger', sentence: `Not below the limit of ${limit}.` } as const;
}

/** The financed amount as a share of the valuation: the bar ends at five per cent, the limit for approval is three. */
export function FinanceShareBar({ financed, prices }: { financed: Cents | null; prices: ExpectedPrices }) {
  const cents = known(financed);
  const share = cents === null ? null : shareOfValuation(cents, prices);
  return (
    <ShareBar
      label="Total Finance to Valuation"
      basisPoints={share}
      scalePerCent={approvalScalePerCent}
      marks={[approvalLimitPerCent]}
      {...approvalVerdict(share === null ? null : cents, prices)}
    />
  );
}

export function Valuation({ prices }: { prices: ExpectedPrices }) {
  const midpoint = valuationMidpoint(prices);
  return (
    <p className={classes.valuation}>
      {midpoint === null
        ? 'There is no valuation before the property has a Search Price Low.'
        : `Valuation midpoint ${moneyText(midpoint)}`}
    </p>
  );
}
