import type { CheckedRow, ImportCheck } from '@kerb/domain/imports/imports.contract.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { RowCheck } from '@kerb/web/design/row-check.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import type { ImportSpec } from '@kerb/web/features/imports/import-spec.ts';
import classes from '@kerb/web/features/imports/imports.module.css';

export const isReady = ({ errors }: CheckedRow): boolean => Object.keys(errors).length === 0;

type RowsProps = {
  spec: ImportSpec;
  check: ImportCheck;
  chosen: ReadonlySet<number>;
  isStale: boolean;
  onChoose: (line: number, isChosen: boolean) => void;
};

function Cell({ text, isWrong }: { text: string; isWrong: boolean }) {
  return <span className={isWrong ? `${classes.cell} ${classes.error}` : classes.cell}>{text || '–'}</span>;
}

/** The errors are beside the line and not at their fields, which can be outside the window. */
function lineColumn({ spec: { fields }, check: { rows } }: RowsProps): Column<CheckedRow> {
  return {
    key: 'line',
    header: 'Line',
    width: rows.every(isReady) ? '5rem' : '17rem',
    onCard: 'title',
    cell: ({ line, errors }) => (
      <span className={classes.cell}>
        <span>Line {line}</span>
        {Object.entries(errors).map(([field, error]) => (
          <span key={field} className={classes.error}>
            {fields[field]?.label ?? field}: <span>{error}</span>
          </span>
        ))}
      </span>
    ),
  };
}

function boxColumn({ spec, chosen, onChoose }: RowsProps): Column<CheckedRow> {
  const nameOf = ({ line, texts }: CheckedRow) =>
    [`line ${line}`, ...Object.keys(spec.fields).map((field) => texts[field] ?? '')].filter(Boolean).slice(0, 3);
  return {
    key: 'box',
    header: 'Select',
    width: '4.5rem',
    onCard: 'corner',
    cell: (row) =>
      isReady(row) ? (
        <RowCheck
          checked={chosen.has(row.line)}
          label={`Select ${nameOf(row).join(' ')}`}
          onCheck={(isChecked) => onChoose(row.line, isChecked)}
        />
      ) : (
        <span className={classes.error}>Error</span>
      ),
  };
}

/** The fields that the file has, those that it must have, and those with an error. */
function fieldColumns({ spec: { fields }, check: { mapping, rows } }: RowsProps): Column<CheckedRow>[] {
  const isShown = (field: string) =>
    mapping[field] !== undefined || fields[field]?.isRequired || rows.some(({ errors }) => field in errors);
  return Object.entries(fields)
    .filter(([field]) => isShown(field))
    .map(([field, { label }]) => ({
      key: field,
      header: label,
      cell: ({ texts, errors }) => <Cell text={texts[field] ?? ''} isWrong={field in errors} />,
    }));
}

/** Each row of the file with what it will create, or with its errors. */
export function CheckedRows(props: RowsProps) {
  const { check, isStale } = props;
  return (
    <Surface flush>
      <DataTable
        label="Rows of the file"
        columns={[boxColumn(props), lineColumn(props), ...fieldColumns(props)]}
        rows={check.rows}
        rowKey={({ line }) => line}
        isStale={isStale}
        isFixed
        dense
        empty={<EmptyState text="The file has no rows." />}
      />
    </Surface>
  );
}
