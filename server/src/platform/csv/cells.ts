import { type CsvColumn, type CsvColumns, formulaPattern, wordCell } from '@kerb/domain/reports/csv.ts';
import { type RawBuilder, sql } from 'kysely';

/** Writes the cells of CSV records in SQL. */

/** The SQL expression of each column of a file. It is evaluated twice, so it must be cheap. */
export type CellValues<Columns extends CsvColumns> = { [Name in keyof Columns]: RawBuilder<unknown> };
type Value = RawBuilder<unknown>;

const formula = sql.lit(formulaPattern);
// Most text begins with a digit or a letter; checking that is cheaper than the pattern.
const isFormula = (text: Value) =>
  sql`ascii(${text}) not between 48 and 57 and ascii(${text}) not between 65 and 122 and ${text} ~ ${formula}`;
const inside = (text: Value) => sql`replace(replace(replace(${text}, e'\\r\\n', e'\\n'), e'\\r', e'\\n'), '"', '""')`;

const textCellOf = (text: Value): RawBuilder<string> => sql<string>`case when ${text} <> ''
  then case when ${isFormula(text)} then '"''' else '"' end || ${inside(text)} || '"' else '' end`;

const labelCellOf = (value: Value, labels: Readonly<Record<string | number, string>>): RawBuilder<string> => {
  const cases = Object.entries(labels).map(
    ([key, label]) => sql`when ${sql.lit(key)} then ${sql.lit(wordCell(label))}`,
  );
  return sql<string>`case ${value} ${sql.join(cases, sql` `)} else '' end`;
};

/** Uses the date style that the cursor sets, at half the cost of a format pattern. */
const dayCellOf = (day: Value): RawBuilder<string> => sql<string>`coalesce(${day}::text, '')`;

function cellOf(column: CsvColumn, value: Value, zone: Value): RawBuilder<string> {
  switch (column.is) {
    case 'text':
      return textCellOf(value);
    case 'plain':
      return sql<string>`coalesce((${value})::text, '')`;
    case 'day':
      return dayCellOf(sql`(${value})::date`);
    case 'month':
      return sql<string>`coalesce(to_char(${value}, 'YYYY-MM'), '')`;
    case 'moment':
      return dayCellOf(sql`(${value} at time zone ${zone})::date`);
    case 'flag':
      return sql<string>`case ${value} when true then 'Yes' when false then 'No' else '' end`;
    case 'label':
      return labelCellOf(value, column.labels);
  }
}

/** One record of a file as one text, without a line end. `zone` is the time zone for converting timestamps to days. */
export function csvLine<Columns extends CsvColumns>(
  columns: Columns,
  values: CellValues<Columns>,
  zone: RawBuilder<unknown>,
): RawBuilder<string> {
  const cells = Object.entries(columns).map(([name, column]) => cellOf(column, values[name as keyof Columns], zone));
  // concat_ws skips nulls, but a cell is never null.
  return sql<string>`concat_ws(',', ${sql.join(cells)})`;
}
