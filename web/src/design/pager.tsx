import classes from '@kerb/web/design/pager.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
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

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

/** The pages to show: the first, the last and those around the current one. Null is a gap between them. */
export function pagesShown(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return upTo(1, pages);
  if (page <= 4) return [...upTo(1, 5), null, pages];
  if (page >= pages - 3) return [1, null, ...upTo(pages - 4, pages)];
  return [1, null, page - 1, page, page + 1, null, pages];
}

/** Mantine's Pagination is five times as large, and is part of the first load. */
function PageButtons({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <>
      <button type="button" aria-label="previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={14} aria-hidden="true" />
      </button>
      {pagesShown(page, pages).map((target, place) =>
        target === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its place
          <span key={`gap ${place}`}>…</span>
        ) : (
          <button
            type="button"
            key={target}
            aria-label={`Page ${target}`}
            aria-current={target === page ? 'page' : undefined}
            onClick={() => onPage(target)}
          >
            {target}
          </button>
        ),
      )}
      <button type="button" aria-label="next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={14} aria-hidden="true" />
      </button>
    </>
  );
}

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
          <nav aria-label={label} className={classes.links}>
            <PageButtons page={page} pages={pages} onPage={onPage} />
          </nav>
        )}
      </span>
      {children}
      {perPageChoices && onPerPage && <PerPage perPage={perPage} choices={perPageChoices} onChange={onPerPage} />}
    </div>
  );
}
