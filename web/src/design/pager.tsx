import classes from '@kerb/web/design/pager.module.css';
import { NativeSelect, Pagination } from '@mantine/core';
import { useId } from 'react';

type PerPageProps = { perPage: number; choices: readonly number[]; onChange: (perPage: number) => void };

export function PerPage({ perPage, choices, onChange }: PerPageProps) {
  const label = useId();
  return (
    <span className={classes.perPage}>
      <label id={label} htmlFor={`${label}-select`}>
        Per page
      </label>
      <NativeSelect
        id={`${label}-select`}
        size="xs"
        value={String(perPage)}
        data={choices.map(String)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </span>
  );
}

type PagerProps = {
  page: number;
  perPage: number;
  totalItems: number | undefined;
  onPage: (page: number) => void;
  /** Given, the pager also lets one choose how many. */
  perPageChoices?: readonly number[];
  onPerPage?: (perPage: number) => void;
};

const count = new Intl.NumberFormat('en-AU');

/** '101–200 of 1,234', the pages, and how many on each. */
export function Pager({ page, perPage, totalItems, onPage, perPageChoices, onPerPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil((totalItems ?? 0) / perPage));
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, totalItems ?? 0);
  return (
    <nav className={`${classes.pager} kerb-no-print`} aria-label="Pages">
      <span className={classes.range} aria-live="polite">
        {totalItems ? `${count.format(first)}–${count.format(last)} of ${count.format(totalItems)}` : '\u00a0'}
      </span>
      {perPageChoices && onPerPage && <PerPage perPage={perPage} choices={perPageChoices} onChange={onPerPage} />}
      {pages > 1 && (
        <Pagination
          size="sm"
          siblings={1}
          total={pages}
          value={page}
          onChange={onPage}
          getItemProps={(target) => ({ 'aria-label': `Page ${target}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </nav>
  );
}
