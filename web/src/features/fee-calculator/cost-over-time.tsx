import type { CostPoint } from '@kerb/domain/loans/cost-over-time.ts';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/fee-calculator/cost-over-time.module.css';
import type { ShownEstimate } from '@kerb/web/features/fee-calculator/fee-estimate.ts';

const [width, height] = [480, 120];
const edge = { left: 8, right: 8, top: 12, bottom: 10 };
/** Every month has a line; every second one has a number, because a phone has no room for more. */
const month = 30;

type PictureProps = { points: readonly CostPoint[]; chosen: CostPoint; label: string };

function Picture({ points, chosen, label }: PictureProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const [least, most, longest] = [first.totalCents, last.totalCents, last.day];
  const x = (day: number) => edge.left + ((width - edge.left - edge.right) * day) / longest;
  const y = (cents: number) =>
    height - edge.bottom - ((height - edge.top - edge.bottom) * (cents - least)) / (most - least);
  const line = points.map(({ day, totalCents }) => `${x(day)},${y(totalCents)}`).join(' ');
  const months = Array.from({ length: Math.floor(longest / month) + 1 }, (_, place) => place * month);
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {months.map((day) => (
          <line key={day} x1={x(day)} x2={x(day)} y1={edge.top} y2={height} className={classes.month} />
        ))}
        <polygon points={`${x(0)},${height} ${line} ${x(longest)},${height}`} className={classes.area} />
        <polyline points={line} className={classes.line} />
        <circle cx={x(chosen.day)} cy={y(chosen.totalCents)} r="5" className={classes.point} />
      </svg>
      <div className={classes.days} aria-hidden="true">
        {months
          .filter((day) => day % (2 * month) === 0)
          .map((day) => (
            <span key={day} style={{ insetInlineStart: `${(100 * x(day)) / width}%` }} data-day={day}>
              {day === 0 ? 'Start' : `${day} days`}
            </span>
          ))}
      </div>
    </>
  );
}

/** The same values as a table. */
function Figures({ points }: { points: readonly CostPoint[] }) {
  const regular = points.filter(({ day }) => day % month === 0);
  return (
    <details className={classes.figures}>
      <summary>Show as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Repaid after</th>
            <th scope="col">Estimated Total</th>
          </tr>
        </thead>
        <tbody>
          {regular.map(({ day, totalCents }) => (
            <tr key={day}>
              <th scope="row">{`${day} days`}</th>
              <td>
                <Money cents={totalCents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type CostOverTimeProps = { estimate: ShownEstimate };

/** How the total grows over the days, with the chosen day marked. */
export function CostOverTime({ estimate: { days, points, totalCents } }: CostOverTimeProps) {
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last || last.totalCents === first.totalCents) return null;
  const [least, most] = [moneyText(first.totalCents), moneyText(last.totalCents)];
  const sentence = `From ${least} if repaid at once to ${most} after ${last.day} days.`;
  return (
    <figure className={classes.picture}>
      <Picture
        points={points}
        chosen={{ day: days, totalCents }}
        label={`Estimated total by day of repayment. ${sentence}`}
      />
      <figcaption>{sentence}</figcaption>
      <Figures points={points} />
    </figure>
  );
}
