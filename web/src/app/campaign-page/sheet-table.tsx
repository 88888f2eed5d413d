import classes from '@kerb/web/app/campaign-page/campaign-sheet.module.css';
import { type ReactNode, useId } from 'react';

type SectionProps = { title: string; children: ReactNode };

export function SheetSection({ title, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

/** Names and values. A row without a value is left out. */
export function SheetRows({ rows }: { rows: readonly (readonly [string, string | null | undefined])[] }) {
  return (
    <dl className={classes.rows}>
      {rows.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

type TableProps = {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** The columns with amounts, which are right-aligned. */
  amounts?: readonly number[];
  /** The columns with short text that stays in one line. */
  firm?: readonly number[];
};

export function SheetTable({ heads, rows, amounts = [], firm = [] }: TableProps) {
  const kind = (place: number) => {
    if (amounts.includes(place)) return { className: classes.amount };
    return firm.includes(place) ? { className: classes.firm } : {};
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {heads.map((head, place) => (
            <th key={head} scope="col" {...kind(place)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join('\n')}>
            {cells.map((cell, place) => (
              <td key={heads[place]} {...kind(place)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
