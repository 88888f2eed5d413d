import { ageingLabels } from '@kerb/domain/loan-books/ageings.ts';
import type { LoanBookTotal } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { Money } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/loan-book/loan-book.module.css';

const figures = ['principal', 'fees', 'interest', 'owed'] as const;
type Figures = Record<(typeof figures)[number], number> & { loans: number };

const none: Figures = { loans: 0, principal: 0, fees: 0, interest: 0, owed: 0 };
const sumOf = (totals: readonly LoanBookTotal[]): Figures =>
  totals.reduce(
    (sum, each) => ({
      loans: sum.loans + each.loans,
      principal: sum.principal + each.principal,
      fees: sum.fees + each.fees,
      interest: sum.interest + each.interest,
      owed: sum.owed + each.owed,
    }),
    none,
  );

function Cells({ of }: { of: Figures }) {
  return (
    <>
      <td>{of.loans}</td>
      {figures.map((name) => (
        <td key={name} data-wide={name === 'owed' ? undefined : true}>
          <Money cents={of[name]} isExact />
        </td>
      ))}
    </>
  );
}

/** What is owed in each group, and in all. A group that is past due is red and says so. */
export function AgeingTotals({ totals }: { totals: readonly LoanBookTotal[] }) {
  return (
    <table className={classes.totals}>
      <caption>Totals</caption>
      <thead>
        <tr>
          <th scope="col">Past due</th>
          <th scope="col">Loans</th>
          <th scope="col" data-wide>
            Principal
          </th>
          <th scope="col" data-wide>
            Fees
          </th>
          <th scope="col" data-wide>
            Interest
          </th>
          <th scope="col">Owed</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((total) => (
          <tr key={total.ageing} data-late={(total.ageing !== 'not-due' && total.loans > 0) || undefined}>
            <th scope="row">{ageingLabels[total.ageing]}</th>
            <Cells of={total} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All loans</th>
          <Cells of={sumOf(totals)} />
        </tr>
      </tfoot>
    </table>
  );
}
