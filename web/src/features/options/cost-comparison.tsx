import { formatPercent } from '@kerb/domain/kernel/money.ts';
import type { CampaignCosts, Cost } from '@kerb/domain/options/options.contract.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { longDay, shortDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/options/options.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';

const order: readonly FinanceOptionCode[] = ['pn', 'pos', 'pl'];

/** 'now', 'on 12 Mar 2027', 'when it sells'. */
export function whenPaid({ optionCode, dueDate }: Cost): string {
  if (optionCode === 'pn') return 'now';
  return dueDate ? `on ${shortDay(dueDate)}` : 'when it sells';
}

/** Each offered way of paying in dollars, and the day from which one costs more than another. */
export function CostComparison({ costs }: { costs: CampaignCosts }) {
  const { items } = costs;
  if (items.length === 0) return null;
  const most = Math.max(...items.map(({ extra }) => extra), 1);
  const groups = order.flatMap((code) => {
    const ways = items.filter(({ optionCode }) => optionCode === code);
    return ways.length > 0 ? [{ code, ways }] : [];
  });
  return (
    <div className={classes.comparison}>
      <table className={classes.costs}>
        <caption>What each way of paying costs</caption>
        <thead>
          <tr>
            <th scope="col">Paid by</th>
            <th scope="col">In total</th>
            <th scope="col">On top of the campaign</th>
          </tr>
        </thead>
        {groups.map(({ code, ways }) => (
          <tbody key={code}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={3}>
                {financeOptionLabels[code]}
                {ways.some(({ isEstimate }) => isEstimate) && <span className={classes.estimate}>Estimate</span>}
              </th>
            </tr>
            {ways.map((way) => (
              <CostRow key={way.key} way={way} most={most} />
            ))}
          </tbody>
        ))}
      </table>
      <Crossovers costs={costs} />
    </div>
  );
}

function CostRow({ way, most }: { way: Cost; most: number }) {
  const { label, days, total, extra } = way;
  return (
    <tr>
      <th scope="row">
        {days === null && way.optionCode === 'pos' ? 'A fee now, the rest' : label}
        <span className={classes.when}>{whenPaid(way)}</span>
      </th>
      <td>{moneyText(total)}</td>
      <td>
        {extra === 0 ? 'Nothing' : moneyText(extra)}
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${(100 * extra) / most}%` }} />
        </span>
      </td>
    </tr>
  );
}

/** One sentence for each day on which one option becomes dearer than another. */
export function crossoverSentences({ items, crossovers, longestDays }: CampaignCosts): string[] {
  const labelOf = (key: string) => items.find((item) => item.key === key)?.label.toLowerCase() ?? key;
  const upfront = crossovers.filter(({ than }) => than !== 'pos');
  const isAlwaysDearer = upfront.length > 0 && upfront.every(({ fromDay }) => fromDay === 0);
  const said = (than: string, fromDay: number | null, onDate: string | null) => {
    if (fromDay === null)
      return `Pay Later costs no more than ${than} however long it lasts, up to ${longestDays} days.`;
    if (fromDay === 0) return `Pay Later costs more than ${than} from the first day.`;
    return `Pay Later costs more than ${than} from day ${fromDay}${onDate ? ` (${longDay(onDate)})` : ''}.`;
  };
  const success = crossovers.filter(({ than }) => than === 'pos');
  return [
    ...(isAlwaysDearer ? ['Pay Later costs more than paying upfront from the first day.'] : []),
    ...(isAlwaysDearer ? [] : upfront.map(({ than, fromDay, onDate }) => said(labelOf(than), fromDay, onDate))),
    ...success.map(({ fromDay, onDate }) => said(financeOptionLabels.pos, fromDay, onDate)),
  ];
}

function Crossovers({ costs }: { costs: CampaignCosts }) {
  const { comparisonRate, interestRate, usualDays, items } = costs;
  const hasLoan = items.some(({ optionCode }) => optionCode === 'pl');
  return (
    <div className={classes.fineprint}>
      {crossoverSentences(costs).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {hasLoan && (
        <p>
          Pay Later figures are estimates: interest is charged by the day, and only for days that have passed.
          {interestRate !== undefined &&
            interestRate !== null &&
            ` Interest rate ${formatPercent(interestRate)} a year.`}
          {countryRules().payLater.needsComparisonRate &&
            comparisonRate !== undefined &&
            comparisonRate !== null &&
            ` Comparison rate ${formatPercent(comparisonRate)}, over ${usualDays} days.`}
        </p>
      )}
    </div>
  );
}
