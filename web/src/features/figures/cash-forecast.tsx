import { cashLabels, cashLines, forecastWeeks } from '@kerb/domain/dashboard/cash-forecast.ts';
import type { PlatformFigures } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/figures/figures.module.css';
import { forecastCsv, saveCsv } from '@kerb/web/features/figures/figures-csv.ts';
import { loansOf, type ShownSpan, spanName } from '@kerb/web/features/figures/spans.ts';
import { Button } from '@mantine/core';

type Forecast = PlatformFigures['forecast'];
type Amounts = Forecast['total'];

const share = (amount: number, most: number): string => `${most === 0 ? 0 : Math.round((100 * amount) / most)}%`;

/** The two bars of a week. The numbers beside them say the same. */
function Bars({ of, most }: { of: Amounts; most: number }) {
  return (
    <span className={classes.bars} aria-hidden="true">
      <span className={classes.out} style={{ width: share(of.out, most) }} />
      <span className={classes.in} style={{ width: share(of.in, most) }} />
    </span>
  );
}

function Amount({ cents }: { cents: number }) {
  return <td>{cents === 0 ? <span className={classes.zero}>–</span> : <Money cents={cents} isExact />}</td>;
}

function LoansDue({ span }: { span: ShownSpan }) {
  return (
    <td data-wide>
      <LinkText to="/admin/loan-book" search={loansOf(span)} inherit aria-label={`Loans due, ${spanName(span)}`}>
        <Money cents={span.loans} isExact />
      </LinkText>
    </td>
  );
}

function SpanRow({ span, most }: { span: ShownSpan; most: number }) {
  return (
    <tr data-late={(span.kind === 'late' && span.in > 0) || undefined}>
      <th scope="row">{spanName(span)}</th>
      {cashLines.map((line) =>
        line === 'loans' && span.loans > 0 ? (
          <LoansDue key={line} span={span} />
        ) : (
          <td key={line} data-wide>
            {span[line] === 0 ? <span className={classes.zero}>–</span> : <Money cents={span[line]} isExact />}
          </td>
        ),
      )}
      <Amount cents={span.out} />
      <Amount cents={span.in} />
      <td data-net data-negative={span.net < 0 || undefined}>
        {span.out + span.in === 0 ? <span className={classes.zero}>–</span> : <Money cents={span.net} isExact />}
      </td>
      <td className={classes.chart}>
        <Bars of={span} most={most} />
      </td>
    </tr>
  );
}

function TotalRow({ total }: { total: Amounts }) {
  return (
    <tr>
      <th scope="row">Total</th>
      {cashLines.map((line) => (
        <td key={line} data-wide>
          <Money cents={total[line]} isExact />
        </td>
      ))}
      <Amount cents={total.out} />
      <Amount cents={total.in} />
      <td data-net>
        <Money cents={total.net} isExact />
      </td>
      <td className={classes.chart} />
    </tr>
  );
}

function Heads() {
  return (
    <tr>
      <th scope="col">Week</th>
      {cashLines.map((line) => (
        <th key={line} scope="col" data-wide>
          {cashLabels[line]}
        </th>
      ))}
      <th scope="col">Money out</th>
      <th scope="col">Money in</th>
      <th scope="col" data-net>
        Difference
      </th>
      <td className={classes.chart}>
        <span className={classes.legend} aria-hidden="true">
          <span data-of="out">Out</span>
          <span data-of="in">In</span>
        </span>
      </td>
    </tr>
  );
}

/** Where each column comes from, with its list. */
function Sources({ ahead }: { ahead: number }) {
  return (
    <ul className={classes.sources}>
      <li>
        Approved loans are not signed yet. They are at their planned drawdown.{' '}
        <LinkText to="/" search={{ status: ['approved'] }} inherit underline="always">
          See the campaigns
        </LinkText>
      </li>
      <li>
        Funds in batches and funds owed to organisations are those of the ledger, by payment day.{' '}
        <LinkText to="/batch-payments" inherit underline="always">
          See the batches
        </LinkText>{' '}
        or{' '}
        <LinkText to="/admin/books/$view" params={{ view: 'owed' }} inherit underline="always">
          what each organisation is owed
        </LinkText>
      </li>
      <li>
        Loans due have principal, fees and interest up to the due day. <Money cents={ahead} isExact /> is interest of
        days to come.{' '}
        <LinkText to="/admin/loan-book" inherit underline="always">
          See the loan book
        </LinkText>
      </li>
      <li>
        Invoices are sent and not paid yet.{' '}
        <LinkText
          to="/admin/books/$view"
          params={{ view: 'account' }}
          search={{ account: 'payer' }}
          inherit
          underline="always"
        >
          See the account
        </LinkText>
      </li>
    </ul>
  );
}

/** The money out and in of 13 weeks: a chart that is a table. */
export function CashForecast({ forecast }: { forecast: Forecast }) {
  const most = Math.max(...forecast.spans.flatMap((span) => [span.out, span.in]));
  return (
    <Surface
      title={`Cash forecast for ${forecastWeeks} weeks`}
      actions={
        <Button variant="default" size="xs" onClick={() => saveCsv(forecastCsv({ forecast }), 'cash-forecast.csv')}>
          Save forecast as CSV
        </Button>
      }
    >
      <table className={classes.forecast} aria-label="Cash forecast by week">
        <thead>
          <Heads />
        </thead>
        <tbody>
          {forecast.spans.map((span) => (
            <SpanRow key={`${span.kind} ${span.from}`} span={span} most={most} />
          ))}
        </tbody>
        <tfoot>
          <TotalRow total={forecast.total} />
        </tfoot>
      </table>
      <Sources ahead={forecast.total.ahead} />
    </Surface>
  );
}
