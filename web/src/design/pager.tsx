import classes from '@kerb/web/design/pager.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect, Pagination } from '@mantine/core';
import { type ReactNode, useId } from 'react';

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
  /** The pager's accessible name; the second pager of a list needs its own. */
  label?: string;
  page: number;
  perPage: number;
  totalItems: number | undefined;
  /** There are more rows than the total; they can be neither counted nor paged to. */
  isMore?: boolean | undefined;
  onPage: (page: number) => void;
  /** If given, the pager also offers these page sizes. */
  perPageChoices?: readonly number[];
  onPerPage?: (perPage: number) => void;
  /** More controls of the list, beside the page size. */
  children?: ReactNode;
};

/** '1,234': written as the country writes it. */
const numberText = (count: number): string => count.toLocaleString(countryRules().locale);

export const countText = (totalItems: number, isMore = false): string =>
  `${isMore ? 'more than ' : ''}${numberText(totalItems)}`;

export const pageCount = (totalItems: number | undefined, perPage: number): number =>
  Math.max(1, Math.ceil((totalItems ?? 0) / perPage));

/**
 * '101–200 of 1,234', the pages, and the page size. Space is reserved for controls that load late, so nothing moves.
 */
export function Pager(props: PagerProps) {
  const { label = 'Pages', page, perPage, totalItems, isMore, onPage, perPageChoices, onPerPage, children } = props;
  const pages = pageCount(totalItems, perPage);
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, totalItems ?? 0);
  return (
    <div className={`${classes.pager} kerb-no-print`}>
      <span className={classes.range} aria-live="polite">
        {totalItems ? `${numberText(first)}–${numberText(last)} of ${countText(totalItems, isMore)}` : '\u00a0'}
      </span>
      <span className={classes.pages} data-held={totalItems === undefined || undefined}>
        {pages > 1 && (
          <nav aria-label={label}>
            <Pagination
              size="sm"
              siblings={1}
              total={pages}
              value={page}
              onChange={onPage}
              getItemProps={(target) => ({ 'aria-label': `Page ${target}` })}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            />
          </nav>
        )}
      </span>
      {children}
      {perPageChoices && onPerPage && <PerPage perPage={perPage} choices={perPageChoices} onChange={onPerPage} />}
    </div>
  );
}
