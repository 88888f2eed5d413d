import classes from '@kerb/web/design/row-check.module.css';
import type { ComponentProps } from 'react';

type RowCheckProps = Pick<ComponentProps<'input'>, 'checked' | 'tabIndex'> & {
  /** Unique in the list: it names the row. */
  label: string;
  /** The row that the key x selects. */
  'data-choose'?: number;
  onCheck: (isChecked: boolean) => void;
};

/** The checkbox of a row. The area to press is larger than the box. */
export function RowCheck({ label, onCheck, ...input }: RowCheckProps) {
  return (
    <label className={classes.box}>
      <input
        {...input}
        type="checkbox"
        aria-label={label}
        onChange={({ currentTarget: { checked } }) => onCheck(checked)}
      />
    </label>
  );
}
