import type { PayLaterEstimate } from '@kerb/domain/loans/fees.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/loans/fee-calculator.module.css';
import { type TypedTerms, totalsOverTime } from '@kerb/web/features/loans/fee-estimate.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

const width = 480;
const height = 96;
const edge = 8;

/** How the total grows with the days, and where the chosen day stands on it. */
export function CostOverTime({ typed, estimate }: { typed: TypedTerms; estimate: PayLaterEstimate }) {
  const country = countryRules();
  const points = totalsOverTime(typed, country);
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last || last.totalCents === first.totalCents) return null;
  const x = (day: number) => edge + ((width - 2 * edge) * day) / country.longestLoanDays;
  const y = (cents: number) =>
    height - edge - ((height - 2 * edge) * (cents - first.totalCents)) / (last.totalCents - first.totalCents);
  const line = points.map(({ day, totalCents }) => `${x(day)},${y(totalCents)}`).join(' ');
  const [least, most] = [moneyText(first.totalCents), moneyText(last.totalCents)];
  const sentence = `From ${least} if repaid at once to ${most} after ${last.day} days.`;
  return (
    <figure className={classes.picture}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Estimated total by day of repayment. ${sentence}`}
      >
        <polygon points={`${x(0)},${height} ${line} ${x(last.day)},${height}`} className={classes.area} />
        <polyline points={line} className={classes.line} />
        <circle cx={x(Number(typed.days))} cy={y(estimate.totalCents)} r="5" className={classes.point} />
      </svg>
      <figcaption>{sentence}</figcaption>
    </figure>
  );
}
