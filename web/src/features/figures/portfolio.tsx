import type { PlatformFigures } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { ageingLabels } from '@kerb/domain/loan-books/ageings.ts';
import type { LoanBookFilters } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { lvrLabel } from '@kerb/domain/loan-books/lvr.ts';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/figures/figures.module.css';
import { portfolioCsv, saveCsv } from '@kerb/web/features/figures/figures-csv.ts';
import { Button } from '@mantine/core';

type Group = { key: string; label: string; loans: number; owed: number; search: LoanBookFilters };

function GroupRow({ group: { label, loans, owed, search }, whole }: { group: Group; whole: number }) {
  const share = whole === 0 ? 0 : Math.round((100 * owed) / whole);
  return (
    <tr>
      <th scope="row">
        {loans === 0 ? (
          label
        ) : (
          <LinkText to="/admin/loan-book" search={search} inherit>
            {label}
          </LinkText>
        )}
      </th>
      <td>{loans}</td>
      <td>
        <Money cents={owed} isExact />
      </td>
      <td className={classes.share}>
        {`${share}%`}
        <span className={classes.track} aria-hidden="true">
          <span className={classes.in} style={{ width: `${share}%` }} />
        </span>
      </td>
    </tr>
  );
}

function Groups({ label, first, groups }: { label: string; first: string; groups: readonly Group[] }) {
  const whole = groups.reduce((sum, { owed }) => sum + owed, 0);
  return (
    <table className={classes.groups} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">Loans</th>
          <th scope="col">Owed</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRow key={group.key} group={group} whole={whole} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All loans</th>
          <td>{groups.reduce((sum, { loans }) => sum + loans, 0)}</td>
          <td>
            <Money cents={whole} isExact />
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

/** The loans that are owed, by how late they are and by their share of what the sale leaves. */
export function Portfolio({ portfolio }: { portfolio: PlatformFigures['portfolio'] }) {
  return (
    <>
      <Surface
        title="Loans by age"
        actions={
          <Button variant="default" size="xs" onClick={() => saveCsv(portfolioCsv({ portfolio }), 'portfolio.csv')}>
            Save loans as CSV
          </Button>
        }
      >
        <Groups
          label="Loans by age"
          first="Past due"
          groups={portfolio.ageing.map(({ ageing, loans, owed }) => ({
            ...{ key: ageing, label: ageingLabels[ageing], loans, owed },
            search: { ageing },
          }))}
        />
      </Surface>
      <Surface title="Loans by share of the sale (LVR)">
        <Groups
          label="Loans by share of the sale"
          first="Share"
          groups={portfolio.lvr.map(({ lvr, loans, owed }) => ({
            ...{ key: lvr, label: lvrLabel(lvr), loans, owed },
            search: { lvr },
          }))}
        />
        <p className={classes.note}>
          What is owed, divided by the sold price or else the lower expected price, less the mortgage if it is known.
        </p>
      </Surface>
    </>
  );
}
