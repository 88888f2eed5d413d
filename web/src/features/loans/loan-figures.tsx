import type { Cents } from '@kerb/domain/kernel/money.ts';
import { isLost } from '@kerb/domain/loans/closed-loan.ts';
import type { BalanceView, LoanView } from '@kerb/domain/loans/loans.contract.ts';
import { longDay } from '@kerb/web/design/dates.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/loans/loan.module.css';

type Line = BalanceView['lines'][number];
type ColumnsProps = { caption: string; total?: string; columns: readonly { heading: string; balance: BalanceView }[] };

/** Every line that occurs in any of the balances, in display order. */
function linesOf(balances: readonly BalanceView[]): Line[] {
  const lines = balances.flatMap(({ lines: own }) => own);
  const isFirst = (line: Line, place: number) => lines.findIndex(({ key }) => key === line.key) === place;
  return lines.filter(isFirst).sort((one, other) => Number(one.isEstimate) - Number(other.isEstimate));
}

/** The cost of repaying, line by line, on each of the days. */
export function BalanceTable({ caption, total = 'Total due', columns }: ColumnsProps) {
  const amountOf = ({ lines }: BalanceView, key: Line['key']) => lines.find((line) => line.key === key)?.amount ?? null;
  return (
    <table className={classes.balances}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <td />
          {columns.map(({ heading }) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {linesOf(columns.map(({ balance }) => balance)).map(({ key, label }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {columns.map(({ heading, balance }) => (
              <td key={heading}>
                <Money cents={amountOf(balance, key)} isExact />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total}</th>
          {columns.map(({ heading, balance }) => (
            <td key={heading}>
              <Money cents={balance.total} isExact />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

const dayHeading = ({ day, isEstimate }: BalanceView): string =>
  isEstimate ? `${longDay(day)} (estimate)` : longDay(day);

/** The amounts of the days ahead, and what each day adds, as the loan's invoice states them. */
export function AmountsAhead({ ahead }: { ahead: LoanView['ahead'] }) {
  if (!ahead) return null;
  const amounts = ahead.amounts.map(
    ({ kind, day, total, isEstimate }) =>
      [
        `To pay on ${longDay(day)} (${kind}${isEstimate ? ', estimate' : ''})`,
        <Money key={kind} cents={total} isExact />,
      ] as const,
  );
  const from = ahead.interestFrom ? ` from ${longDay(ahead.interestFrom)}` : '';
  const perDay =
    ahead.interestPerDay === null
      ? []
      : [[`Interest for each day${from}`, <Money key="day" cents={ahead.interestPerDay} isExact />] as const];
  const rows = [...amounts, ...perDay];
  return rows.length > 0 ? <Facts rows={rows} isLong /> : null;
}

/** What a loan cost that was written off, what was repaid of it, and what is lost. */
function WrittenOff({ balance, writtenOff }: { balance: BalanceView; writtenOff: Cents }) {
  return (
    <div>
      <BalanceTable caption="What the loan cost" total="Total" columns={[{ heading: longDay(balance.day), balance }]} />
      <Facts
        rows={[
          ['Repaid', <Money key="repaid" cents={balance.total - writtenOff} isExact />],
          ['Written off', <Money key="lost" cents={writtenOff} isExact />],
        ]}
        isLong
      />
    </div>
  );
}

/** The amount owed today, if the loan has started, beside the estimate for its end. */
export function LoanFigures({ loan: { balances, dates, ahead, writtenOff } }: { loan: LoanView }) {
  if (!balances) return null;
  const { today, atEnd } = balances;
  if (dates.repaidDate) {
    if (isLost(writtenOff)) return <WrittenOff balance={atEnd} writtenOff={writtenOff} />;
    return (
      <BalanceTable caption="What was repaid" columns={[{ heading: longDay(dates.repaidDate), balance: atEnd }]} />
    );
  }
  if (dates.loanStartDate && today.day < dates.loanStartDate) {
    return <BalanceTable caption="What will be owed" columns={[{ heading: dayHeading(atEnd), balance: atEnd }]} />;
  }
  const columns = [
    { heading: 'Today', balance: today },
    ...(atEnd.day > today.day ? [{ heading: dayHeading(atEnd), balance: atEnd }] : []),
  ];
  return (
    <div>
      <BalanceTable caption="What is owed" columns={columns} />
      <AmountsAhead ahead={ahead} />
    </div>
  );
}
